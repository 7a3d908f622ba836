//! Curved shapes, beside the definition of a clearance and closed forms.

mod contacts;
mod extremes;
mod gaps;
mod oracle;
mod witness;
