//! Masks from pictures: opaque pixels are filled. Behind the feature `image`.

use std::path::Path;

use clearance::picture::Mask;
use image::{ImageError, ImageReader};

use crate::problem::{Code, Problem};

/// The pixels of a PNG whose alpha, from 0 to 255, is above the threshold; a picture without alpha is opaque
/// everywhere.
///
/// Errors: a file that does not exist, is not a PNG, or is too large.
///
/// ```no_run
/// use clearance::{d2::Shape, glam::DVec2};
/// let mask = clearance_io::picture::read_mask("ship.png".as_ref(), 127)?;
/// let outline = Shape::<DVec2>::outlines_of(&mask, 1.0, 1.0)?; // within one pixel
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_mask(file: &Path, threshold: u8) -> Result<Mask, Problem> {
    read(file, threshold).map_err(|problem| problem.in_file(file))
}

fn read(file: &Path, threshold: u8) -> Result<Mask, Problem> {
    let unreadable = |error: std::io::Error| Problem::new(Code::FileNotFound, error.to_string());
    let reader = ImageReader::open(file).map_err(unreadable)?;
    let picture = reader
        .with_guessed_format()
        .map_err(unreadable)?
        .decode()
        .map_err(|error| {
            let code = match error {
                ImageError::Limits(_) => Code::LimitExceeded,
                ImageError::IoError(_) => Code::FileNotFound,
                _ => Code::InvalidShape,
            };
            Problem::new(code, format!("not a PNG that can be read: {error}"))
        })?;
    let width = picture.width() as usize;
    let alpha: Vec<u8> = picture.into_rgba8().pixels().map(|p| p.0[3]).collect();
    Mask::from_alpha(&alpha, width, threshold)
        .map_err(|error| Problem::new(Code::LimitExceeded, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};

    /// A file of this name in the folder for temporary files, removed at the end.
    struct Temporary(std::path::PathBuf);

    impl Temporary {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("clearance-{}-{name}", std::process::id())))
        }
    }
    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn opaque_pixels_are_filled() {
        let file = Temporary::new("opaque.png");
        // The top row fades from clear to opaque.
        let pixel = |x, y| Rgba([9, 9, 9, if y == 0 { 51 * x as u8 } else { 0 }]);
        RgbaImage::from_fn(6, 3, pixel).save(&file.0).unwrap();
        let mask = read_mask(&file.0, 127).unwrap();
        assert_eq!((mask.size(), mask.area()), ([6, 3], 3));
        assert!(mask.is_filled(3, 2) && !mask.is_filled(2, 2));
    }
    #[test]
    fn what_is_no_picture_is_refused() {
        let file = Temporary::new("garbage.png");
        std::fs::write(&file.0, [7; 4096]).unwrap();
        assert_eq!(read_mask(&file.0, 127).unwrap_err().code, Code::InvalidShape);
        let missing = read_mask("no such file.png".as_ref(), 127).unwrap_err();
        assert_eq!(missing.code, Code::FileNotFound);
        assert!(missing.to_string().contains("no such file.png"));
    }
}
