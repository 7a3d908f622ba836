//! `clearance query`: a stream of questions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

use clearance_io::Problem;
use clearance_io::files::Folder;
use clearance_io::query::{LONGEST_LINE, Reply, Run, too_long};

use crate::arguments::Query;
use crate::{Convert, Status, output};

/// Answers every line of the input.
pub fn run(options: &Query, convert: Option<&Convert>) -> Result<Status, Problem> {
    let limits = Limits {
        folder: options.reading.access(convert)?.in_folder(Path::new("")),
        endless: options.reading.max_file_size,
    };
    if options.file == Path::new("-") {
        return answer_all(io::stdin().lock(), "standard input".as_ref(), &limits);
    }
    let file = File::open(&options.file).map_err(|error| Problem::unreadable(&options.file, &error))?;
    answer_all(file, &options.file, &limits)
}

/// What questions may read, and their limits.
struct Limits {
    folder: Folder,
    /// A line longer than this is taken to be endless, such as that of a device; a line that is only too long
    /// to be answered is skipped.
    endless: u64,
}

fn answer_all(input: impl Read, name: &Path, limits: &Limits) -> Result<Status, Problem> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::new(io::stdout().lock());
    let mut status = Status::Clear;
    match pass_on(&mut input, &mut output, limits, &mut status) {
        Ok(()) => Ok(status),
        Err(Stopped::Input(error)) => Err(Problem::unreadable(name, &error)),
        Err(Stopped::Output(error)) => output::printed(Err(error)).map(|()| status),
    }
}

/// What ended the stream of questions early.
enum Stopped {
    Input(io::Error),
    Output(io::Error),
}

/// Answers are flushed as soon as no further question is waiting, so that a program may ask one at a time.
fn pass_on(
    input: &mut BufReader<impl Read>,
    output: &mut impl Write,
    limits: &Limits,
    status: &mut Status,
) -> Result<(), Stopped> {
    let (mut line, mut run) = (Vec::new(), Run::new(&limits.folder));
    loop {
        if input.buffer().is_empty() {
            output.flush().map_err(Stopped::Output)?;
        }
        let Some(reply) = next_reply(input, &mut line, limits.endless, &mut run).map_err(Stopped::Input)?
        else {
            return output.flush().map_err(Stopped::Output);
        };
        if let Some(reply) = reply {
            if reply.problem.is_some() {
                *status = Status::Unusable;
            }
            writeln!(output, "{}", reply.text).map_err(Stopped::Output)?;
        }
    }
}

/// The answer to the next line; `Some(None)` for an empty line, `None` at the end.
fn next_reply(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    endless: u64,
    run: &mut Run<'_>,
) -> io::Result<Option<Option<Reply>>> {
    line.clear();
    let limit = LONGEST_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.len() > LONGEST_LINE && line.last() != Some(&b'\n') {
        skip_line(input, endless)?;
        return Ok(Some(Some(too_long(line))));
    }
    let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    Ok(Some((!text.is_empty()).then(|| run.answer(text))))
}

fn skip_line(input: &mut impl BufRead, endless: u64) -> io::Result<()> {
    let mut skipped = LONGEST_LINE as u64;
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let (used, done) = end.map_or((buffer.len(), buffer.is_empty()), |end| (end + 1, true));
        input.consume(used);
        skipped += used as u64;
        if done {
            return Ok(());
        }
        if skipped > endless {
            let message = format!("no end of line within {endless} bytes");
            return Err(io::Error::new(ErrorKind::FileTooLarge, message));
        }
    }
}
