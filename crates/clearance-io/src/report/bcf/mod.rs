//! The pairs as issues for the viewers of building models: the BIM Collaboration Format, a zip file with a folder
//! for each topic.
//!
//! Source: buildingSMART, BCF-XML 2.1 and 3.0. 2.1 is the default: nearly every viewer reads it, and many do not
//! read 3.0 yet. Coordinates of a viewpoint are in metres; a scene without a unit is taken to be in metres.
//! There are no pictures: a viewer draws the place itself.

mod identity;
mod markup;
mod viewpoint;

use std::io::{self, Cursor, Write};

use clearance::shape::Space3;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::words::names;
use super::{BcfOptions, BcfVersion, Report};
use crate::check::Finding;
use crate::problem::{Code, Problem};
use crate::shape::ReadSpace;
use identity::topic_id;

/// A pair as a topic.
struct Topic<'a, V: ReadSpace> {
    report: &'a Report<'a, V>,
    options: BcfOptions,
    finding: &'a Finding<V>,
    names: [&'a str; 2],
    id: uuid::Uuid,
    /// Its number in the order of gravity, from 1.
    index: usize,
}

impl<V: ReadSpace> Topic<'_, V> {
    fn is_old(&self) -> bool {
        self.options.version == BcfVersion::V2_1
    }
    /// The id of a part of the topic.
    fn id_of(&self, part: &str) -> String {
        identity::within(self.id, part).to_string()
    }
}

/// The content of the file.
pub fn file<V: Space3 + ReadSpace>(report: &Report<'_, V>, options: BcfOptions) -> Result<Vec<u8>, Problem> {
    written(report, options).map_err(|error| Problem::new(Code::LimitExceeded, format!("BCF: {error}")))
}

fn written<V: Space3 + ReadSpace>(report: &Report<'_, V>, options: BcfOptions) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, content: Vec<u8>| {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(&content)
    };
    add("bcf.version", markup::version(options.version)?)?;
    if options.version == BcfVersion::V3_0 {
        add("extensions.xml", markup::extensions()?)?;
    }
    let names = names(report.scene);
    let findings = report.checked.gravest_first().into_iter();
    let findings = findings.filter(|finding| options.all || finding.class.is_clash());
    for (i, finding) in findings.enumerate() {
        let topic = Topic {
            report,
            options,
            finding,
            names: [finding.a, finding.b].map(|i| names[i].as_str()),
            id: topic_id(report.scene, finding, &names),
            index: i + 1,
        };
        add(&format!("{}/markup.bcf", topic.id), markup::topic(&topic)?)?;
        add(&format!("{}/viewpoint.bcfv", topic.id), viewpoint::of(&topic)?)?;
    }
    let gone = report.checked.gone.iter().flatten();
    for (i, clash) in gone
        .filter(|clash| options.all || clash.class.is_clash())
        .enumerate()
    {
        let id = identity::gone_id(clash, i);
        let markup = markup::gone(id, clash, i + 1, options, report.title)?;
        add(&format!("{id}/markup.bcf"), markup)?;
    }
    Ok(zip.finish()?.into_inner())
}
