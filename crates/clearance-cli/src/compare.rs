//! What was known before a check: accepted clashes, the pairs of an earlier output, or where it goes on.

use clearance::shape::DataSpace;
use clearance_io::Problem;
use clearance_io::check::{CheckedList, Earlier, Findings, Plan};
use clearance_io::files::Access;
use clearance_io::known::{Accepted, Clash, OldOutput, accept, compare, read_known, read_output, resume};
use clearance_io::scene::Objects;
use clearance_io::shape::ReadSpace;

use crate::arguments::Check;
use crate::output;

/// What the options name; read before the work, so that an error costs no time.
#[derive(Default)]
pub struct Known {
    /// What the pairs are compared with, and whether that holds for all of them or for clashes alone.
    clashes: Option<(Vec<Clash>, bool)>,
    /// The list that is written again.
    accepted: Option<Accepted>,
    /// The output of a check that was stopped.
    stopped: Option<OldOutput>,
}

impl Known {
    /// Reads the files.
    pub fn read(options: &Check, access: &Access) -> Result<Self, Problem> {
        let mut known = Self::default();
        if let Some(file) = &options.accept {
            known.accepted = Some(match file.exists() {
                true => read_known(file, access)?,
                false => Accepted::default(),
            });
        }
        if let Some(file) = &options.known {
            known.clashes = Some((read_known(file, access)?.clashes, false));
        } else if let Some(file) = &options.baseline {
            let old = read_output(file, access)?.clashes();
            known.clashes = Some((old.map_err(|problem| problem.in_file(file))?, true));
        } else if let Some(accepted) = &known.accepted {
            known.clashes = Some((accepted.clashes.clone(), false));
        }
        let stopped = options.resume.as_ref().map(|file| read_output(file, access));
        known.stopped = stopped.transpose()?;
        Ok(known)
    }
    /// Where the check goes on.
    pub fn earlier<V: ReadSpace + DataSpace>(
        &self,
        options: &Check,
        scene: &Objects<V>,
        plan: &Plan,
    ) -> Result<Option<Earlier<V>>, Problem> {
        match (&self.stopped, &options.resume) {
            (Some(old), Some(file)) => resume(old, scene, plan)
                .map(Some)
                .map_err(|problem| problem.in_file(file)),
            _ => Ok(None),
        }
    }
    /// Whether the pairs are compared with any, or accepted.
    pub fn is_asked(&self) -> bool {
        self.clashes.is_some()
    }
    /// Gives the pairs their states.
    pub fn compare<F: Findings>(
        &self,
        scene: &Objects<F::Space>,
        checked: &mut CheckedList<F>,
    ) -> Result<(), Problem> {
        match &self.clashes {
            Some((clashes, all)) => compare(scene, checked, clashes, *all),
            None => Ok(()),
        }
    }
    /// Writes the list of accepted clashes, if that was asked for; whether it did.
    pub fn accept<F: Findings>(
        &self,
        options: &Check,
        scene: &Objects<F::Space>,
        checked: &CheckedList<F>,
    ) -> Result<bool, Problem> {
        let (Some(old), Some(file)) = (&self.accepted, &options.accept) else {
            return Ok(false);
        };
        let text = accept(old, scene, checked).map_err(|problem| problem.in_file(file))?;
        output::save(file, text.as_bytes())?;
        Ok(true)
    }
}
