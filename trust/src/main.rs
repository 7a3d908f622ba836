//! The command: runs every class of cases for a while, and reports the results.

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use clearance_trust::classes;
use clearance_trust::run::{Plan, run};

/// Tests clearance with questions whose exact answers are known by other means.
///
/// Exit status: 0 if every answer was right, 1 if one was wrong.
#[derive(Parser)]
#[command(name = "clearance-trust")]
struct Arguments {
    /// How many minutes to run.
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// Only these classes.
    #[arg(long = "class", value_name = "NAME")]
    classes: Vec<String>,
    /// The seed of the first case; each further case has the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// This many cases of each class instead of a time: `--class NAME --seed N --cases 1` repeats one case.
    #[arg(long)]
    cases: Option<u64>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let is_asked = |name: &str| arguments.classes.is_empty() || arguments.classes.iter().any(|c| c == name);
    let chosen: Vec<_> = classes::ALL.iter().filter(|class| is_asked(class.name)).collect();
    if chosen.is_empty() || chosen.len() < arguments.classes.len() {
        let names: Vec<_> = classes::ALL.iter().map(|class| class.name).collect();
        eprintln!("a class is one of: {}", names.join(", "));
        return ExitCode::from(2);
    }
    let plan = Plan {
        time: Duration::from_secs_f64(arguments.minutes.clamp(0.0, 1e6) * 60.0),
        seed: arguments.seed,
        cases: arguments.cases,
    };
    if run(&chosen, &plan) {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}
