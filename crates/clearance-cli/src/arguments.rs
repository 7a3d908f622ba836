//! The arguments of the command line, and its help.

mod check;
mod demo;
mod query;
mod reading;
mod values;
mod ways;

use clap::{Parser, Subcommand, ValueEnum};

use check::CHECK_HELP;
pub use check::{Check, Format};
use demo::DEMO_HELP;
pub use demo::Demo;
use query::QUERY_HELP;
pub use query::Query;
use ways::{PATH_HELP, REMOVE_HELP};
pub use ways::{Path, Remove, WayFormat};

/// Exact collision checks of scenes and single pairs of shapes
///
/// Reports which objects of a scene touch, overlap or contain each other. The answers are exact for the
/// numbers as given, not within some tolerance (for ellipses, ellipsoids, cylinders and cones: to the
/// precision of the numbers). Scenes are JSON, in 2D or 3D; 3D parts may also be meshes (STL, OBJ, PLY, glTF,
/// GLB, 3MF) and, with `python -m clearance` in place of `clearance`, STEP and IFC.
#[derive(Parser)]
#[command(name = "clearance", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// When to use colour (`auto`: on a terminal, unless NO_COLOR is set)
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", display_order = 100)]
    pub color: Color,
}

const EXAMPLES: &str = "\
Examples:
  clearance check scene.json                        a table of overlaps and touches, worst first
  clearance check plate.stl pin.stl                 two parts, already in place
  clearance check arm.json --report arm.html        also a page that shows it, to rotate and zoom
  clearance query < questions.jsonl                 single questions, one per line
  clearance demo --open                             shapes to drag, in a browser

Exit status: 0 nothing overlaps, 1 something does, 2 the input could not be used or the output could
not be written.
`clearance help check` and `clearance help query` explain what each reads and prints.";

#[derive(Subcommand)]
pub enum Command {
    /// Report which objects of a scene touch, overlap or contain each other
    ///
    /// Tests every pair of objects that the scene's layers, masks and groups allow. Reports the pairs that
    /// overlap or touch, with the depth, the direction and the place.
    #[command(after_long_help = CHECK_HELP)]
    Check(Box<Check>),
    /// Find out which parts block which on their way out, and in which order they can be taken out
    ///
    /// A part is blocked in a direction by each part that it would interfere with on the way to infinity, by
    /// more than the tolerance explains. Parts may slide along each other. The result says who blocks whom,
    /// an order in which parts leave one at a time, and, where no single part is free, which groups can leave
    /// together.
    #[command(after_long_help = REMOVE_HELP)]
    Remove(Remove),
    /// Move parts, and report what they meet on the way and how near they come to others
    ///
    /// Between the times that are looked at nothing is passed over. Parts in contact at the start may slide
    /// along each other. Moves come one after the other, and each is followed to its end.
    #[command(after_long_help = PATH_HELP)]
    Path(Path),
    /// Answer single questions, one per line
    ///
    /// Reads JSON Lines and writes JSON Lines in the same order, one answer for each question. A line may be
    /// 64 MiB long, and there may be any number of lines. A line that cannot be used is answered with an
    /// error, and the other lines are answered nevertheless.
    #[command(after_long_help = QUERY_HELP)]
    Query(Query),
    /// Show collision detection in a browser: drag shapes, see why they collide
    ///
    /// Serves the page that is built into this command to this computer only, until it is stopped (Ctrl+C).
    /// The page fetches nothing from elsewhere, and sends nothing that you load into it.
    #[command(after_long_help = DEMO_HELP)]
    Demo(Demo),
    /// Print a completion script for a shell
    ///
    /// For bash: clearance completions bash > ~/.local/share/bash-completion/completions/clearance
    ///
    /// For fish: clearance completions fish > ~/.config/fish/completions/clearance.fish
    ///
    /// For zsh: clearance completions zsh > DIR/_clearance, where DIR is one of $fpath
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Applies the choice to everything that is printed.
    pub fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
