//! Finding pairs: knows boxes, not shapes.
