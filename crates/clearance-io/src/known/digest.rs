//! A digest of what the result of a check depends on.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

use clearance::assembly::Action;
use clearance::shape::DataSpace;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::check::Plan;
use crate::scene::Objects;
use crate::shape::ReadSpace;

/// A digest of the parts, the plan, and the version of this crate: another one may answer otherwise.
pub fn digest<V: ReadSpace + DataSpace>(scene: &Objects<V>, plan: &Plan) -> String {
    let mut digest = Writer(Sha256::new());
    digest.text(env!("CARGO_PKG_VERSION"));
    digest.text(std::any::type_name::<V>());
    let mut rules = plan.rules.clone();
    let shapes = |action: &mut Action| {
        if let Action::Check(settings, _) = action {
            settings.shapes = false; // they are for pictures
        }
    };
    rules.list.iter_mut().for_each(|rule| shapes(&mut rule.action));
    shapes(&mut rules.otherwise);
    digest.text(&format!(
        "{rules:?}{:?}{:?}{:?}",
        plan.names, plan.repaired_within, scene.unit
    ));
    let mut known = BTreeMap::new();
    for object in &scene.objects {
        let count = known.len();
        let shape = &object.stand.shape;
        let number = *known.entry(Arc::as_ptr(shape) as usize).or_insert_with(|| {
            digest.data(&**shape);
            count
        });
        digest.data(&object.stand.pose);
        digest.text(&format!(
            "{number}{}{:?}{:?}{}",
            object.id.raw,
            object.filter,
            object.stand.precision,
            object.precision()
        ));
    }
    let bytes = digest.0.finalize();
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

struct Writer(Sha256);

impl Writer {
    fn text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }
    fn data(&mut self, data: &impl Serialize) {
        let mut buffer = io::BufWriter::new(self);
        // Numbers that JSON has no text for are written as null; shapes have none.
        let _ = serde_json::to_writer(&mut buffer, data);
        let _ = io::Write::flush(&mut buffer);
    }
}

impl io::Write for &mut Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
