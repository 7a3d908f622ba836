//! `clearance query`: a stream of questions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use clearance_io::Problem;
use clearance_io::files::Folder;
use clearance_io::query::{LONGEST_LINE, Reply, answer, too_long};

use crate::arguments::Query;
use crate::{Status, output};

/// Answers every line of the input.
pub fn run(options: &Query) -> Result<Status, Problem> {
    let folder = options.reading.access()?.in_folder(Path::new(""));
    if options.file == Path::new("-") {
        return answer_all(io::stdin().lock(), "standard input".as_ref(), &folder);
    }
    let file = File::open(&options.file).map_err(|error| Problem::unreadable(&options.file, &error))?;
    answer_all(file, &options.file, &folder)
}

fn answer_all(input: impl Read, name: &Path, folder: &Folder) -> Result<Status, Problem> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::new(io::stdout().lock());
    let mut status = Status::Clear;
    match pass_on(&mut input, &mut output, folder, &mut status) {
        Ok(()) => Ok(status),
        Err(Stopped::Input(error)) => Err(Problem::unreadable(name, &error)),
        Err(Stopped::Output(error)) => output::printed(Err(error)).map(|()| status),
    }
}

/// What ended before the questions did.
enum Stopped {
    Input(io::Error),
    Output(io::Error),
}

/// Answers are passed on as soon as no further question is waiting, so that a program may ask one at a time.
fn pass_on(
    input: &mut BufReader<impl Read>,
    output: &mut impl Write,
    folder: &Folder,
    status: &mut Status,
) -> Result<(), Stopped> {
    let mut line = Vec::new();
    loop {
        if input.buffer().is_empty() {
            output.flush().map_err(Stopped::Output)?;
        }
        let Some(reply) = next_reply(input, &mut line, folder).map_err(Stopped::Input)? else {
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
    folder: &Folder,
) -> io::Result<Option<Option<Reply>>> {
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
    Ok(Some((!text.is_empty()).then(|| answer(text, folder))))
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
