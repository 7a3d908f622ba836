//! What the files share: escaping and the plainest page.

/// Text as it stands in HTML and SVG, inside quotes or outside.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters have no place in XML.
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// At most `most` characters of a text, the middle left out.
pub fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let half = (most - 1) / 2;
    let start: String = text.chars().take(most - 1 - half).collect();
    let end: String = text.chars().skip(count - half).collect();
    format!("{start}…{end}")
}

/// A page that holds an SVG picture.
pub fn page(title: &str, picture: &str) -> String {
    let svg = picture.find("<svg").map_or("", |start| &picture[start..]);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>:root {{ color-scheme: light dark }} body {{ margin: 0 }} svg {{ max-width: 100%; height: auto }}</style>\n\
         {svg}\n</html>\n",
        escaped(title)
    )
}
