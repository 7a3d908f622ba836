//! The plane in a window: shapes that turn, drawn by gizmos, yellow where they are sensors, with contact
//! points in red; a character that walks (arrow keys or A and D) and jumps (space); and a ray from the middle
//! to the mouse.
//!
//!     cargo run --release --manifest-path crates/bevy_clearance/examples-window/Cargo.toml

use bevy::color::palettes::css;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_clearance::{
    PushesCharacters, Sensor, SpatialQueryFilter,
    d2::{Character, CharacterInput, ClearanceGizmoPlugin, ClearancePlugin, Collider, SpatialQuery},
};

#[derive(Component)]
struct Turns(f32);

fn main() {
    App::new()
        .add_plugins(DefaultPlugins)
        .add_plugins((
            ClearancePlugin::default().with_contacts(),
            ClearanceGizmoPlugin::default(),
        ))
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, turn)
        .add_systems(Update, (steer, aim))
        .run();
}

fn spawn(mut commands: Commands) -> Result {
    commands.spawn(Camera2d);
    commands.spawn(Collider::half_space(Vec2::Y, -250.0)?);
    let shapes = [
        Collider::rectangle(Vec2::new(90.0, 40.0))?,
        Collider::capsule(30.0, 60.0)?,
        Collider::ellipse(Vec2::new(80.0, 40.0))?,
        Collider::polygon(
            [(0, 0), (90, 0), (90, 30), (30, 30), (30, 90), (0, 90)].map(point),
            [],
        )?,
    ];
    for (i, shape) in shapes.into_iter().enumerate() {
        let x = i as f32 * 150.0 - 225.0;
        let mut spawned = commands.spawn((
            shape,
            Turns(0.5 + i as f32 * 0.2),
            Transform::from_xyz(x, 60.0, 0.0),
        ));
        if i == 2 {
            spawned.insert(Sensor);
        }
    }
    let lift = (
        Collider::rectangle(Vec2::new(80.0, 10.0))?,
        PushesCharacters,
        Turns(0.3),
    );
    commands.spawn((lift, Transform::from_xyz(200.0, -200.0, 0.0)));
    let character = Character {
        gravity: 900.0,
        ..Character::new(20.0, 80.0)
    };
    commands.spawn((
        character,
        Collider::capsule(20.0, 20.0)?,
        Transform::from_xyz(-300.0, -150.0, 0.0),
    ));
    Ok(())
}

fn point((x, y): (i32, i32)) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

fn turn(mut shapes: Query<(&mut Transform, &Turns)>, time: Res<Time>) {
    for (mut transform, turns) in &mut shapes {
        transform.rotate_z(turns.0 * time.delta_secs());
    }
}

fn steer(keys: Res<ButtonInput<KeyCode>>, mut inputs: Query<&mut CharacterInput>) {
    let pressed = |keys_of: [KeyCode; 2]| f32::from(u8::from(keys.any_pressed(keys_of)));
    for mut input in &mut inputs {
        let right =
            pressed([KeyCode::ArrowRight, KeyCode::KeyD]) - pressed([KeyCode::ArrowLeft, KeyCode::KeyA]);
        input.velocity = Vec2::X * right * 200.0;
        if keys.just_pressed(KeyCode::Space) {
            input.jump = Some(450.0);
        }
    }
}

/// A ray from the middle to the mouse, as far as it gets.
fn aim(
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform)>,
    query: SpatialQuery,
    mut gizmos: Gizmos,
) -> Result {
    let (camera, at) = *camera;
    let mouse = window
        .cursor_position()
        .and_then(|cursor| camera.viewport_to_world_2d(at, cursor).ok());
    if let Some(mouse) = mouse.filter(|mouse| *mouse != Vec2::ZERO) {
        let hit = query.cast_ray(Vec2::ZERO, mouse, 1.0, &SpatialQueryFilter::default())?;
        let end = hit.map_or(mouse, |hit| hit.point);
        gizmos.line_2d(Vec2::ZERO, end, css::LIME);
        if let Some(normal) = hit.and_then(|hit| hit.normal) {
            gizmos.ray_2d(end, normal * 30.0, css::LIME);
        }
    }
    Ok(())
}
