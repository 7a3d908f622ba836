//! The clearance command: which shapes touch or overlap, how deep, in which direction.
//!
//! A library, so that the Python package runs the same command: [`run`] takes the arguments and gives the
//! exit status.

mod arguments;
mod bounded;
mod check;
mod compare;
#[cfg(feature = "demo")]
mod demo;
mod output;
mod path;
mod plan;
mod progress;
mod query;
mod remove;
mod stop;
mod table;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::{CommandFactory, Parser};
use clearance_io::Problem;
use clearance_io::mesh::Part;

use arguments::{Arguments, Command};

/// The result of a command: its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// Nothing overlaps, or every question was answered.
    Clear = 0,
    /// Something overlaps.
    Overlap = 1,
    /// The input, or a part of it, could not be used.
    Unusable = 2,
    /// It was stopped (Ctrl-C); what it had is written.
    Stopped = 130,
}

/// Makes parts of a STEP or IFC file, at most this far from its curved faces; without a distance, at one that
/// suits its size.
pub type Convert = Arc<dyn Fn(&Path, Option<f64>) -> Result<Vec<Part>, Problem> + Send + Sync>;

/// Has the pairs of a check decided elsewhere: by other processes, on other machines.
pub trait Spread {
    /// Into how many tiles a scene is divided.
    fn tiles(&self) -> usize;
    /// Decides the tasks with [`decide_task`](clearance_io::on_disk::decide_task), given the file of shapes,
    /// and calls `take` with what each of them returned, in any order.
    fn run(
        &self,
        shapes: &Path,
        tasks: Vec<Vec<u8>>,
        take: &mut (dyn FnMut(&[u8]) -> Result<(), Problem> + Send),
    ) -> Result<(), Problem>;
}

/// Runs the command with these arguments, of which the first is its name, and returns its exit status. It
/// reads and writes the streams and files of the process.
///
/// ```
/// assert_eq!(clearance_cli::run(["clearance".into(), "check".into(), "no such file.json".into()], None), 2);
/// ```
pub fn run(arguments: impl IntoIterator<Item = OsString>, convert: Option<&Convert>) -> u8 {
    run_spread(arguments, convert, None)
}

/// The same, with the pairs of `check` decided elsewhere.
pub fn run_spread(
    arguments: impl IntoIterator<Item = OsString>,
    convert: Option<&Convert>,
    spread: Option<&dyn Spread>,
) -> u8 {
    let status = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => run_parsed(arguments, convert, spread),
        Err(help) => explain(&help),
    };
    let status = status.unwrap_or_else(|problem| {
        let style = anstyle::AnsiColor::Red.on_default().bold();
        output::tell(format_args!("{style}error:{style:#} {problem}"));
        Status::Unusable
    });
    status as u8
}

fn run_parsed(
    arguments: Arguments,
    convert: Option<&Convert>,
    spread: Option<&dyn Spread>,
) -> Result<Status, Problem> {
    arguments.color.write_global();
    match arguments.command {
        Command::Check(options) => check::run(&options, convert, spread),
        Command::Remove(options) => remove::run(&options, convert),
        Command::Path(options) => path::run(&options, convert),
        Command::Query(options) => query::run(&options, convert),
        #[cfg(feature = "demo")]
        Command::Demo(options) => demo::run(&options),
        #[cfg(not(feature = "demo"))]
        Command::Demo(_) => Err(Problem::new(clearance_io::Code::UnknownOp, WITHOUT_DEMO)),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "clearance", &mut script);
            output::print(|out| out.write_all(&script)).map(|()| Status::Clear)
        }
    }
}

#[cfg(not(feature = "demo"))]
const WITHOUT_DEMO: &str = "this build has no page; the program has it: cargo install clearance-cli";

/// The help or the version if they were asked for, or the error of the command line.
fn explain(help: &clap::Error) -> Result<Status, Problem> {
    let printed = help.print().and_then(|()| std::io::stdout().flush());
    match help.use_stderr() {
        true => Ok(Status::Unusable),
        false => output::printed(printed).map(|()| Status::Clear),
    }
}
