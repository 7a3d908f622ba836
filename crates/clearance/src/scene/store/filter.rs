//! Which objects are tested against each other: layers, masks and groups, or a closure.

use crate::cast::CastSpace;
use crate::scene::ObjectRef;

/// The layers an object is on, those it is tested against, and its group.
///
/// Two objects of the same group other than 0 are always tested if the group is positive, and never if it is
/// negative. Otherwise they are tested if each one's mask has a layer of the other (Box2D's rule).
///
/// ```
/// use clearance::scene::Filter;
/// let (wall, ghost) = (Filter::default(), Filter { layer: 2, mask: 2, group: 0 });
/// assert!(wall.allows(&wall) && ghost.allows(&ghost) && !ghost.allows(&wall));
/// let limb = Filter { group: -3, ..wall };
/// assert!(limb.allows(&wall) && !limb.allows(&limb));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The layers it is on, as bits; 1 by default.
    pub layer: u32,
    /// The layers it is tested against, as bits; all by default.
    pub mask: u32,
    /// Objects of the same positive group are always tested, of the same negative group never; 0: no group.
    pub group: i32,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            layer: 1,
            mask: u32::MAX,
            group: 0,
        }
    }
}

impl Filter {
    /// On every layer and against every layer.
    pub const ALL: Self = Self {
        layer: u32::MAX,
        mask: u32::MAX,
        group: 0,
    };
    /// For queries: the objects on one of these layers, whatever their masks.
    pub const fn on_layers(mask: u32) -> Self {
        Self { mask, ..Self::ALL }
    }
    /// Whether two objects, or a query and an object, are tested against each other.
    #[inline]
    pub fn allows(&self, other: &Self) -> bool {
        if self.group == other.group && self.group != 0 {
            return self.group > 0;
        }
        self.layer & other.mask != 0 && other.layer & self.mask != 0
    }
}

/// Which objects a query is about: a [`Filter`], or a closure. The closure is called for objects whose boxes
/// the query meets.
pub trait Accept<V: CastSpace, T>: Sync {
    /// Whether the query is about this object.
    fn accepts(&self, object: &ObjectRef<'_, V, T>) -> bool;
    /// Whether the query is about every object that has no filter of its own.
    #[doc(hidden)]
    fn accepts_unfiltered(&self) -> bool {
        false
    }
}

impl<V: CastSpace, T> Accept<V, T> for Filter {
    #[inline]
    fn accepts(&self, object: &ObjectRef<'_, V, T>) -> bool {
        self.allows(object.filter())
    }
    #[inline]
    fn accepts_unfiltered(&self) -> bool {
        self.allows(&Filter::default())
    }
}

impl<V: CastSpace, T, F: Fn(&ObjectRef<'_, V, T>) -> bool + Sync> Accept<V, T> for F {
    #[inline]
    fn accepts(&self, object: &ObjectRef<'_, V, T>) -> bool {
        self(object)
    }
}
