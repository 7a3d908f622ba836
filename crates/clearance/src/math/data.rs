//! Poses and rotations with serde: written as the numbers they were given, read through their constructors.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use serde::{Deserialize as DeriveDeserialize, Serialize as DeriveSerialize};

use super::numbers::Real;
use super::pose::Pose;
use super::rotation::{Given2, Rotation2};
use super::vector::Space;

#[derive(DeriveSerialize, DeriveDeserialize)]
#[serde(rename = "pose", deny_unknown_fields)]
struct PoseRecord<V, R, S> {
    position: V,
    rotation: R,
    scale: S,
}

impl<V: Space<Scalar: Serialize, Rotation: Serialize> + Serialize> Serialize for Pose<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        PoseRecord {
            position: self.position(),
            rotation: self.rotation(),
            scale: self.scale(),
        }
        .serialize(serializer)
    }
}

impl<'de, V> Deserialize<'de> for Pose<V>
where
    V: Space<Scalar: DeserializeOwned, Rotation: DeserializeOwned> + DeserializeOwned,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let record = PoseRecord::<V, V::Rotation, V::Scalar>::deserialize(deserializer)?;
        Pose::new(record.position, record.rotation)
            .and_then(|pose| pose.scaled(record.scale))
            .map_err(D::Error::custom)
    }
}

impl<S: Real + Serialize> Serialize for Rotation2<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.given_numbers().serialize(serializer)
    }
}

impl<'de, S: Real + Deserialize<'de>> Deserialize<'de> for Rotation2<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Given2::<S>::deserialize(deserializer)? {
            Given2::Angle(angle) if angle.is_finite() => Ok(Self::from_angle(angle)),
            Given2::Angle(_) => Err(D::Error::custom("angle: must be finite")),
            Given2::Direction(x, y) => Self::from_direction(x, y)
                .ok_or_else(|| D::Error::custom("direction: must be finite and not zero")),
        }
    }
}
