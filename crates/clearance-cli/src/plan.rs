//! What is asked of a scene: the rules of a file, or the options alone; and a first file of rules.

use std::io::Write;
use std::path::Path;

use clearance_io::check::Plan;
use clearance_io::files::Access;
use clearance_io::rules::{Given, RuleFile, first_rules, plan as plan_of, read_rules};
use clearance_io::scene::Objects;
use clearance_io::shape::ReadSpace;
use clearance_io::{Code, Problem};

use crate::arguments::Check;
use crate::output;

/// The rules that the options name.
pub fn rules(options: &Check, access: &Access) -> Result<Option<RuleFile>, Problem> {
    let file = options.rules.as_deref();
    file.map(|file| read_rules(file, access)).transpose()
}

/// What is asked of a scene; tells of sets without parts.
pub fn plan<V: ReadSpace>(options: &Check, rules: Option<&RuleFile>, scene: &Objects<V>) -> Plan {
    let details = [!options.no_depth, options.report.is_some()];
    let (plan, notes) = plan_of(rules, scene, given(options), details);
    if let Some(file) = &options.rules {
        for note in notes {
            output::tell(format_args!("note: {}: {note}", file.display()));
        }
    }
    plan
}

fn given(options: &Check) -> Given {
    Given {
        tolerance: options.tolerance,
        within: options.within,
    }
}

/// Writes a first file of rules for these parts. A file that is there stays as it is.
pub fn write_first<V: ReadSpace>(
    file: &Path,
    title: &str,
    scene: &Objects<V>,
    options: &Check,
) -> Result<(), Problem> {
    let text = first_rules(title, scene, given(options));
    let exists = |error: &std::io::Error| error.kind() == std::io::ErrorKind::AlreadyExists;
    let new = std::fs::File::create_new(file).map_err(|error| match exists(&error) {
        true => Problem::new(
            Code::FileExists,
            "is there already, and stays as it is: name another file, or delete it",
        ),
        false => Problem::unwritable(&error),
    });
    let written = new.and_then(|mut new| {
        let written = new.write_all(text.as_bytes());
        written.map_err(|error| Problem::unwritable(&error))
    });
    written.map_err(|problem| problem.in_file(file))?;
    output::tell(format_args!(
        "wrote {}: sets of the parts and commented rules; use it with --rules",
        file.display()
    ));
    Ok(())
}
