//! XML as it is written here: elements of text, escaped and well-formed whatever the names of parts hold.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

/// A document that is being written.
pub type Xml = Writer<Vec<u8>>;

/// The document that `write` writes.
pub fn document(write: impl FnOnce(&mut Xml) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    write(&mut xml)?;
    let mut content = xml.into_inner();
    content.push(b'\n');
    Ok(content)
}

/// An element that holds others.
pub fn element(
    xml: &mut Xml,
    name: &str,
    attributes: &[(&str, &str)],
    inner: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<()> {
    let attributes: Vec<_> = attributes
        .iter()
        .map(|&(key, value)| (key, allowed(value)))
        .collect();
    xml.create_element(name)
        .with_attributes(attributes.iter().map(|(key, value)| (*key, value.as_str())))
        .write_inner_content(inner)?;
    Ok(())
}

/// An element that holds text.
pub fn text(xml: &mut Xml, name: &str, content: &str) -> io::Result<()> {
    xml.create_element(name)
        .write_text_content(BytesText::new(&allowed(content)))?;
    Ok(())
}

/// An element that holds text, with attributes.
pub fn text_with(xml: &mut Xml, name: &str, attributes: &[(&str, &str)], content: &str) -> io::Result<()> {
    let attributes: Vec<_> = attributes
        .iter()
        .map(|&(key, value)| (key, allowed(value)))
        .collect();
    xml.create_element(name)
        .with_attributes(attributes.iter().map(|(key, value)| (*key, value.as_str())))
        .write_text_content(BytesText::new(&allowed(content)))?;
    Ok(())
}

/// An element with attributes alone.
pub fn empty(xml: &mut Xml, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
    let attributes: Vec<_> = attributes
        .iter()
        .map(|&(key, value)| (key, allowed(value)))
        .collect();
    xml.create_element(name)
        .with_attributes(attributes.iter().map(|(key, value)| (*key, value.as_str())))
        .write_empty()?;
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
