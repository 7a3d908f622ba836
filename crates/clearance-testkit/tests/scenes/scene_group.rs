//! Sprites and groups, compared with the definition of each choice, computed from the corners; and the
//! borderline cases of pygame.

use clearance::glam::{DVec2, Vec2};
use clearance::math::{Pose, Real, Rotation2};
use clearance::pair::{intersects, relation};
use clearance::scene::{CollideBy, Filter, Handle, Object, Scene};
use clearance::shape::Shape2;
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

/// A ball, or a box as a hull of its corners, turned or not: its bounding circle and rectangle are known
/// without the library.
struct Sprite<V: TestSpace> {
    object: Object<V>,
    ball: Option<f64>,
    low: Vec<f64>,
    high: Vec<f64>,
}

fn any_sprite<V: TestSpace>(random: &mut Random) -> Sprite<V> {
    let at: V = random.grid(2);
    let size: Vec<f64> = (0..V::DIM).map(|_| random.whole(1, 4) as f64 * 0.5).collect();
    let (shape, ball) = if random.one_in(2) {
        (V::ball(Real::lit(size[0])).unwrap(), Some(size[0]))
    } else {
        (V::cuboid(V::from_fn(|k| Real::lit(size[k]))).unwrap(), None)
    };
    let reach = |k: usize| ball.unwrap_or(size[k]);
    let center = |k: usize| at.get(k).to_f64();
    Sprite {
        // This filter meets nothing: filters do not matter to groups.
        object: Object::new(shape, Pose::at(at).unwrap()).with_filter(Filter {
            mask: 0,
            ..Filter::default()
        }),
        ball,
        low: (0..V::DIM).map(|k| center(k) - reach(k)).collect(),
        high: (0..V::DIM).map(|k| center(k) + reach(k)).collect(),
    }
}

impl<V: TestSpace> Sprite<V> {
    /// The squared radius of the circle around the box, or of the ball.
    fn radius_squared(&self) -> f64 {
        let squares = self.low.iter().zip(&self.high);
        self.ball.map_or_else(
            || squares.map(|(low, high)| (high - low) * (high - low) / 4.0).sum(),
            |r| r * r,
        )
    }
    /// Whether the circles meet: d <= r + s, in squares only, so that half-integers are exact. `None` where
    /// rounding may decide.
    fn circle_meets(&self, other: &Self) -> Option<bool> {
        let middle = |sprite: &Self, k: usize| (sprite.low[k] + sprite.high[k]) / 2.0;
        let apart: f64 = (0..V::DIM)
            .map(|k| (middle(self, k) - middle(other, k)).powi(2))
            .sum();
        let reach = self.radius_squared().sqrt() + other.radius_squared().sqrt();
        let both_balls = self.ball.is_some() && other.ball.is_some();
        let close = (apart.sqrt() - reach).abs() < 1e-5;
        (both_balls || !close).then_some(apart <= reach * reach)
    }
    fn box_meets(&self, other: &Self) -> bool {
        (0..V::DIM).all(|k| self.low[k] < other.high[k] && other.low[k] < self.high[k])
    }
}

fn every_choice_means_what_it_says<V: TestSpace>() {
    let mut random = Random::new(41);
    let mut hits = [(); 4].map(|()| Hits::default());
    for margin in [0.0, 0.75] {
        let mut scene = Scene::<V>::default().with_margin(Real::lit(margin)).unwrap();
        let sprites: Vec<Sprite<V>> = (0..60).map(|_| any_sprite(&mut random)).collect();
        let group: Vec<Handle> = sprites
            .iter()
            .map(|sprite| scene.add(sprite.object.clone()).unwrap())
            .collect();
        scene.update().unwrap();
        for (one, sprite) in group.iter().zip(&sprites) {
            let found = |by| scene.collide_one_with_group(*one, &group, by).unwrap();
            let all = [
                CollideBy::Circle,
                CollideBy::Box,
                CollideBy::Mask,
                CollideBy::Exact,
            ]
            .map(found);
            for (handle, other) in group.iter().zip(&sprites).filter(|(handle, _)| *handle != one) {
                let placed = [one, handle].map(|handle| scene.get(*handle).unwrap());
                let [a, b] = [0, 1].map(|i: usize| placed[i].placed());
                let truth = [
                    sprite.circle_meets(other),
                    Some(sprite.box_meets(other)),
                    Some(relation(a, b).overlaps()),
                    Some(intersects(a, b)),
                ];
                for ((found, truth), hits) in all.iter().zip(truth).zip(&mut hits) {
                    let is_found = found.contains(handle);
                    assert!(truth.is_none_or(|truth| truth == is_found), "{a:?} {b:?}");
                    hits.count(is_found);
                }
            }
            assert!(all.iter().all(|found| !found.contains(one)));
            let places = |found: &[Handle]| -> Vec<usize> {
                found
                    .iter()
                    .map(|h| group.iter().position(|g| g == h).unwrap())
                    .collect()
            };
            assert!(all.iter().all(|found| places(found).is_sorted()));
        }
    }
    if V::DIM == 2 {
        hits.iter().for_each(|hits| hits.check("sprites"));
    }
}
for_each_space!(every_choice_means_what_it_says);

#[test]
fn where_pygame_draws_the_line() {
    let mut scene = Scene::<DVec2>::default();
    let at = |x: f64, y: f64| Pose::at(DVec2::new(x, y)).unwrap();
    let square = || Shape2::cuboid(DVec2::splat(5.0)).unwrap();
    let hero = scene.add(Object::new(square(), at(5.0, 5.0))).unwrap();
    let beside = scene.add(Object::new(square(), at(15.0, 5.0))).unwrap();
    let point = scene.add(Object::new(Shape2::Point, at(5.0, 5.0))).unwrap();
    let ground = Shape2::half_space(DVec2::Y, -100.0).unwrap();
    let ground = scene.add(Object::new(ground, Pose::IDENTITY)).unwrap();
    let turned = at(15.0, 15.0).turned(Rotation2::from_angle(0.785)).unwrap();
    let diamond = scene.add(Object::new(square(), turned)).unwrap();
    let group = [beside, point, ground, diamond];
    let found = |by| scene.collide_one_with_group(hero, &group, by).unwrap();
    // Rectangles that share an edge do not collide, nor does one of size 0. For a turned sprite it is the
    // rectangle around it.
    assert_eq!(found(CollideBy::Box), [ground, diamond]);
    // The circle goes through the corners of its rectangle, and touching counts.
    assert_eq!(found(CollideBy::Circle), [beside, point, ground, diamond]);
    // A shared border is not enough; a point inside is.
    assert_eq!(found(CollideBy::Mask), [point]);
    assert_eq!(found(CollideBy::Exact), [beside, point]);
}

#[test]
fn members_that_are_gone_are_passed_over_and_a_sprite_that_is_gone_is_an_error() {
    let mut scene = Scene::<Vec2>::default();
    let ball = || Object::new(Shape2::circle(1.0).unwrap(), Pose::IDENTITY);
    let [a, b, c] = [(); 3].map(|()| scene.add(ball()).unwrap());
    scene.remove(b).unwrap();
    let by = CollideBy::default();
    assert_eq!(scene.collide_one_with_group(a, &[c, b, a], by).unwrap(), [c]);
    assert!(scene.collide_one_with_group(b, &[a], by).is_err());
}
