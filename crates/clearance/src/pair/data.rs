//! Manifolds as data: the normal and a list of at most four contacts.

use alloc::vec::Vec;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use serde::{Deserialize as DeriveDeserialize, Serialize as DeriveSerialize};

use super::answer::{Contact, Manifold};
use crate::math::Vector;

#[derive(DeriveSerialize, DeriveDeserialize)]
#[serde(
    rename = "manifold",
    deny_unknown_fields,
    bound(
        serialize = "V: Serialize, V::Scalar: Serialize",
        deserialize = "V: DeserializeOwned, V::Scalar: DeserializeOwned"
    )
)]
struct Record<V: Vector> {
    normal: V,
    contacts: Vec<Contact<V>>,
}

impl<V: Vector<Scalar: Serialize> + Serialize> Serialize for Manifold<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        Record {
            normal: self.normal,
            contacts: self.contacts().to_vec(),
        }
        .serialize(serializer)
    }
}

impl<'de, V: Vector<Scalar: DeserializeOwned> + DeserializeOwned> Deserialize<'de> for Manifold<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let record = Record::<V>::deserialize(deserializer)?;
        if record.contacts.len() > 4 {
            return Err(D::Error::custom("contacts: at most 4"));
        }
        let mut manifold = Self::new(record.normal);
        record
            .contacts
            .into_iter()
            .for_each(|contact| manifold.push(contact));
        Ok(manifold)
    }
}
