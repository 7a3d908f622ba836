//! The identity of topics: the same in every run, so that a viewer keeps what people have said about them.

use uuid::Uuid;

use crate::check::{Finding, GONE};
use crate::known::Clash;
use crate::place::{place, resolution};
use crate::scene::Objects;
use crate::shape::ReadSpace;

/// Names of topics are made in the namespace of addresses, as RFC 9562 has it.
const PREFIX: &str = "urn:clearance:bcf:topic";
/// A place is told to about a quarter of the smaller part: in units of this many of its resolutions. A part that
/// is moved by a little, or computed a little otherwise, is the same topic.
const COARSE: f64 = 25_000.0;
/// The letters of an identifier of IFC, 22 of them.
const IFC_LETTERS: usize = 22;

/// The id of the topic of a pair: of the names, whichever is first, and of the place.
pub fn topic_id<V: ReadSpace>(scene: &Objects<V>, finding: &Finding<V>, names: &[String]) -> Uuid {
    let mut pair = [finding.a, finding.b].map(|i| names[i].as_str());
    pair.sort_unstable();
    let mut text = format!("{PREFIX}\0{}\0{}", pair[0], pair[1]);
    if let (Some(place), Some(resolution)) = (place(finding), resolution(scene, finding)) {
        let cell = 2.0_f64.powi((resolution * COARSE).log2().floor() as i32);
        for x in place {
            text += &format!("\0{}", (x / cell).round() + 0.0);
        }
    }
    Uuid::new_v5(&Uuid::NAMESPACE_URL, text.as_bytes())
}

/// The id of the topic of a pair that is there no more, which is this one of them.
pub fn gone_id(clash: &Clash, number: usize) -> Uuid {
    let [a, b] = &clash.names;
    let text = format!("{PREFIX}\0{GONE}\0{a}\0{b}\0{:?}\0{number}", clash.at);
    Uuid::new_v5(&Uuid::NAMESPACE_URL, text.as_bytes())
}

/// The id of a part of a topic.
pub fn within(topic: Uuid, part: &str) -> Uuid {
    Uuid::new_v5(&topic, part.as_bytes())
}

/// The identifier of IFC in a name, as a word of its own: 22 digits of base 64, of which the first holds two bits.
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
