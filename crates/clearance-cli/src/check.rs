//! `clearance check`: tests a scene pair by pair.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clearance::shape::DataSpace;
use clearance_io::check::{Checked, CheckedList, Classified, Findings, Plan, Tally, check_by};
use clearance_io::files::{Access, OUTSIDE};
use clearance_io::inputs::{read_files, title};
use clearance_io::junit::write_junit;
use clearance_io::known::digest;
use clearance_io::report::{BcfOptions, Drawn, Kind, Report};
use clearance_io::rules::RuleFile;
use clearance_io::scene::{Objects, Scene, read_stream};
use clearance_io::shape::ReadSpace;
use clearance_io::{Code, Problem, table as tables};

use crate::arguments::{Check, Format};
use crate::compare::Known;
use crate::progress::{waiting, watched};
use crate::{Convert, Spread, Status, bounded, output, plan, table};

/// Checks the files and prints the result.
pub fn run(
    options: &Check,
    convert: Option<&Convert>,
    spread: Option<&dyn Spread>,
) -> Result<Status, Problem> {
    if spread.is_some() && (options.report.is_some() || options.resume.is_some() || options.init.is_some()) {
        return Err(Problem::new(Code::UnsupportedPair, NOT_ELSEWHERE));
    }
    // Checked before the work, so that an invalid name costs no time.
    let kind = options
        .report
        .as_deref()
        .map(|file| kind_of(file, options))
        .transpose()?;
    let access = options.reading.access(convert)?;
    let files: Vec<_> = options.files.iter().map(PathBuf::as_path).collect();
    let asked = Asked {
        options,
        title: title(&files),
        kind,
        rules: plan::rules(options, &access)?,
        known: Known::read(options, &access)?,
    };
    if spread.is_some() || options.memory.is_some() {
        return bounded::run(&files, access, &asked, spread);
    }
    let scene = waiting(&format!("reading {}", asked.title), || read(&files, &access));
    run_whole(&scene.map_err(with_hint)?, &asked)
}

const NOT_ELSEWHERE: &str = "--report, --resume and --init need shapes or an order that other processes do not give: leave out --scheduler";

/// Checks a scene that is in memory.
pub fn run_whole(scene: &Scene, asked: &Asked<'_>) -> Result<Status, Problem> {
    match scene {
        Scene::Single2(scene) => run_in(scene, asked),
        Scene::Double2(scene) => run_in(scene, asked),
        Scene::Single3(scene) => run_in(scene, asked),
        Scene::Double3(scene) => run_in(scene, asked),
    }
}

/// What is asked, apart from the files.
pub struct Asked<'a> {
    pub options: &'a Check,
    /// The heading of reports.
    pub title: String,
    kind: Option<Kind>,
    pub rules: Option<RuleFile>,
    pub known: Known,
}

pub fn read(files: &[&Path], access: &Access) -> Result<Scene, Problem> {
    match files {
        [file] if *file == Path::new("-") => read_stream(io::stdin().lock(), "standard input", access),
        _ => read_files(files, access),
    }
}

/// The same problem, with the option that solves it.
pub fn with_hint(mut problem: Problem) -> Problem {
    if problem.message.ends_with(OUTSIDE) {
        problem.message += "; --allow DIR also allows files in DIR";
    }
    problem
}

fn run_in<V: Drawn + Classified + DataSpace>(
    scene: &Objects<V>,
    asked: &Asked<'_>,
) -> Result<Status, Problem> {
    let Asked {
        options,
        known,
        title,
        ..
    } = asked;
    if let Some(file) = &options.init {
        return plan::write_first(file, title, scene, options).map(|()| Status::Clear);
    }
    let plan = plan::plan(options, asked.rules.as_ref(), scene);
    tell_remarks(scene);
    let mut checked = checked(scene, asked, &plan)?;
    known.compare(scene, &mut checked)?;
    if let (Some(file), Some(kind)) = (&options.report, asked.kind) {
        let report = Report {
            title,
            scene,
            checked: &checked,
        };
        write_report(&report, file, kind)?;
    }
    conclude(scene, &checked, asked)
}

/// How many parts of one kind of remark are named.
const NAMED: usize = 5;

/// Says what is remarked of the parts: of each kind the first ones, and how many more there are.
pub fn tell_remarks<V: ReadSpace>(scene: &Objects<V>) {
    let mut count = BTreeMap::<String, usize>::new();
    for (i, remark) in scene.remarks() {
        let (kind, _) = remark.split_once(':').unwrap_or((&remark, ""));
        let told = count.entry(kind.to_owned()).or_default();
        *told += 1;
        if *told <= NAMED {
            output::tell(format_args!("note: {}: {remark}", scene.objects[i].id.text));
        }
    }
    for (kind, count) in count.iter().filter(|(_, count)| **count > NAMED) {
        let more = count - NAMED;
        output::tell(format_args!("note: {more} more: {kind} (--format json has all)"));
    }
}

/// Prints the result, and writes the list of accepted clashes.
pub fn conclude<F: Findings>(
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
    asked: &Asked<'_>,
) -> Result<Status, Problem> {
    let options = asked.options;
    print(&asked.title, scene, checked, options.format)?;
    if let Some(stopped) = checked.stopped() {
        tell_stopped(&stopped, options);
        return Ok(Status::Stopped);
    }
    let is_accepted = asked.known.accept(options, scene, checked)?;
    let tally = Tally::of(&checked.findings).map_err(Problem::carried_by)?;
    Ok(status(tally.fails > 0 && !is_accepted, tally.open > 0))
}

/// Says that the check was stopped, and how it goes on.
pub fn tell_stopped(stopped: &str, options: &Check) {
    let how = match options.format {
        _ if options.memory.is_some() => "; with --memory it cannot go on",
        Format::Json => "; go on with --resume and this output",
        _ => "; with --format json, --resume could go on",
    };
    output::tell(format_args!("note: {stopped}{how}"));
}

/// The result of the check, which Ctrl-C stops.
fn checked<V: Classified + DataSpace>(
    scene: &Objects<V>,
    asked: &Asked<'_>,
    plan: &Plan,
) -> Result<Checked<V>, Problem> {
    let earlier = asked.known.earlier(asked.options, scene, plan)?;
    let mut checked = watched(|watch| check_by(scene, plan, earlier.as_ref(), watch))?;
    checked.digest = checked.left.map(|_| digest(scene, plan));
    Ok(checked)
}

/// The exit status of a check that was not stopped, by whether a pair counts against the input, and whether
/// one has no class.
pub fn status(fails: bool, is_open: bool) -> Status {
    match (fails, is_open) {
        (true, _) => Status::Overlap,
        (false, true) => Status::Unusable,
        (false, false) => Status::Clear,
    }
}

fn kind_of(file: &Path, options: &Check) -> Result<Kind, Problem> {
    let kind = match file.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => Kind::Svg,
        Some("html" | "htm") => Kind::Html,
        Some("bcf" | "bcfzip") => Kind::Bcf(BcfOptions {
            version: options.bcf_version.into(),
            all: options.bcf_all,
            date: SystemTime::now(),
        }),
        _ => {
            return Err(Problem::new(
                Code::UnsupportedPair,
                "the name of a report must end in .svg, .html, .bcf or .bcfzip",
            )
            .in_file(file));
        }
    };
    Ok(kind)
}

fn write_report<V: Drawn>(report: &Report<'_, V>, file: &Path, kind: Kind) -> Result<(), Problem> {
    let written = V::draw(report, kind).map_err(|problem| problem.in_file(file))?;
    for line in &written.left_out {
        output::tell(format_args!("note: {}: {line}", file.display()));
    }
    output::save(file, &written.content)
}

fn print<F: Findings>(
    title: &str,
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
    format: Format,
) -> Result<(), Problem> {
    output::print(|out| match format {
        Format::Table => table::write(out, scene, checked),
        Format::Json => tables::write_json(&mut *out, scene, checked).and_then(|()| writeln!(out)),
        Format::Csv => tables::write_csv(out, scene, checked),
        Format::Junit => write_junit(out, title, scene, checked),
    })
}
