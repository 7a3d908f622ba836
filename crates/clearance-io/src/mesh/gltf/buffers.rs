//! The buffers of a glTF file and the elements of its accessors: every offset and count is checked against
//! the bytes that are there. The buffer reader of the crate `gltf` indexes without checking.
//!
//! A buffer that is larger than what is kept in memory stays in its file; each accessor then reads its own
//! bytes.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clearance::glam::{DQuat, DVec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::Source;
use gltf::{Accessor, Document};

use crate::files::Folder;
use crate::files::Ranged;
use crate::problem::{Code, Problem};

/// The bytes of each buffer.
pub struct Buffers {
    /// The binary part of a GLB.
    blob: Buffer,
    /// The others, by their numbers; `None` where the binary part is meant.
    others: Vec<Option<Buffer>>,
}

/// The bytes of a buffer.
pub enum Buffer {
    /// In memory.
    Here(Vec<u8>),
    /// In this range of a file.
    InFile(Ranged, Range<u64>),
}

impl Buffer {
    fn size(&self) -> u64 {
        match self {
            Self::Here(bytes) => bytes.len() as u64,
            Self::InFile(_, range) => range.end - range.start,
        }
    }
    /// These bytes, all of which must be there.
    fn bytes(&self, at: usize, count: usize) -> Result<Cow<'_, [u8]>, String> {
        let beyond = || "data beyond the end of its buffer".to_owned();
        let end = at.checked_add(count).filter(|end| *end as u64 <= self.size());
        let end = end.ok_or_else(beyond)?;
        match self {
            Self::Here(bytes) => Ok(Cow::Borrowed(&bytes[at..end])),
            Self::InFile(file, range) => file
                .read(range.start + at as u64, count)
                .map(Cow::Owned)
                .map_err(|problem| problem.message),
        }
    }
}

impl Buffers {
    /// Reads all buffers of a document, given the binary part. The size limit of one file holds for all files
    /// together: a document could name the same file a million times.
    pub fn read(document: &Document, blob: Buffer, file: &Path, folder: &Folder) -> Result<Self, Problem> {
        let mut folder = folder.clone();
        let read = |buffer: gltf::Buffer<'_>| {
            let bytes = match buffer.source() {
                Source::Bin => return Ok(None),
                Source::Uri(uri) => match uri.strip_prefix("data:") {
                    Some(data) => decoded(data).map(Buffer::Here),
                    None => read_buffer(uri, &mut folder),
                },
            };
            bytes.map(Some).map_err(|problem| {
                let message = format!("buffer {}: {}", buffer.index(), problem.message);
                Problem::new(problem.code, message).in_file(file)
            })
        };
        let others = document.buffers().map(read).collect::<Result<_, _>>()?;
        Ok(Self { blob, others })
    }
    fn get(&self, i: usize) -> Option<&Buffer> {
        Some(self.others.get(i)?.as_ref().unwrap_or(&self.blob))
    }
    /// Positions, translations or scales.
    pub fn vectors(&self, accessor: &Accessor<'_>) -> Result<Vec<DVec3>, String> {
        if (accessor.data_type(), accessor.dimensions()) != (DataType::F32, Dimensions::Vec3) {
            return Err("must be triples of 32-bit floats (is this file quantised?)".into());
        }
        self.elements(accessor, |bytes| {
            DVec3::from_array([0, 4, 8].map(|i| f64::from(f32_at(bytes, i))))
        })
    }
    /// Rotations: quaternions of singles, or of signed integers, whose length does not matter.
    pub fn rotations(&self, accessor: &Accessor<'_>) -> Result<Vec<DQuat>, String> {
        let number = match (accessor.data_type(), accessor.dimensions()) {
            (DataType::F32, Dimensions::Vec4) => |bytes: &[u8], i: usize| f64::from(f32_at(bytes, 4 * i)),
            (DataType::I8, Dimensions::Vec4) => |bytes: &[u8], i: usize| f64::from(bytes[i] as i8),
            (DataType::I16, Dimensions::Vec4) => {
                |bytes: &[u8], i: usize| f64::from(i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
            }
            _ => return Err("must be four floats or signed integers each".into()),
        };
        self.elements(accessor, |bytes| {
            DQuat::from_array([0, 1, 2, 3].map(|i| number(bytes, i)))
        })
    }
    /// Indices of corners.
    pub fn indices(&self, accessor: &Accessor<'_>) -> Result<Vec<u32>, String> {
        match accessor.data_type() {
            DataType::U8 => self.elements(accessor, |bytes| bytes[0].into()),
            DataType::U16 => self.elements(accessor, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]).into()),
            DataType::U32 => self.elements(accessor, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
            _ => Err("indices must be unsigned".into()),
        }
    }
    /// Calls `read` with the bytes of each element; their number follows from the accessor's type.
    fn elements<T>(&self, accessor: &Accessor<'_>, read: impl Fn(&[u8]) -> T) -> Result<Vec<T>, String> {
        if accessor.sparse().is_some() {
            return Err("sparse accessors are not supported".into());
        }
        let view = accessor.view().ok_or("an accessor without data")?;
        const BEYOND: &str = "data beyond the end of its buffer";
        let buffer = self.get(view.buffer().index()).ok_or(BEYOND)?;
        let end = view.offset().checked_add(view.length());
        let is_there = end.is_some_and(|end| end as u64 <= buffer.size());
        let left = view.length().checked_sub(accessor.offset());
        let left = left.filter(|_| is_there).ok_or(BEYOND)?;
        let (size, count) = (accessor.size(), accessor.count());
        let stride = view.stride().unwrap_or(size).max(1);
        let needed = count
            .checked_sub(1)
            .map_or(Some(0), |n| n.checked_mul(stride)?.checked_add(size));
        let Some(needed) = needed.filter(|needed| *needed <= left) else {
            return Err(format!("{count} elements do not fit into {left} bytes"));
        };
        let bytes = buffer.bytes(view.offset() + accessor.offset(), needed)?;
        Ok((0..count)
            .map(|i| read(&bytes[i * stride..i * stride + size]))
            .collect())
    }
}

fn decoded(data: &str) -> Result<Vec<u8>, Problem> {
    let text = data.split_once(";base64,").map_or("", |(_, text)| text);
    STANDARD
        .decode(text)
        .map_err(|error| Problem::new(Code::InvalidShape, error.to_string()))
}

fn read_buffer(uri: &str, folder: &mut Folder) -> Result<Buffer, Problem> {
    let name = uri.replace("%20", " ");
    let kept = folder.kept();
    let read = folder
        .open(name.as_ref())
        .and_then(|mut file| match file.ranged_beyond(kept) {
            Some(large) => {
                let size = large.size();
                Ok(Buffer::InFile(large, 0..size))
            }
            None => file.bytes().map(Buffer::Here),
        });
    let buffer =
        read.map_err(|problem| Problem::new(problem.code, format!("\"{uri}\": {}", problem.message)))?;
    folder.spend(buffer.size());
    Ok(buffer)
}

fn f32_at(bytes: &[u8], i: usize) -> f32 {
    f32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]])
}
