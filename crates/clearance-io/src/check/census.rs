//! How many pairs the filters of a scene allow, without looking at each.

use std::collections::BTreeMap;

use crate::scene::Object;
use crate::shape::ReadSpace;

/// The number of pairs that the filters allow: the pairs that layers and masks
/// allow, minus those within groups.
pub fn count_pairs<V: ReadSpace>(objects: &[Object<V>]) -> u64 {
    let mut all = Census::default();
    let mut groups: BTreeMap<&str, Census> = BTreeMap::new();
    for object in objects {
        let filter = &object.filter;
        all.add(filter.layer, filter.mask);
        if let Some(group) = &filter.group {
            groups.entry(group).or_default().add(filter.layer, filter.mask);
        }
    }
    all.pairs() - groups.values().map(Census::pairs).sum::<u64>()
}

/// The number of objects of each layer and mask.
#[derive(Default)]
struct Census(BTreeMap<(u32, u32), u64>);

impl Census {
    fn add(&mut self, layer: u32, mask: u32) {
        *self.0.entry((layer, mask)).or_default() += 1;
    }
    fn pairs(&self) -> u64 {
        let classes: Vec<_> = self
            .0
            .iter()
            .map(|(&(layer, mask), &count)| (layer, mask, count))
            .collect();
        let mut pairs = 0;
        for (i, &(layer, mask, count)) in classes.iter().enumerate() {
            if layer & mask != 0 {
                pairs += count * (count - 1) / 2;
            }
            let allowed = classes[i + 1..]
                .iter()
                .filter(|c| c.0 & mask != 0 && layer & c.1 != 0);
            pairs += count * allowed.map(|c| c.2).sum::<u64>();
        }
        pairs
    }
}
