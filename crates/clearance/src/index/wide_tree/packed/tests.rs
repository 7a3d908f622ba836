//! Boxes and slabs that are unpacked against those that were packed, which single precision compares exactly.

use alloc::vec::Vec;

use super::super::UnitBox;
use super::*;
use crate::noise;

/// A number from -1 to 1.
fn number(seed: &mut u64) -> f32 {
    (noise::next(seed) >> 40) as f32 / 8_388_608.0 - 1.0
}

/// One of `count`.
fn choice(seed: &mut u64, count: u64) -> u64 {
    (noise::next(seed) >> 33) % count
}

/// Two ends, of any size at any place, or with nothing between, or without end.
fn ends(seed: &mut u64, (at, size): (f32, f32)) -> [f32; 2] {
    let (low, more) = (at + size * number(seed), (size * number(seed)).abs());
    match choice(seed, 9) {
        0 => [low; 2],
        1 => [low, low.next_up()],
        2 => [at, at + f32::MIN_POSITIVE * number(seed).abs()],
        3 => [-0.0, f32::from_bits(1)],
        _ => [low, low + more],
    }
}

/// Along one axis: where, how large, and whether some boxes have no end.
type Axis = (f32, f32, bool);

fn axes(seed: &mut u64) -> [Axis; 3] {
    core::array::from_fn(|_| {
        let sizes = [0.0, 1e-42, 1e-30, 1e-10, 1e-4, 1.0, 1e7];
        let at = sizes[choice(seed, 7) as usize] * number(seed);
        (at, sizes[choice(seed, 7) as usize], choice(seed, 4) == 0)
    })
}

fn any_box(seed: &mut u64, axes: &[Axis; 3]) -> UnitBox {
    let ends = axes.map(|(at, size, is_endless)| {
        let [low, high] = ends(seed, (at, size));
        match (is_endless, choice(seed, 4)) {
            (true, 0) => [f32::NEG_INFINITY, high],
            (true, 1) => [low, f32::INFINITY],
            (true, 2) => [f32::NEG_INFINITY, f32::INFINITY],
            _ => [low, high],
        }
    });
    UnitBox {
        low: ends.map(|e| e[0]),
        high: ends.map(|e| e[1]),
    }
}

/// A node of some children: of each the box, whether it is a node, and how many items it has.
fn node(seed: &mut u64, boxes: &[UnitBox]) -> Node {
    let (mut node, mut next_node, mut next_leaf) = (Node::empty(), 70_000, 300);
    for (k, bounds) in boxes.iter().enumerate() {
        let child = if choice(seed, 2) == 0 {
            let count = 1 + choice(seed, LEAF as u64) as u8;
            let first = LEAF as u32 * next_leaf;
            next_leaf += 1;
            Child { first, count }
        } else {
            next_node += 1;
            Child {
                first: next_node - 1,
                count: 0,
            }
        };
        node.set(k, bounds, child);
    }
    node
}

/// How far all boxes reach along an axis, as far as that has an end.
fn width(boxes: &[UnitBox], axis: usize) -> f64 {
    let numbers = || boxes.iter().flat_map(|b| [b.low[axis], b.high[axis]]);
    let finite = || numbers().filter(|x| x.is_finite()).map(f64::from);
    let least = finite().fold(f64::INFINITY, f64::min);
    let most = finite().fold(f64::NEG_INFINITY, f64::max);
    let size = finite().fold(0.0, |size: f64, x| size.max(x.abs()));
    (most - least).max(0.0) + size * 1e-4 + 1e-26
}

/// Whether a box holds another, which it hardly exceeds; counts ends that are exact.
fn check(outer: &UnitBox, inner: &UnitBox, widths: [f64; 3], exact: &mut usize) {
    for (i, width) in widths.into_iter().enumerate() {
        let ends = [
            (inner.low[i], outer.low[i], 1.0),
            (inner.high[i], outer.high[i], -1.0),
        ];
        for (own, around, way) in ends {
            *exact += usize::from(own == around);
            if own.is_finite() {
                let room = (f64::from(own) - f64::from(around)) * way;
                assert!(
                    (0.0..=width / 100.0).contains(&room),
                    "{outer:?} around {inner:?}"
                );
            } else {
                assert_eq!(own, around);
            }
        }
    }
}

#[test]
fn an_unpacked_box_holds_the_packed_one() {
    let (mut seed, mut exact, mut endless) = (31, 0, 0);
    for _ in 0..4000 {
        let axes = axes(&mut seed);
        let count = 1 + choice(&mut seed, 8) as usize;
        let boxes: Vec<UnitBox> = (0..count).map(|_| any_box(&mut seed, &axes)).collect();
        let node = node(&mut seed, &boxes);
        let packed = Packed::of(&node);
        let unpacked = packed.unpacked();
        assert_eq!((packed.count(), unpacked.children), (count, node.children));
        endless += usize::from(packed.is_endless());
        let widths = [0, 1, 2].map(|axis| width(&boxes, axis));
        for (k, own) in boxes.iter().enumerate() {
            check(&unpacked.bounds(k), own, widths, &mut exact);
            for axis in (0..3).filter(|_| !packed.is_endless()) {
                let ([low, high], ends) = (packed.sides(axis, false), unpacked.bounds(k));
                assert_eq!([low[k], high[k]], [ends.low[axis], ends.high[axis]]);
                assert_eq!(packed.sides(axis, true), [high, low]);
            }
        }
    }
    assert!(
        exact > 10_000 && (1000..3500).contains(&endless),
        "{exact}, {endless}"
    );
}

/// Coordinates that no exponent reaches, and boxes that hold nothing.
#[test]
fn what_is_out_of_reach_is_without_end() {
    let far = UnitBox {
        low: [-1e38, 0.0, 0.0],
        high: [1e38, 1.0, 1.0],
    };
    for bounds in [far, UnitBox::EMPTY] {
        let unpacked = Packed::of(&node(&mut 1, &[bounds])).unpacked();
        assert_eq!(unpacked.bounds(0).low[0], f32::NEG_INFINITY);
        assert_eq!(unpacked.bounds(0).high[0], f32::INFINITY);
    }
}

#[test]
fn directions_are_near_and_of_length_1_at_most() {
    let mut seed = 32;
    for k in 0..10_000 {
        let mut direction = Vec3::new(number(&mut seed), number(&mut seed), number(&mut seed));
        direction[k % 3] *= [0.0, 1e-3, 1.0, 1.0][k % 4];
        let unpacked = Normal::near(direction * 1e-10).direction().as_dvec3();
        assert!((1.0 - 1e-6..=1.0).contains(&unpacked.length()), "{unpacked}");
        let off = unpacked.cross(direction.as_dvec3().normalize()).length();
        assert!(off < 0.5 * 2.0_f64.sqrt() / 511.0, "{off}");
    }
}

#[test]
fn an_unpacked_slab_holds_the_packed_one() {
    let (mut seed, mut stored, mut room) = (33, 0, 0.0);
    for _ in 0..4000 {
        let size = libm::exp2f(-10.0 * number(&mut seed).abs());
        let at = Vec3::new(number(&mut seed), number(&mut seed), number(&mut seed));
        let own = UnitBox {
            low: at.to_array(),
            high: (at + size).to_array(),
        };
        let mut packed = Packed::of(&node(&mut seed, &[own]));
        let child = packed.child(0);
        let normal = Normal::near(Vec3::new(number(&mut seed), number(&mut seed), number(&mut seed)));
        let middle = normal.direction().dot(at + 0.5 * size) + 0.3 * size * number(&mut seed);
        let thick = 0.5 * size * libm::exp2f(-12.0 * number(&mut seed).abs());
        let (low, high) = (middle - thick, middle + thick);
        packed.set_slabs(0, [Some(normal), None, None, None], |_, _| [low, high]);
        let slab = packed.unpacked().slabs.get(0);
        assert_eq!(packed.child(0), child);
        if slab.normal == Vec3::ZERO {
            continue;
        }
        assert_eq!(slab.normal, normal.direction());
        let (middle, half) = (f64::from(slab.middle), f64::from(slab.half));
        let [below, above] = [f64::from(low) - (middle - half), middle + half - f64::from(high)];
        assert!(below > 1e-6 && above > 1e-6);
        stored += 1;
        room += (half - 0.5 * f64::from(high - low) - f64::from(ROUNDING)) / half;
    }
    assert!(
        stored > 3800 && room / f64::from(stored) < 0.15,
        "{stored}, {room}"
    );
}

/// Of a node far from a slab, or much smaller, no number holds it.
#[test]
fn a_slab_that_no_number_holds_is_none() {
    let own = UnitBox {
        low: [1.0; 3],
        high: [1.001; 3],
    };
    for [low, high] in [[-1.0, 1.0], [1.5, 1.6], [0.0, f32::INFINITY]] {
        let mut packed = Packed::of(&node(&mut 1, &[own]));
        packed.set_slabs(0, [Some(Normal::near(Vec3::X)); 4], |_, _| [low, high]);
        assert_eq!(packed.unpacked().slabs.get(0).normal, Vec3::ZERO);
    }
}
