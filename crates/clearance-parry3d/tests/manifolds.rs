//! Contact manifolds: that each point is where it says, that the deepest is as deep as the shapes are, and
//! that what is kept with a point stays with it.

mod kinds;

#[cfg(feature = "dim2")]
use clearance_parry2d::ClearanceDispatcher;
#[cfg(feature = "dim3")]
use clearance_parry3d::ClearanceDispatcher;
use clearance_testkit::{Hits, Random};
use kinds::{CONVEX, OTHERS, outside};
use parry::math::{Pose, Real, Vector};
use parry::query::details::ContactManifoldsWorkspace;
use parry::query::{ContactManifold, PersistentQueryDispatcher, QueryDispatcher};
use parry::shape::{Cuboid, Shape};

const ROUNDING: Real = 1e-5;
const MARGIN: Real = 0.1;

type Manifold = ContactManifold<(), u32>;

/// The manifolds of a pair from step to step, as a physics world keeps them.
#[derive(Default)]
struct Kept {
    manifolds: Vec<Manifold>,
    workspace: Option<ContactManifoldsWorkspace>,
}

impl Kept {
    fn update(&mut self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) {
        let (manifolds, workspace) = (&mut self.manifolds, &mut self.workspace);
        ClearanceDispatcher
            .contact_manifolds(pos12, g1, g2, MARGIN, manifolds, workspace)
            .expect("known kinds");
    }
    fn points(&self) -> impl Iterator<Item = (&Manifold, &parry::query::TrackedContact<u32>)> {
        self.manifolds
            .iter()
            .flat_map(|m| m.points.iter().map(move |c| (m, c)))
    }
}

#[test]
fn points_lie_on_both_shapes_along_the_normal() {
    let (mut random, mut hits) = (Random::new(31), Hits::default());
    for (name1, make1) in CONVEX {
        for (name2, make2) in CONVEX {
            for _ in 0..20 {
                let (g1, g2) = (make1(&mut random), make2(&mut random));
                let pos12 = kinds::pose(&mut random, if cfg!(feature = "dim2") { 2.0 } else { 1.5 });
                let mut kept = Kept::default();
                kept.update(&pos12, &*g1, &*g2);
                hits.count(check(
                    &pos12,
                    &*g1,
                    &*g2,
                    &kept,
                    &format!("{name1} and {name2}: {pos12:?}"),
                ));
            }
        }
    }
    hits.check("manifolds");
}

fn check(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, kept: &Kept, case: &str) -> bool {
    let contact = ClearanceDispatcher.contact(pos12, g1, g2, MARGIN).unwrap();
    let deepest = kept.points().map(|(_, c)| c.dist).fold(Real::MAX, Real::min);
    let Some(contact) = contact else {
        assert_eq!(kept.points().count(), 0, "{case}");
        return false;
    };
    assert!(
        (deepest - contact.dist).abs() <= ROUNDING,
        "{case}: {deepest} and {}",
        contact.dist
    );
    for (m, c) in kept.points() {
        let apart = pos12 * c.local_p2 - c.local_p1;
        assert!(
            (apart - m.local_n1 * c.dist).length() <= ROUNDING,
            "{case}: not along the normal"
        );
        assert!(
            (pos12.rotation * m.local_n2 + m.local_n1).length() <= ROUNDING,
            "{case}: two normals"
        );
        // Curved borders are clipped as polygons inside them.
        let out = outside(g1, c.local_p1).max(outside(g2, c.local_p2));
        assert!(out <= 20.0 * ROUNDING, "{case}: a point is {out} outside");
    }
    // Once one point is near, the whole face is there.
    assert!(deepest <= MARGIN, "{case}");
    true
}

#[test]
fn the_impulse_of_a_point_stays_with_it() {
    let cube = Cuboid::new(Vector::splat(0.5));
    let mut kept = Kept::default();
    let corners = if cfg!(feature = "dim2") { 2 } else { 4 };
    let mut marks = Vec::new();
    for step in 0..200 {
        let slide = Vector::Y * 0.999 + Vector::X * (0.001 * step as Real - 0.1);
        kept.update(&Pose::from_translation(slide), &cube, &cube);
        assert_eq!(kept.points().count(), corners, "step {step}");
        if step == 0 {
            kept.manifolds[0]
                .points
                .iter_mut()
                .zip(1..)
                .for_each(|(c, mark)| c.data = mark);
            marks = sorted_marks(&kept);
        } else if !(99..=101).contains(&step) {
            // Where the two lie flush, other corners become those of the common face.
            assert!(
                sorted_marks(&kept).iter().all(|(mark, _)| *mark != 0) || step > 99,
                "step {step}"
            );
        }
        if step == 98 {
            // Each mark is still at the same place of the second shape, or of the first.
            for ((before, p), (now, q)) in marks.iter().zip(sorted_marks(&kept)) {
                assert_eq!(*before, now);
                assert!((*p - q).length() < 0.1, "mark {now} went from {p} to {q}");
            }
        }
    }
}

/// A box that is tilted by 0.3 degrees touches with an edge; a world wants all of its lower face.
#[test]
fn a_tilted_face_has_all_of_its_points() {
    let cube = Cuboid::new(Vector::splat(0.5));
    let tilt = 0.005;
    #[cfg(feature = "dim2")]
    let tilted = Pose::from_parts(Vector::Y * 1.0024, parry::math::Rotation::from_angle(tilt));
    #[cfg(feature = "dim3")]
    let tilted = Pose::from_parts(
        Vector::Y * 1.0024,
        parry::math::Rotation::from_axis_angle(Vector::new(0.6, 0.0, 0.8), tilt),
    );
    // The far side is further away than the prediction distance.
    let (mut kept, prediction) = (Kept::default(), 0.001);
    ClearanceDispatcher
        .contact_manifolds(
            &tilted,
            &cube,
            &cube,
            prediction,
            &mut kept.manifolds,
            &mut kept.workspace,
        )
        .expect("known kinds");
    let corners = if cfg!(feature = "dim2") { 2 } else { 4 };
    assert_eq!(kept.points().count(), corners);
    let heights: Vec<_> = kept.points().map(|(_, c)| c.dist).collect();
    let rise = heights.iter().fold(0.0, |most: Real, h| most.max(*h));
    assert!(rise > 0.8 * tilt, "{heights:?}");
}

/// A pair that moved by less than half of the margin keeps its points in both shapes; its distances are those
/// of now. The same holds in a world a thousand times as large: no length is small by itself.
#[test]
fn what_moved_little_keeps_its_points() {
    for unit in [1.0, 1024.0] {
        let cube = Cuboid::new(Vector::splat(0.5 * unit));
        let (mut manifolds, mut workspace) = (Vec::<Manifold>::new(), None);
        let mut at = |x: Real, y: Real| {
            let (pos12, margin) = (
                Pose::from_translation((Vector::X * x + Vector::Y * y) * unit),
                0.01 * unit,
            );
            ClearanceDispatcher
                .contact_manifolds(&pos12, &cube, &cube, margin, &mut manifolds, &mut workspace)
                .expect("known kinds");
            let points = manifolds[0].points.iter();
            points
                .map(|c| (c.local_p1 / unit, c.dist / unit))
                .collect::<Vec<_>>()
        };
        let before = at(0.1, 1.002);
        for (slide, is_kept) in [(0.004, true), (0.006, false)] {
            let now = at(0.1 + slide, 1.001);
            let same = before.iter().zip(&now).all(|(p, q)| p.0 == q.0);
            assert_eq!(same, is_kept, "{unit}: {before:?} {now:?}");
            assert!(
                now.iter().all(|(_, dist)| (dist - 0.001).abs() < ROUNDING),
                "{now:?}"
            );
            at(0.1, 1.002);
        }
    }
}

fn sorted_marks(kept: &Kept) -> Vec<(u32, Vector)> {
    let mut all: Vec<_> = kept.points().map(|(_, c)| (c.data, c.local_p2)).collect();
    all.sort_by_key(|(mark, _)| *mark);
    all
}

#[test]
fn a_shape_that_comes_back_has_no_old_impulse() {
    let cube = Cuboid::new(Vector::splat(0.5));
    let mut kept = Kept::default();
    let at = |y: Real| Pose::from_translation(Vector::Y * y);
    kept.update(&at(0.99), &cube, &cube);
    kept.manifolds[0].points.iter_mut().for_each(|c| c.data = 7);
    kept.update(&at(2.0), &cube, &cube);
    assert_eq!(kept.points().count(), 0);
    kept.update(&at(0.99), &cube, &cube);
    assert!(kept.points().count() > 0 && kept.points().all(|(_, c)| c.data == 0));
}

/// A box that slides over a level mesh: no triangle pushes it sideways, though its lower edges dip below the
/// inner edges.
#[cfg(feature = "dim3")]
#[test]
fn inner_edges_push_nothing_sideways() {
    use parry::shape::{TriMesh, TriMeshFlags};
    let corners = (0..25)
        .map(|i| Vector::new((i / 5) as Real - 2.0, 0.0, (i % 5) as Real - 2.0))
        .collect();
    let cell = |i: u32| [[i, i + 1, i + 6], [i, i + 6, i + 5]];
    let triangles = (0..4)
        .flat_map(|x| (0..4).flat_map(move |z| cell(5 * x + z)))
        .collect();
    let mesh = TriMesh::with_flags(corners, triangles, TriMeshFlags::FIX_INTERNAL_EDGES).unwrap();
    let mut random = Random::new(33);
    for (name, make) in CONVEX
        .iter()
        .filter(|(name, _)| !["segment", "triangle", "round triangle"].contains(name))
    {
        for _ in 0..60 {
            let g2 = make(&mut random);
            let at = Vector::new(number(&mut random), 0.0, number(&mut random));
            let turned = Pose::new(at, kinds::position(&mut random, 2.0));
            let lowest = (turned
                * g2.as_support_map()
                    .unwrap()
                    .local_support_point(turned.rotation.inverse() * -Vector::Y))
            .y;
            let sunk = Pose::from_translation(Vector::Y * (-0.01 - lowest)) * turned;
            let mut kept = Kept::default();
            kept.update(&sunk, &mesh, &*g2);
            let deepest = kept.points().map(|(_, c)| c.dist).fold(Real::MAX, Real::min);
            assert!((deepest + 0.01).abs() < 1e-4, "{name}: {deepest} at {sunk:?}");
            for (m, c) in kept.points().filter(|(_, c)| c.dist < 0.0) {
                assert!(
                    m.local_n1.y > 0.9999,
                    "{name}: {} at depth {}",
                    m.local_n1,
                    -c.dist
                );
            }
        }
    }
}

#[cfg(feature = "dim3")]
fn number(random: &mut Random) -> Real {
    random.between(-0.6, 0.6) as Real
}

/// Parts are found by parry, each with a manifold of its own and the numbers of both parts.
#[test]
fn each_part_has_its_manifold() {
    let (mut random, mut hits) = (Random::new(34), Hits::default());
    for (name1, make1) in OTHERS.iter().skip(1) {
        for (name2, make2) in CONVEX.iter().chain(OTHERS) {
            if (*name1, *name2) == ("height field", "height field") {
                continue;
            }
            for _ in 0..10 {
                let (g1, g2) = (make1(&mut random), make2(&mut random));
                let pos12 = kinds::pose(&mut random, 2.0);
                let (mut kept, mut back) = (Kept::default(), Kept::default());
                kept.update(&pos12, &*g1, &*g2);
                back.update(&pos12.inverse(), &*g2, &*g1);
                let deepest = |kept: &Kept| kept.points().map(|(_, c)| c.dist).fold(Real::MAX, Real::min);
                let contact = ClearanceDispatcher.contact(&pos12, &*g1, &*g2, MARGIN).unwrap();
                let case = format!("{name1} and {name2}: {pos12:?}");
                for kept in [&kept, &back] {
                    match contact {
                        Some(c) => assert!(
                            (deepest(kept) - c.dist).abs() < 1e-4,
                            "{case}: {} and {}",
                            deepest(kept),
                            c.dist
                        ),
                        None => assert!(kept.points().all(|(_, c)| c.dist > MARGIN - 1e-4), "{case}"),
                    }
                }
                hits.count(contact.is_some());
            }
        }
    }
    hits.check("manifolds of parts");
}
