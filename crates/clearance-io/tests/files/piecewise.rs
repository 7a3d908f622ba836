//! A file of which no more is kept than what is needed at once is read as one that is kept as a whole.

use std::path::{Path, PathBuf};

use clearance_io::files::Access;
use clearance_io::scene::read_meshes;

use super::meshes::{folder, glb, gltf, gltf_data, write};

const NODES: &str = r#"[{"mesh": 0, "name": "left"}, {"mesh": 0, "name": "moved", "translation": [0.1, 7, 3]},
    {"translation": [5, 0, 0], "children": [3]}, {"mesh": 0, "name": "right", "scale": [-1, 1, 1]}]"#;

fn nodes(text: &str) -> String {
    text.replace(r#""nodes": [0, 1]"#, r#""nodes": [0, 1, 2]"#)
}

/// What is read, or which error it is.
fn read(file: &Path, kept: u64) -> Result<String, String> {
    let read = read_meshes(&[file], &Access::default().with_kept(kept));
    read.map(|scene| format!("{scene:?}"))
        .map_err(|problem| problem.code.as_str().to_owned())
}

fn files(name: &str) -> Vec<PathBuf> {
    let folder = folder(name);
    let data = gltf_data();
    write(&folder.join("data.bin"), &data);
    let beside = gltf(r#""uri": "data.bin""#, data.len(), NODES);
    write(&folder.join("beside.gltf"), nodes(&beside));
    let within = gltf(r#""extras": 0"#, data.len(), NODES);
    write(&folder.join("within.glb"), glb(&nodes(&within), &data));
    ["beside.gltf", "within.glb"].map(|name| folder.join(name)).into()
}

#[test]
fn files_are_the_same_piece_by_piece() {
    for file in files("piecewise") {
        let whole = read(&file, u64::MAX).expect("a file");
        assert_eq!(whole.matches("Object {").count(), 3);
        for kept in [0, 100, 1000] {
            assert_eq!(
                read(&file, kept).as_ref(),
                Ok(&whole),
                "{} {kept}",
                file.display()
            );
        }
    }
}

/// Every byte of the headers changed, and the file cut at every length: the same content or an error in both.
#[test]
fn broken_files_are_refused_piece_by_piece() {
    let file = files("piecewise-broken").remove(1);
    let good = std::fs::read(&file).expect("it was written");
    let broken = file.with_file_name("broken.glb");
    let (mut refused, mut tried) = (0, 0);
    let mut both = |bytes: &[u8], what: &str| {
        write(&broken, bytes);
        let (whole, pieces) = (read(&broken, u64::MAX), read(&broken, 0));
        assert_eq!(
            whole.is_err(),
            pieces.is_err(),
            "{what}: {:?} {:?}",
            whole.err(),
            pieces.err()
        );
        assert!(whole.is_err() || whole == pieces, "{what}");
        tried += 1;
        refused += usize::from(whole.is_err());
    };
    let json = good.len() - gltf_data().len() - 8;
    for i in (0..20).chain(json..json + 8) {
        for change in [1, 0x40, 0xff] {
            let mut bytes = good.clone();
            bytes[i] ^= change;
            both(&bytes, &format!("byte {i} by {change}"));
        }
    }
    for length in (0..good.len()).step_by(7) {
        both(&good[..length], &format!("{length} bytes"));
    }
    assert!(refused > tried / 2, "{refused} of {tried}");
}
