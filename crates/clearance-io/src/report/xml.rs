//! XML as it is written here: elements of text, escaped and well-formed whatever the names of parts hold.

use std::io;

use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::{ElementWriter, Writer};

/// A document that is being written.
pub type Xml<'w> = Writer<&'w mut dyn io::Write>;

/// Writes a document with this content.
pub fn write(
    out: &mut dyn io::Write,
    content: impl FnOnce(&mut Xml<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    content(&mut xml)?;
    xml.into_inner().write_all(b"\n")
}

/// The document with this content.
#[cfg(feature = "bcf")]
pub fn document(content: impl FnOnce(&mut Xml<'_>) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    write(&mut out, content)?;
    Ok(out)
}

/// An element with these attributes, of which the content is to follow.
fn begun<'x, 'w>(
    xml: &'x mut Xml<'w>,
    name: &'x str,
    attributes: &[(&str, &str)],
) -> ElementWriter<'x, &'w mut dyn io::Write> {
    let attributes = attributes.iter().map(|&(key, value)| (key, allowed(value)));
    attributes.fold(xml.create_element(name), |element, (key, value)| {
        element.with_attribute((key, value.as_str()))
    })
}

/// An element that holds others.
pub fn element(
    xml: &mut Xml<'_>,
    name: &str,
    attributes: &[(&str, &str)],
    inner: impl FnOnce(&mut Xml<'_>) -> io::Result<()>,
) -> io::Result<()> {
    begun(xml, name, attributes).write_inner_content(inner)?;
    Ok(())
}

/// An element that holds text.
pub fn text(xml: &mut Xml<'_>, name: &str, content: &str) -> io::Result<()> {
    text_with(xml, name, &[], content)
}

/// An element that holds text, with attributes.
pub fn text_with(
    xml: &mut Xml<'_>,
    name: &str,
    attributes: &[(&str, &str)],
    content: &str,
) -> io::Result<()> {
    begun(xml, name, attributes).write_text_content(BytesText::new(&allowed(content)))?;
    Ok(())
}

/// An element with attributes alone.
pub fn empty(xml: &mut Xml<'_>, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
    begun(xml, name, attributes).write_empty()?;
    Ok(())
}

/// The text without characters that XML has no way to write.
fn allowed(text: &str) -> String {
    let is_allowed =
        |c: char| matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    text.chars()
        .map(|c| if is_allowed(c) { c } else { '\u{fffd}' })
        .collect()
}
