//! Values of arguments: sizes, lengths and tolerances.

use clearance_io::check::Tolerance;

/// Bytes: `500`, `64K`, `2G`.
pub fn size(text: &str) -> Result<u64, String> {
    let unit = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    let power = match &text[unit..] {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        "T" | "t" => 40,
        _ => return Err("must be a whole number, alone or with K, M, G or T".to_owned()),
    };
    let number: u64 = text[..unit]
        .parse()
        .map_err(|_| "must be a whole number, alone or with K, M, G or T")?;
    number
        .checked_mul(1 << power)
        .ok_or_else(|| "too large".to_owned())
}

pub fn positive(text: &str) -> Result<f64, String> {
    match length(text) {
        Ok(length) if length > 0.0 => Ok(length),
        _ => Err("must be a finite number above 0".to_owned()),
    }
}

pub fn length(text: &str) -> Result<f64, String> {
    let length: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if length.is_finite() && length >= 0.0 {
        Ok(length)
    } else {
        Err("must be a finite number, not negative".to_owned())
    }
}

pub fn tolerance(text: &str) -> Result<Tolerance, String> {
    match text {
        "auto" => Ok(Tolerance::Auto),
        _ => length(text)
            .map(Tolerance::Length)
            .map_err(|problem| format!("neither auto nor a length: {problem}")),
    }
}
