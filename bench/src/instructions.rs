//! What each case costs in instructions: `bench --instructions [FILTER]`, run by `instructions.py` under
//! callgrind.
//!
//! A clock needs an idle machine; a count of instructions does not, and is the same on every run. All inputs
//! are made first, without the truth about them, which takes an oracle that is slow under valgrind. Then the
//! program says `ready`, the script switches the counting on and sends a line, and the program calls
//! [`counted`] once for each case: callgrind counts within that function alone, and writes its total at each
//! return.

use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

use crate::case::Case;
use crate::engine::Pass;
use crate::{cast, character, masks, ours, scene};

/// One call of a case, its inputs already made.
pub type Job = (String, Box<dyn FnMut()>);

/// Pairs or casts of a case: of the 2048 that are timed, the first.
const FEW: usize = 256;

/// Counts every case whose name contains the filter; of scenes, those of 10,000 boxes.
pub fn run(filter: &str) -> Result<(), Box<dyn Error>> {
    let mut jobs: Vec<Job> = pairs(filter)
        .chain(casts(filter))
        .chain(scene::jobs(filter))
        .chain(character::jobs(filter)?)
        .chain(masks::jobs(filter))
        .collect();
    for (name, _) in &jobs {
        println!("{name}");
    }
    println!("ready");
    stdout().flush()?;
    stdin().lock().read_line(&mut String::new())?;
    jobs.iter_mut().for_each(|(_, job)| counted(job));
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
        let case = Case::new(name, FEW);
        both(name, [ours::single(&case), ours::double(&case)])
    })
}

fn casts(filter: &str) -> impl Iterator<Item = Job> {
    let names = cast::Case::names()
        .into_iter()
        .filter(move |name| name.contains(filter));
    names.flat_map(|name| both(name, cast::passes(&cast::Case::new(name, FEW))))
}

/// A case in single and in double precision.
fn both(name: &str, passes: [Pass; 2]) -> [Job; 2] {
    let job = |precision: &str, mut pass: Pass| -> Job {
        let mut answers = vec![0.0; FEW];
        (
            format!("{name}/{precision}"),
            Box::new(move || pass(&mut answers)),
        )
    };
    let [single, double] = passes;
    [job("f32", single), job("f64", double)]
}
