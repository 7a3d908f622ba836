//! The clearance command: what touches what, how deep, in which direction.

mod arguments;
mod check;
mod demo;
mod progress;
mod query;
mod table;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};

/// What a command comes to: its exit status.
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
    let arguments = Arguments::parse();
    arguments.color.write_global();
    let status = match arguments.command {
        Command::Check(options) => check::run(&options),
        Command::Query(options) => query::run(&options),
        Command::Demo(options) => demo::run(&options),
        Command::Completions { shell } => {
            let mut command = Arguments::command();
            clap_complete::generate(shell, &mut command, "clearance", &mut std::io::stdout());
            Ok(Status::Clear)
        }
    };
    let status = status.unwrap_or_else(|error| {
        report(&error);
        Status::Unusable
    });
    ExitCode::from(status as u8)
}

/// Prints an error to stderr, and hints at the end of a pipe with silence.
fn report(error: &dyn std::fmt::Display) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    anstream::eprintln!("{style}error:{style:#} {error}");
}
