//! How building models name their parts.

/// The letters of an identifier of IFC, 22 of them.
const IFC_LETTERS: usize = 22;

/// The identifier of IFC in a name, as a word of its own: 22 digits of base 64, of which the first holds two
/// bits.
pub fn ifc_guid(name: &str) -> Option<&str> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    name.split(|c| !is_letter(c))
        .find(|word| word.len() == IFC_LETTERS && word.starts_with(['0', '1', '2', '3']))
}

#[cfg(test)]
mod tests {
    use super::ifc_guid;

    #[test]
    fn an_identifier_of_ifc_is_a_word_of_22_letters() {
        let guid = "2O2Fr$t4X7Zf8NOew3FLOH";
        assert_eq!(ifc_guid(guid), Some(guid));
        assert_eq!(ifc_guid(&format!("Wall [{guid}]")), Some(guid));
        assert_eq!(ifc_guid(&format!("x{guid}")), None);
        assert_eq!(ifc_guid("4O2Fr$t4X7Zf8NOew3FLOH"), None, "more than 128 bits");
        assert_eq!(ifc_guid("bolt"), None);
    }
}
