//! The clearance command: which shapes touch or overlap, how deep, in which direction.

mod arguments;
mod check;
mod demo;
mod output;
mod progress;
mod query;
mod table;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use clearance_io::Problem;

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
}

fn main() -> ExitCode {
    let status = match Arguments::try_parse() {
        Ok(arguments) => run(arguments),
        Err(help) => explain(&help),
    };
    let status = status.unwrap_or_else(|problem| {
        let style = anstyle::AnsiColor::Red.on_default().bold();
        output::tell(format_args!("{style}error:{style:#} {problem}"));
        Status::Unusable
    });
    ExitCode::from(status as u8)
}

fn run(arguments: Arguments) -> Result<Status, Problem> {
    arguments.color.write_global();
    match arguments.command {
        Command::Check(options) => check::run(&options),
        Command::Query(options) => query::run(&options),
        Command::Demo(options) => demo::run(&options),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "clearance", &mut script);
            output::print(|out| out.write_all(&script)).map(|()| Status::Clear)
        }
    }
}

/// The help or the version if they were asked for, or the error of the command line.
fn explain(help: &clap::Error) -> Result<Status, Problem> {
    let printed = help.print().and_then(|()| std::io::stdout().flush());
    match help.use_stderr() {
        true => Ok(Status::Unusable),
        false => output::printed(printed).map(|()| Status::Clear),
    }
}
