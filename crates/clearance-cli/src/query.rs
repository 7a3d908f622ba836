//! `clearance query`: a stream of questions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use clearance_io::Problem;
use clearance_io::query::{LONGEST_LINE, Reply, answer, too_long};

use crate::Status;
use crate::arguments::Query;

/// Answers every line of the input. Answers are passed on as soon as no further question is waiting, so that a program
/// may ask one at a time.
pub fn run(options: &Query) -> Result<Status, Problem> {
    let outcome = if options.file == Path::new("-") {
        answer_all(io::stdin().lock())
    } else {
        let file = File::open(&options.file).map_err(|error| Problem::unreadable(&options.file, &error))?;
        answer_all(file)
    };
    match outcome {
        Ok(status) => Ok(status),
        // Whoever read the answers has had enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Status::Clear),
        Err(error) => Err(Problem::unreadable(&options.file, &error)),
    }
}

fn answer_all(input: impl Read) -> io::Result<Status> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::new(io::stdout().lock());
    let (mut line, mut status) = (Vec::new(), Status::Clear);
    loop {
        if input.buffer().is_empty() {
            output.flush()?;
        }
        let Some(reply) = next_reply(&mut input, &mut line)? else {
            break;
        };
        if let Some(reply) = reply {
            if reply.problem.is_some() {
                status = Status::Unusable;
            }
            output.write_all(reply.text.as_bytes())?;
            output.write_all(b"\n")?;
        }
    }
    output.flush()?;
    Ok(status)
}

/// The answer to the next line; `Some(None)` for an empty line, `None` at the end.
fn next_reply(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<Option<Reply>>> {
    line.clear();
    let limit = LONGEST_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.len() > LONGEST_LINE && line.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Some(Some(too_long(line))));
    }
    let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    Ok(Some((!text.is_empty()).then(|| answer(text, Path::new("")))))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let (used, done) = end.map_or((buffer.len(), buffer.is_empty()), |end| (end + 1, true));
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
