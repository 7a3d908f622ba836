//! `clearance path`: what parts meet when they are moved, and how near they come to others.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clearance_io::answer::brief;
use clearance_io::inputs::title;
use clearance_io::report::motion_page;
use clearance_io::scene::Scene;
use clearance_io::ways::{Followed, FollowedMove, Moves, path, shown};
use clearance_io::{Code, Problem};

use crate::arguments::{Path, WayFormat};
use crate::check::read;
use crate::progress::waiting;
use crate::stop::Stop;
use crate::{Convert, Status, output};

/// How many times of each move a report shows.
const STEPS: u32 = 100;

/// Follows the moves, and prints what they meet.
pub fn run(options: &Path, convert: Option<&Convert>) -> Result<Status, Problem> {
    let access = options.reading.access(convert)?;
    let files = [options.scene.as_path()];
    let scene = waiting(&format!("reading {}", title(&files)), || read(&files, &access))?;
    let moves = Moves::File(&options.moves, &access);
    let stop = Stop::watch();
    let reports = Report::all(options)?;
    let steps = if reports.is_empty() { 0 } else { STEPS };
    let followed = waiting("following the moves", || {
        path(&scene, &moves, options.tolerance, steps, &|| stop.flow())
    });
    let Some(followed) = followed? else {
        return Ok(Status::Stopped);
    };
    for (file, kind) in reports {
        write_report(file, kind, &title(&files), &scene, &followed)?;
    }
    output::print(|out| match options.format {
        WayFormat::Table => write(out, &followed),
        WayFormat::Json => writeln!(out, "{}", followed.json()),
    })?;
    Ok(match (followed.has_contacts(), followed.is_certified()) {
        (true, _) => Status::Overlap,
        (false, true) => Status::Clear,
        (false, false) => Status::Unusable,
    })
}

/// The kinds of reports, by the endings of their names.
#[derive(Clone, Copy)]
enum Report {
    Page,
    Picture,
    Rows,
}

impl Report {
    /// Checked before the work, so that an invalid name costs no time.
    fn all(options: &Path) -> Result<Vec<(&std::path::Path, Self)>, Problem> {
        let files = options.report.iter().map(PathBuf::as_path);
        files.map(|file| Ok((file, Self::of(file)?))).collect()
    }
    fn of(file: &std::path::Path) -> Result<Self, Problem> {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("html" | "htm") => Ok(Self::Page),
            Some("svg") => Ok(Self::Picture),
            Some("csv") => Ok(Self::Rows),
            _ => {
                let message = "the name of a report of a path must end in .html, .svg or .csv";
                Err(Problem::new(Code::UnsupportedPair, message).in_file(file))
            }
        }
    }
}

fn write_report(
    file: &std::path::Path,
    kind: Report,
    title: &str,
    scene: &Scene,
    followed: &Followed,
) -> Result<(), Problem> {
    let content = match kind {
        Report::Page => {
            let parts = shown(scene)?;
            let written = motion_page(title, &parts, followed);
            for line in &written.left_out {
                output::tell(format_args!("note: {}: {line}", file.display()));
            }
            written.content
        }
        Report::Picture => followed.svg(title, scene.unit())?.into_bytes(),
        Report::Rows => followed.csv()?.into_bytes(),
    };
    output::save(file, &content)
}

/// The result for people: each move, what it meets in the order of time, and the least clearance.
fn write(out: &mut dyn Write, followed: &Followed) -> io::Result<()> {
    let (bold, red) = (Style::new().bold(), AnsiColor::Red.on_default());
    let name = |part: usize| followed.ids[part].text.as_str();
    for (i, FollowedMove { parts, report, .. }) in followed.moves.iter().enumerate() {
        let names: Vec<_> = parts.iter().map(|&part| name(part)).collect();
        writeln!(out, "{bold}move {}{bold:#}  {}", i + 1, names.join(", "))?;
        for contact in &report.contacts {
            let at = followed
                .coordinates(contact.point)
                .into_iter()
                .map(brief)
                .collect::<Vec<_>>();
            let (part, with) = (name(contact.part), name(contact.with));
            let time = brief(contact.time);
            writeln!(
                out,
                "  {red}{part} meets {with}{red:#} at time {time}, at ({})",
                at.join(", ")
            )?;
        }
        match &report.least_clearance {
            Some(least) if report.contacts.is_empty() => {
                let (value, time) = (brief(least.value), brief(least.time));
                let (part, with) = (name(least.part), name(least.with));
                writeln!(
                    out,
                    "  nothing is met; least clearance {value}, of {part} and {with} at time {time}"
                )?;
            }
            Some(_) => {}
            None => writeln!(out, "  there is no other part")?,
        }
        if !report.is_certified {
            writeln!(
                out,
                "  not certified: a search did not come to its end, or a mesh is open"
            )?;
        }
    }
    Ok(())
}
