use clearance::scene::{Detail, Filter, Handle, Object, Scene};
use clearance::{Pose, d2::Shape, glam::DVec2};

const MAP: [&str; 5] =
    ["############", "#@.....#..$#", "#..##..#...#", "#..##.....$#", "############"];
const SPEED: f64 = 12.0; // cells a second
const TIME: f64 = 1.0 / 60.0; // seconds a frame

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Or read them from your keyboard.
    let keys = ["d".repeat(28), "s".repeat(13), "d".repeat(23), "w".repeat(13)].concat();

    // 1. The world: every cell of the map becomes an object of the scene.
    let mut scene = Scene::<DVec2>::default().with_detail(Detail::Manifold);
    let (mut hero, mut coins) = (None, Vec::new());
    for (row, line) in MAP.iter().enumerate() {
        for (column, cell) in line.chars().enumerate() {
            let place = Pose::at(DVec2::new(column as f64, -(row as f64)))?;
            // Walls are never tested against each other.
            let alone = Filter { group: -1, ..Filter::default() };
            match cell {
                '#' => drop(scene.add(
                    Object::new(Shape::cuboid(DVec2::splat(0.5))?, place).with_filter(alone),
                )?),
                '$' => coins.push(scene.add(Object::new(Shape::circle(0.25)?, place).sensor())?),
                '@' => hero = Some(scene.add(Object::new(Shape::circle(0.4)?, place))?),
                _ => {}
            }
        }
    }
    let hero = hero.ok_or("no hero on the map")?;

    for (frame, key) in keys.chars().enumerate() {
        // 2. Move: where the hero would be if nothing were in the way.
        let way = match key {
            'w' => DVec2::Y,
            'a' => DVec2::NEG_X,
            's' => DVec2::NEG_Y,
            _ => DVec2::X,
        };
        let place = position(&scene, hero) + SPEED * TIME * way;
        scene.set_pose(hero, Pose::at(place)?)?;

        // 3. Detect: what meets what now?
        scene.update()?;

        // 4. Respond: coins are taken, walls push the hero out.
        let taken: Vec<Handle> =
            scene.sensors().began().filter_map(|touch| touch.other(hero)).collect();
        for coin in taken {
            scene.remove(coin)?;
            coins.retain(|left| *left != coin);
            println!("frame {frame}: a coin, {} left", coins.len());
        }
        let mut place = position(&scene, hero);
        for touch in scene.contacts().iter() {
            let away = if touch.a == hero { -1.0 } else { 1.0 }; // the normal points from a to b
            let Some(manifold) = touch.manifold else { continue };
            let depth =
                manifold.contacts().iter().map(|contact| -contact.clearance).fold(0.0, f64::max);
            place += away * depth * manifold.normal;
        }
        scene.set_pose(hero, Pose::at(place)?)?;

        // 5. Draw.
        if frame % 30 == 0 || frame == keys.len() - 1 {
            println!("frame {frame}");
            draw(&scene, hero, &coins);
        }
    }
    Ok(())
}

fn position(scene: &Scene<DVec2>, object: Handle) -> DVec2 {
    scene.get(object).map_or(DVec2::ZERO, |found| found.pose().position())
}

/// The map as it is now: the hero is in the cell that is nearest.
fn draw(scene: &Scene<DVec2>, hero: Handle, coins: &[Handle]) {
    let floor = |line: &str| line.chars().map(|cell| if cell == '#' { '#' } else { '.' }).collect();
    let mut picture: Vec<Vec<char>> = MAP.iter().map(|line| floor(line)).collect();
    let signs = coins.iter().map(|coin| ('$', *coin)).chain([('@', hero)]);
    for (sign, object) in signs {
        let place = position(scene, object);
        picture[(-place.y + 0.5) as usize][(place.x + 0.5) as usize] = sign;
    }
    for line in picture {
        println!("{}", line.iter().collect::<String>());
    }
}
