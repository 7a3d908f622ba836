//! The pairs as issues for the viewers of building models: the BIM Collaboration Format, a zip file with a
//! folder for each topic.
//!
//! Source: buildingSMART, BCF-XML 2.1 and 3.0. 2.1 is the default: nearly every viewer reads it, and many do
//! not read 3.0 yet. Coordinates of a viewpoint are in metres; a scene without a unit is taken to be in
//! metres. There are no pictures: a viewer draws the place itself.
//!
//! Where the check was compared with what was known, each known clash that is no open topic is a closed one,
//! with the GUID that it had (`known/topic.rs`), so that whoever reads the file again closes it.

mod ifc;
mod markup;
mod viewpoint;

use std::collections::BTreeSet;
use std::io::{self, Cursor, Write};

use clearance::shape::Space3;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::words::names;
use super::{BcfOptions, BcfVersion, Report};
use crate::check::{Class, Finding};
use crate::known::{Clash, topic};
use crate::place::{place, resolution, resolution_of};
use crate::problem::{Code, Problem};
use crate::shape::ReadSpace;

/// A topic: a pair that is there, or one that was known and is not.
struct Topic<'a, V: ReadSpace> {
    report: &'a Report<'a, V>,
    options: BcfOptions,
    about: About<'a, V>,
    class: Class,
    names: [&'a str; 2],
    /// The objects by the names that other programs know them by.
    ids: [&'a str; 2],
    guid: String,
    /// Its number among those of its status: of open ones in the order of gravity, from 1.
    index: usize,
    /// Where it is, and the smallest difference of places that matters there.
    at: Option<Vec<f64>>,
    resolution: Option<f64>,
}

/// What a topic is about.
enum About<'a, V: ReadSpace> {
    Pair(&'a Finding<V>),
    /// What is known of a pair that is no more as it was.
    Gone(&'a Clash),
}

impl<V: ReadSpace> Topic<'_, V> {
    fn is_old(&self) -> bool {
        self.options.version == BcfVersion::V2_1
    }
    /// The id of a part of the topic.
    fn id_of(&self, part: &str) -> String {
        topic::within(&self.guid, part)
    }
    /// Whether there is something to look at.
    fn has_view(&self) -> bool {
        matches!(self.about, About::Pair(_)) || self.at.is_some()
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
    let open = open(report, options, &names);
    let closed = closed(report, options, &names, &open);
    for topic in open.iter().chain(&closed) {
        add(&format!("{}/markup.bcf", topic.guid), markup::topic(topic)?)?;
        if topic.has_view() {
            add(&format!("{}/viewpoint.bcfv", topic.guid), viewpoint::of(topic)?)?;
        }
    }
    Ok(zip.finish()?.into_inner())
}

/// The pairs, gravest first.
fn open<'a, V: ReadSpace>(
    report: &'a Report<'a, V>,
    options: BcfOptions,
    names: &'a [String],
) -> Vec<Topic<'a, V>> {
    let mut taken = BTreeSet::new();
    let findings = report.checked.gravest_first().into_iter();
    let findings = findings.filter(|finding| options.all || finding.class.is_clash());
    let topic = |(i, finding): (usize, &'a Finding<V>)| {
        let pair = [finding.a, finding.b];
        let guid = topic::of_pair(names, pair, report.checked.before.get(&pair));
        Topic {
            report,
            options,
            about: About::Pair(finding),
            class: finding.class,
            names: pair.map(|i| names[i].as_str()),
            ids: pair.map(|i| &*report.scene.objects[i].id.text),
            guid: free(guid, &mut taken),
            index: i + 1,
            at: place(finding),
            resolution: resolution(report.scene, finding),
        }
    };
    findings.enumerate().map(topic).collect()
}

/// What was known and is no open topic. Of a check that was stopped, the rest may still be there.
fn closed<'a, V: ReadSpace>(
    report: &'a Report<'a, V>,
    options: BcfOptions,
    names: &'a [String],
    open: &[Topic<'a, V>],
) -> Vec<Topic<'a, V>> {
    if report.checked.left.is_some() {
        return Vec::new();
    }
    let known = topic::Known::new(report.scene, names);
    let mut taken: BTreeSet<_> = open.iter().map(|topic| topic.guid.clone()).collect();
    let clashes = report.checked.gone.iter().flatten();
    let clashes = clashes.chain(report.checked.before.values());
    let clashes = clashes.filter(|clash| options.all || clash.class.is_clash());
    let mut topics = Vec::new();
    for clash in clashes {
        let guid = known.topic(clash);
        if taken.insert(guid.clone()) {
            let [a, b] = &clash.names;
            topics.push(Topic {
                report,
                options,
                about: About::Gone(clash),
                class: clash.class,
                names: [a, b],
                ids: [a, b],
                guid,
                index: topics.len() + 1,
                at: clash.at.clone().filter(|at| at.len() == V::DIM),
                resolution: clash.size.map(resolution_of),
            });
        }
    }
    topics
}

/// This GUID, or one made of it if another topic has it: two files of one name are parts of one name.
fn free(guid: String, taken: &mut BTreeSet<String>) -> String {
    let mut free = guid.clone();
    for number in 2.. {
        if taken.insert(free.clone()) {
            break;
        }
        free = topic::within(&guid, &number.to_string());
    }
    free
}
