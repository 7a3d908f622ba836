//! Which pairs of an assembly are looked at, and how. The truth is a loop over all pairs.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clearance::assembly::{
    Action, Assembly, Candidates, Class, Interference, PartSet, Rule, Rules, Settings, Severity, Solid,
    Tolerance,
};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::math::Aabb;
use clearance::{Pose, Relation};
use clearance_testkit::Random;

use super::asked::{AUTO, moved};
use crate::assemblies::cuboid;

fn near(distance: f64) -> Settings {
    Settings {
        within: Some(distance),
        ..Settings::default()
    }
}

fn set(random: &mut Random, parts: usize) -> PartSet {
    match random.one_in(5) {
        true => PartSet::All,
        false => {
            let share = random.between(0.0, 0.7);
            let mut list: Vec<_> = (0..parts + 2)
                .filter(|_| random.between(0.0, 1.0) < share)
                .collect();
            list.extend(list.first().copied()); // once more: a set has it once
            PartSet::Of(list)
        }
    }
}

fn action(random: &mut Random) -> Action {
    let severities = [Severity::Error, Severity::Warning, Severity::Info];
    match random.one_in(4) {
        true => Action::Ignore,
        false => Action::Check(near(*random.pick(&[0.0, 0.4, 1.7])), *random.pick(&severities)),
    }
}

fn rules(random: &mut Random, parts: usize) -> Rules {
    let count = *random.pick(&[0, 1, 3, 70]); // more than a word has bits
    let rule = |_| Rule {
        a: set(random, parts),
        b: set(random, parts),
        action: action(random),
    };
    let list = (0..count).map(rule).collect();
    Rules {
        list,
        otherwise: action(random),
    }
}

fn has(set: &PartSet, part: usize) -> bool {
    match set {
        PartSet::All => true,
        PartSet::Of(list) => list.contains(&part),
    }
}

/// The rule and the action of a pair, by going through the rules.
fn first(rules: &Rules, a: usize, b: usize) -> (Option<usize>, Action) {
    let takes = |rule: &Rule| has(&rule.a, a) && has(&rule.b, b) || has(&rule.a, b) && has(&rule.b, a);
    let number = rules.list.iter().position(takes);
    (number, number.map_or(rules.otherwise, |i| rules.list[i].action))
}

#[test]
fn candidates_are_those_of_a_loop_over_all_pairs() {
    let mut random = Random::new(11);
    let (mut hits, mut all) = (0, 0);
    for _ in 0..300 {
        let parts = random.count(0, 24);
        let mut point = || DVec3::from_array([0; 3].map(|_| random.between(0.0, 5.0)));
        let boxes: Vec<_> = (0..parts)
            .map(|_| point())
            .map(|p| Aabb { min: p, max: p + 1.0 })
            .collect();
        let rules = rules(&mut random, parts);
        let allows = |a: usize, b: usize| (a + b) % 7 != 3;
        let candidates = Candidates::new(boxes.clone(), &rules, &allows);
        let found: Vec<_> = candidates
            .pairs()
            .map(|(a, b, taken)| (a, b, taken.rule))
            .collect();
        let mut expected = Vec::new();
        for a in 0..parts {
            for b in a + 1..parts {
                let (rule, action) = first(&rules, a, b);
                let apart = boxes[a].min - boxes[b].min;
                let gap = apart.abs().max_element() - 1.0;
                let is_near = action.settings().is_some_and(|settings| gap <= settings.reach());
                all += 1;
                if is_near && allows(a, b) {
                    expected.push((a, b, rule));
                }
            }
        }
        hits += expected.len();
        assert_eq!(found, expected, "{rules:?}");
    }
    assert!((all / 10..all / 2).contains(&hits), "{hits} of {all}");
}

fn row(count: usize) -> Assembly {
    let solid = Arc::new(Solid::new(
        Shape::cuboid(DVec3::splat(0.6)).expect("a box"),
        0.0,
        0.0,
    ));
    let mut assembly = Assembly::default();
    for i in 0..count {
        let pose = Pose::at(DVec3::X * i as f64).expect("finite");
        assembly.add(i.to_string(), solid.clone(), pose);
    }
    assembly
}

#[test]
fn a_rule_has_its_own_settings_and_the_first_decides() {
    let assembly = row(5); // each overlaps the next by 0.2, and is 0.8 from the one after it
    let tolerant = Settings {
        tolerance: Tolerance::Length(0.5),
        ..near(0.9)
    };
    let rule = |a: &[usize], b: &[usize], action| Rule {
        a: PartSet::Of(a.to_vec()),
        b: PartSet::Of(b.to_vec()),
        action,
    };
    let rules = Rules {
        list: vec![
            rule(&[2], &[1], Action::Ignore),
            rule(&[2], &[1, 3, 4], Action::Check(tolerant, Severity::Info)),
        ],
        ..Rules::from(Settings::default())
    };
    let found = assembly.check_by(&rules);
    let short = |pair: &Interference| (pair.a, pair.b, pair.rule, pair.severity, pair.finding.class);
    assert_eq!(
        found.iter().map(short).collect::<Vec<_>>(),
        [
            (0, 1, None, Severity::Error, Class::Interference),
            (2, 3, Some(1), Severity::Info, Class::Interference),
            (2, 4, Some(1), Severity::Info, Class::Near),
            (3, 4, None, Severity::Error, Class::Interference),
        ]
    );
    assert!(
        found
            .iter()
            .all(|pair| pair.finding.relation != Relation::Touching)
    );
    assert_eq!(found[1].finding.tolerance, 0.0, "flat faces have none");
    let lazily: Vec<_> = assembly.findings(&rules).collect();
    assert_eq!(lazily, found);
    let nothing_else = Rules {
        otherwise: Action::Ignore,
        ..rules
    };
    assert_eq!(assembly.check_by(&nothing_else), found[1..3]);
}

#[test]
fn a_check_that_was_stopped_goes_on_where_it_was() {
    let assembly = row(30);
    let rules = Rules::from(near(3.0));
    let candidates = assembly.candidates(&rules, &|a, b| (a, b) != (4, 5));
    let whole = assembly.run(&candidates, 0, &|_| Continue(()));
    assert_eq!((whole.next, whole.done), (None, whole.total));
    for after in [1, 2, 20, whole.total - 1] {
        let asked = AtomicU64::new(0);
        let begun = assembly.run(&candidates, 0, &|progress| {
            assert_eq!(progress.total, whole.total);
            asked.fetch_add(1, Ordering::Relaxed);
            if progress.done < after {
                Continue(())
            } else {
                Break(())
            }
        });
        assert!((after..=whole.total).contains(&begun.done));
        assert_eq!(begun.done, asked.into_inner());
        let mut pairs = candidates.pairs().map(|(a, b, _)| (a, b));
        assert_eq!(begun.next, pairs.nth(begun.done as usize));
        let rest = assembly.run(&candidates, begun.done, &|_| Continue(()));
        assert_eq!(rest.done, whole.total);
        assert_eq!([begun.found, rest.found].concat(), whole.found);
    }
    let beyond = assembly.run(&candidates, whole.total + 5, &|_| Continue(()));
    assert!(beyond.found.is_empty() && beyond.next.is_none());
}

/// A rule that looks far for few parts was a reason to look far for all: minutes.
#[test]
fn a_wide_rule_for_few_parts_is_no_work_for_the_others() {
    let place = |i: usize| DVec3::from_array([i % 47, i / 47 % 47, i / 2209].map(|k| k as f64 * 1.05));
    let boxes: Vec<_> = (0..100_000)
        .map(place)
        .map(|p| Aabb { min: p, max: p + 1.0 })
        .collect();
    let few = |first: usize| PartSet::Of((first..first + 10).collect());
    let rules = Rules {
        list: vec![Rule {
            a: few(50_008), // at the start of a row, as the others
            b: few(50_102),
            action: Action::Check(near(25.0), Severity::Error),
        }],
        ..Rules::from(near(0.1))
    };
    let start = std::time::Instant::now();
    let candidates = Candidates::new(boxes, &rules, &|_, _| true);
    let wide = candidates
        .pairs()
        .filter(|(_, _, taken)| taken.rule.is_some())
        .count();
    assert_eq!(wide, 100);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// All pairs of a wall of boxes: each touches those beside, above and at its corners.
#[test]
fn an_assembly_lists_its_pairs_in_order() {
    let brick = Arc::new(Solid::new(
        Shape::cuboid(DVec3::new(1.0, 0.5, 0.5)).expect("a box"),
        0.0,
        0.0,
    ));
    let mut wall = Assembly::default();
    for row in 0..3 {
        for column in 0..4 {
            let at = DVec3::new(2.0 * f64::from(column), 0.0, f64::from(row));
            wall.add(format!("{row}.{column}"), brick.clone(), moved(at));
        }
    }
    let found = wall.check(&AUTO);
    let near = |a: usize, b: usize| (a / 4).abs_diff(b / 4) <= 1 && (a % 4).abs_diff(b % 4) <= 1;
    let expected: Vec<_> = (0..12)
        .flat_map(|a| (a + 1..12).map(move |b| (a, b)))
        .filter(|&(a, b)| near(a, b))
        .collect();
    assert_eq!(
        found.iter().map(|pair| (pair.a, pair.b)).collect::<Vec<_>>(),
        expected
    );
    assert!(found.iter().all(|pair| pair.finding.class == Class::Contact));
}

/// Boxes that were grown by an infinite distance were not grown at all, so that pairs that are near were not
/// looked at.
#[test]
fn everything_is_near_within_infinity() {
    let pose = moved(DVec3::splat(1e6));
    let settings = Settings {
        within: Some(f64::INFINITY),
        ..AUTO
    };
    for shape in [
        cuboid(DVec3::ZERO, DVec3::ONE),
        Shape::sphere(1.0).expect("a ball"),
    ] {
        let solid = Arc::new(Solid::new(shape, 0.0, 0.0));
        let mut pair = Assembly::default();
        pair.add("here", solid.clone(), Pose::IDENTITY);
        pair.add("there", solid, pose);
        let found = pair.check(&settings);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].finding.class, Class::Near);
    }
}
