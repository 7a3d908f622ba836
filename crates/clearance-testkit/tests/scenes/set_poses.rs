//! `Scene::set_poses` does the same as moving objects one by one, on one thread and on several.

use clearance::glam::{DQuat, DVec3};
use clearance::index::{IndexKind, Threads};
use clearance::math::Pose;
use clearance::scene::{Detail, Handle, Object, Scene};
use clearance_testkit::Random;

type Bodies = Scene<DVec3, usize>;

/// More objects than one thread takes at a time; some of them are removed again.
fn scene(threads: Threads, turned: bool) -> (Bodies, Vec<Handle>) {
    let mut rng = Random::new(7);
    let mut scene = Bodies::new(IndexKind::Auto)
        .with_detail(Detail::Relation)
        .with_threads(threads);
    let shape = std::sync::Arc::new(clearance::d3::Shape::cuboid(DVec3::new(1.0, 0.5, 0.25)).unwrap());
    let mut handles: Vec<Handle> = (0..36_000)
        .map(|i| {
            let pose = Pose::at(rng.vector(48.0)).unwrap();
            let pose = if turned && i == 0 { next(i, 0, &pose) } else { pose };
            scene
                .add(Object::new(std::sync::Arc::clone(&shape), pose).with_data(i))
                .unwrap()
        })
        .collect();
    for k in (0..2_000).rev() {
        scene.remove(handles.remove(k * 7)).unwrap();
    }
    (scene, handles)
}

/// Every third object is turned as well.
fn next(i: usize, step: usize, pose: &Pose<DVec3>) -> Pose<DVec3> {
    let moved = pose.moved_to(pose.position() * 0.99 + 0.1).unwrap();
    if i.is_multiple_of(3) {
        let axis = DVec3::new(1.0, i as f64, step as f64).normalize();
        return moved.turned(DQuat::from_axis_angle(axis, 0.3)).unwrap();
    }
    moved
}

/// Whether an object moves in this step: first all do, then most, then few.
fn moves(i: usize, step: usize) -> bool {
    match step {
        0 => true,
        1 => !i.is_multiple_of(5),
        _ => i.is_multiple_of(1_000),
    }
}

#[test]
fn many_poses_at_once_are_the_same_as_one_by_one_on_any_number_of_threads() {
    for turned in [false, true] {
        let (mut single, handles) = scene(Threads::One, turned);
        let mut others = [Threads::One, Threads::All].map(|threads| scene(threads, turned).0);
        for step in 0..3 {
            for &handle in &handles {
                let object = single.get(handle).unwrap();
                if moves(*object.data(), step) {
                    let pose = next(*object.data(), step, object.pose());
                    single.set_pose(handle, pose).unwrap();
                }
            }
            single.update().unwrap();
            let began: Vec<_> = single
                .contacts()
                .began()
                .map(|touch| [touch.a, touch.b])
                .collect();
            assert!(step > 1 || !began.is_empty());
            for scene in &mut others {
                scene.set_poses(|_, pose, i| moves(*i, step).then(|| next(*i, step, &pose)));
                scene.update().unwrap();
                scene.validate().unwrap();
                for &handle in &handles {
                    let (a, b) = (single.get(handle).unwrap(), scene.get(handle).unwrap());
                    assert_eq!((a.pose(), a.aabb()), (b.pose(), b.aabb()));
                }
                assert_eq!(single.contacts().len(), scene.contacts().len());
                let also = scene.contacts().began().map(|touch| [touch.a, touch.b]);
                assert!(also.eq(began.iter().copied()));
            }
        }
    }
}

#[test]
fn only_what_was_moved_has_changed() {
    let (mut scene, _) = scene(Threads::All, false);
    scene.update().unwrap();
    let all = scene.candidate_count();
    scene.set_poses(|_, pose, i| (*i == 12_345).then_some(pose));
    scene.update().unwrap();
    assert!(scene.candidate_count() < 100 && all > 1_000, "{all}");
    scene.set_poses(|_, _, data| {
        *data += 1;
        None
    });
    scene.update().unwrap();
    assert_eq!(scene.candidate_count(), 0);
    assert!(scene.iter().any(|object| *object.data() == 20_000));
}

/// Some objects by handle, one of them twice: the same as one after the other. If one cannot be moved, none
/// is.
#[test]
fn positions_of_some_are_those_of_one_by_one_or_none() {
    let (mut single, handles) = scene(Threads::One, true);
    let (mut many, _) = scene(Threads::One, true);
    let mut rng = Random::new(8);
    for count in [1, 40, 9_000] {
        let any = |_| (*rng.pick(&handles), rng.vector(48.0));
        let mut moves: Vec<(Handle, DVec3)> = (0..count).map(any).collect();
        moves.push((moves[0].0, moves[count / 2].1));
        for &(handle, position) in &moves {
            single.get_mut(handle).unwrap().set_position(position).unwrap();
        }
        many.set_positions(&moves).unwrap();
        for scene in [&mut single, &mut many] {
            scene.update().unwrap();
            scene.validate().unwrap();
        }
        let pairs =
            |scene: &Bodies| -> Vec<_> { scene.contacts().iter().map(|touch| [touch.a, touch.b]).collect() };
        assert!(pairs(&many).len() > 1_000 && pairs(&many) == pairs(&single));
        for &handle in &handles {
            assert_eq!(
                many.get(handle).unwrap().pose(),
                single.get(handle).unwrap().pose()
            );
        }
    }
    let [a, gone] = [handles[5], handles[6]];
    many.remove(gone).unwrap();
    let before = *many.get(a).unwrap().pose();
    for bad in [
        (gone, DVec3::ZERO),
        (handles[7], DVec3::NAN),
        (handles[7], DVec3::splat(1e300)),
    ] {
        assert!(many.set_positions(&[(a, DVec3::X), bad]).is_err());
        assert_eq!(*many.get(a).unwrap().pose(), before);
    }
}
