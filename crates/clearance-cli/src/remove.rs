//! `clearance remove`: which parts block which on their way out, and in which order they leave.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use clearance::assembly::Step;
use clearance_io::Problem;
use clearance_io::inputs::title;
use clearance_io::ways::{Directions, Removed, remove};

use crate::arguments::{Remove, WayFormat};
use crate::check::read;
use crate::progress::{waiting, watched};
use crate::{Convert, Status, output};

/// Finds the ways out, and prints them.
pub fn run(options: &Remove, convert: Option<&Convert>) -> Result<Status, Problem> {
    let access = options.reading.access(convert)?;
    let files: Vec<&Path> = options.files.iter().map(PathBuf::as_path).collect();
    let scene = waiting(&format!("reading {}", title(&files)), || read(&files, &access))?;
    let directions = Directions {
        own: options.own_axes,
        spread: options.spread,
        given: options.direction.clone(),
    };
    let removed = watched(|watch| remove(&scene, &directions, options.tolerance, watch));
    let Some(removed) = removed? else {
        return Ok(Status::Stopped);
    };
    output::print(|out| match options.format {
        WayFormat::Table => write(out, &removed),
        WayFormat::Json => writeln!(out, "{}", removed.json()),
    })?;
    Ok(match removed.stuck_groups.is_empty() {
        true => Status::Clear,
        false => Status::Overlap,
    })
}

/// The result for people: the steps, then what is stuck and by whom.
fn write(out: &mut dyn Write, removed: &Removed) -> io::Result<()> {
    let bold = Style::new().bold();
    for (i, step) in removed.steps.iter().enumerate() {
        let direction = &removed.names[step.direction];
        writeln!(
            out,
            "{bold}{:>3}{bold:#}  {direction:<4} {}",
            i + 1,
            names(removed, &step.parts)
        )?;
    }
    for group in &removed.stuck_groups {
        let red = AnsiColor::Red.on_default();
        writeln!(out, "{red}stuck{red:#} {}", names(removed, group))?;
        for &part in group {
            write_stuck(out, removed, part, group)?;
        }
    }
    writeln!(out, "{}", summary(removed))
}

/// Who blocks a part in each direction, of those that are stuck with it.
fn write_stuck(out: &mut dyn Write, removed: &Removed, part: usize, group: &[usize]) -> io::Result<()> {
    writeln!(out, "      {}", removed.parts[part].text)?;
    for (direction, name) in removed.names.iter().enumerate() {
        let blockers = removed
            .removal
            .blockers(part, direction)
            .iter()
            .map(|&by| by as usize);
        let blockers: Vec<usize> = blockers.filter(|by| group.contains(by)).collect();
        writeln!(out, "        {name:<4} {}", names(removed, &blockers))?;
    }
    Ok(())
}

fn names(removed: &Removed, parts: &[usize]) -> String {
    let names: Vec<_> = parts
        .iter()
        .map(|&part| removed.parts[part].text.as_str())
        .collect();
    names.join(", ")
}

fn summary(removed: &Removed) -> String {
    let stuck: usize = removed.stuck_groups.iter().map(Vec::len).sum();
    let is_group = |step: &&Step| step.parts.len() > 1;
    let groups = removed.steps.iter().filter(is_group).count();
    let together = match groups {
        0 => String::new(),
        1 => ", once a group together".to_owned(),
        _ => format!(", {groups} times a group together"),
    };
    format!(
        "{} parts, {} directions: {} steps{together}; {stuck} stuck",
        removed.parts.len(),
        removed.names.len(),
        removed.steps.len(),
    )
}
