//! What each case costs in instructions: `bench --instructions [FILTER]`, run by `instructions.py` under callgrind.
//!
//! A clock needs an idle machine; a count of instructions does not, and is the same on every run. All inputs
//! are made first. Then the program says `ready`, the script switches the counting on, and sends a line for
//! each case, which calls [`counted`] once: callgrind counts within that function alone. After each case the
//! script takes the total.

use std::io::{BufRead, Write, stdin, stdout};

use crate::case::{Case, PAIRS};
use crate::engine::Pass;
use crate::{cast, ours, scene};

/// One call of a case, its inputs already made.
pub type Job = (String, Box<dyn FnMut()>);

/// Counts every case whose name contains the filter: pairs, casts and scenes of 10,000 boxes.
pub fn run(filter: &str) -> std::io::Result<()> {
    let mut jobs: Vec<Job> = pairs(filter)
        .chain(casts(filter))
        .chain(scene::jobs(filter))
        .collect();
    for (name, _) in &jobs {
        println!("{name}");
    }
    println!("ready");
    stdout().flush()?;
    for (name, job) in &mut jobs {
        stdin().lock().read_line(&mut String::new())?;
        counted(job);
        println!("{name}");
        stdout().flush()?;
    }
    Ok(())
}

/// The function that callgrind is told to count in.
#[inline(never)]
fn counted(job: &mut Box<dyn FnMut()>) {
    job();
}

fn pairs(filter: &str) -> impl Iterator<Item = Job> {
    let names = Case::names()
        .into_iter()
        .filter(move |name| name.contains(filter));
    names.flat_map(|name| {
        let case = Case::new(name);
        both(name, [ours::single(&case), ours::double(&case)])
    })
}

fn casts(filter: &str) -> impl Iterator<Item = Job> {
    let names = cast::Case::names()
        .into_iter()
        .filter(move |name| name.contains(filter));
    names.flat_map(|name| both(name, cast::passes(&cast::Case::new(name))))
}

/// A case in single and in double precision.
fn both(name: &str, passes: [Pass; 2]) -> [Job; 2] {
    let job = |precision: &str, mut pass: Pass| -> Job {
        let mut answers = vec![0.0; PAIRS];
        (
            format!("{name}/{precision}"),
            Box::new(move || pass(&mut answers)),
        )
    };
    let [single, double] = passes;
    [job("f32", single), job("f64", double)]
}
