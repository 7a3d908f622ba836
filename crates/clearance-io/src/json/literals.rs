//! `NaN` and `Infinity`, which JSON does not have but many programs write: they are replaced by `9e999` while
//! reading, so that they are refused as numbers that are not finite, with the field that holds them. The byte
//! order mark that some editors put before UTF-8 is skipped.

use std::io::{BufReader, Bytes, Read, Result};

/// A reader that replaces the words `NaN`, `Infinity` and `Inf` outside of strings by a number too large for
/// any float.
pub struct Literals<R> {
    inner: Bytes<BufReader<R>>,
    begun: bool,
    in_string: bool,
    escaped: bool,
    /// Bytes ready to be read, the last first.
    ready: Vec<u8>,
}

const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
const WORDS: [&[u8]; 3] = [b"NaN", b"Infinity", b"Inf"];

impl<R: Read> Literals<R> {
    /// Reads from `inner`.
    pub fn new(inner: R) -> Self {
        Self {
            inner: BufReader::new(inner).bytes(),
            begun: false,
            in_string: false,
            escaped: false,
            ready: Vec::new(),
        }
    }
    fn next_byte(&mut self) -> Option<Result<u8>> {
        if let Some(byte) = self.ready.pop() {
            return Some(Ok(byte));
        }
        let byte = match self.inner.next()? {
            Ok(byte) => byte,
            Err(error) => return Some(Err(error)),
        };
        if !self.begun {
            self.begun = true;
            if byte == MARK[0] && self.is_mark() {
                return self.next_byte();
            }
        }
        if self.in_string {
            self.in_string = byte != b'"' || self.escaped;
            self.escaped = byte == b'\\' && !self.escaped;
        } else if byte == b'"' {
            self.in_string = true;
        } else if byte == b'N' || byte == b'I' {
            return Some(self.word(byte));
        }
        Some(Ok(byte))
    }
    /// Whether the next two bytes complete a byte order mark; if not, the input is not JSON anyway.
    fn is_mark(&mut self) -> bool {
        MARK[1..]
            .iter()
            .all(|&mark| matches!(self.inner.next(), Some(Ok(byte)) if byte == mark))
    }
    /// Reads the rest of a word that starts with `first`, and prepares its replacement.
    fn word(&mut self, first: u8) -> Result<u8> {
        let mut word = vec![first];
        let mut after = None;
        while word.len() <= b"Infinity".len() {
            match self.inner.next().transpose()? {
                Some(byte) if byte.is_ascii_alphabetic() => word.push(byte),
                other => {
                    after = other;
                    break;
                }
            }
        }
        if WORDS.contains(&word.as_slice()) {
            word = b"9e999".to_vec();
        }
        if let Some(byte) = after {
            self.in_string = byte == b'"';
            self.ready.push(byte);
        }
        self.ready.extend(word[1..].iter().rev());
        Ok(word[0])
    }
}

impl<R: Read> Read for Literals<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let mut count = 0;
        while count < out.len() {
            match self.next_byte() {
                Some(byte) => out[count] = byte?,
                None => break,
            }
            count += 1;
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(text: &str) -> String {
        let mut out = String::new();
        Literals::new(text.as_bytes()).read_to_string(&mut out).unwrap();
        out
    }

    #[test]
    fn replaces_the_words_outside_of_strings_only() {
        assert_eq!(
            pass(r#"[NaN,-Infinity, "NaN \" NaN"]"#),
            r#"[9e999,-9e999, "NaN \" NaN"]"#
        );
        assert_eq!(pass(r#"[None, Infinitely]"#), r#"[None, Infinitely]"#);
        assert_eq!(pass("\u{feff}[NaN, \"\u{feff}\"]"), "[9e999, \"\u{feff}\"]");
        assert_eq!(pass(r#"NaN"a N"Inf"#), r#"9e999"a N"9e999"#);
    }
}
