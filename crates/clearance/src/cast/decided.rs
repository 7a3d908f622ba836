//! What a filter in floats answers.

/// A filter's answer: `None` where it is undecided, since the answer depends on less than its error bound.
pub type Filtered<T> = Option<Decided<T>>;

/// What a filter is sure of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decided<T> {
    /// There is no hit.
    Miss,
    /// There is this hit.
    Hit(T),
}

impl<T> Decided<T> {
    #[inline]
    pub(super) fn hit(self) -> Option<T> {
        match self {
            Self::Miss => None,
            Self::Hit(hit) => Some(hit),
        }
    }
    #[inline]
    pub(super) fn map<U>(self, f: impl FnOnce(T) -> U) -> Decided<U> {
        match self {
            Self::Miss => Decided::Miss,
            Self::Hit(hit) => Decided::Hit(f(hit)),
        }
    }
}
