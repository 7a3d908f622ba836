//! `clearance demo`: serves the page, which is part of the command, to this computer.

mod server;

use std::borrow::Cow;

use clearance_io::{Code, Problem};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use hyper::{Method, Request, Response, StatusCode};
use rust_embed::RustEmbed;

use crate::arguments::Demo;
use crate::{Status, output};
use server::{LIMITS, listen, serve};

/// The output of `cargo run -p xtask -- page`. A debug build reads the folder on request, a release build
/// contains it.
#[derive(RustEmbed)]
#[folder = "page/"]
#[allow_missing = true]
struct Page;

const WITHOUT_PAGE: &str = "this command was built without the page; `cargo run -p xtask -- page` builds the page (it needs \
                            Node.js and npm), then build this command again";

/// One file of the page.
struct File {
    kind: String,
    content: Bytes,
}

/// Serves the page until the process is stopped.
pub fn run(options: &Demo) -> Result<Status, Problem> {
    if Page::get("index.html").is_none() {
        return Err(Problem::new(Code::FileNotFound, WITHOUT_PAGE));
    }
    let (listener, address) = listen(options.port)?;
    output::print(|out| writeln!(out, "clearance is at {address} (Ctrl+C stops it)"))?;
    if options.open
        && let Err(error) = open::that(&address)
    {
        output::tell(format_args!("note: no browser could be opened: {error}"));
    }
    match serve(listener, built, &LIMITS) {
        Ok(never) => match never {},
        Err(error) => Err(Problem::new(Code::LimitExceeded, format!("{address}: {error}"))),
    }
}

type Answer = Response<Full<Bytes>>;
/// Finds a file of the page by its name.
type Find = fn(&str) -> Option<File>;

/// Names are looked up unchanged in the list of the page's files, so no path leads out of it.
fn answer<B>(request: &Request<B>, find: Find) -> Answer {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut refusal = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD");
        refusal
            .headers_mut()
            .insert(ALLOW, hyper::header::HeaderValue::from_static("GET, HEAD"));
        return refusal;
    }
    find(name(request.uri().path()))
        .and_then(response)
        .unwrap_or_else(|| plain(StatusCode::NOT_FOUND, "not found"))
}

/// The file that a path names; `index.html` for a folder.
fn name(path: &str) -> &str {
    match path.strip_prefix('/').unwrap_or(path) {
        "" => "index.html",
        name => name,
    }
}

fn built(name: &str) -> Option<File> {
    let file = Page::get(name)?;
    Some(File {
        kind: file.metadata.mimetype().to_owned(),
        content: match file.data {
            Cow::Borrowed(content) => Bytes::from_static(content),
            Cow::Owned(content) => content.into(),
        },
    })
}

fn response(file: File) -> Option<Answer> {
    Response::builder()
        .header(CONTENT_TYPE, content_type(&file.kind))
        .header(CACHE_CONTROL, "no-cache")
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff")
        // Isolated in its own process, the page may read a clock with 5 µs instead of 100 µs resolution: it
        // shows milliseconds.
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Cross-Origin-Embedder-Policy", "require-corp")
        .body(Full::new(file.content))
        .ok()
}

fn plain(status: StatusCode, words: &'static str) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from_static(words.as_bytes())));
    *answer.status_mut() = status;
    answer
}

fn content_type(kind: &str) -> String {
    let text = kind.starts_with("text/") || kind == "application/json";
    kind.to_owned() + if text { "; charset=utf-8" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    /// Browsers open connections before they need them; these must not block other requests.
    const IDLE: usize = 20;

    pub fn two_files(name: &str) -> Option<File> {
        let (kind, content) = match name {
            "index.html" => ("text/html", "<title>here</title>"),
            "assets/a.wasm" => ("application/wasm", "\0asm"),
            _ => return None,
        };
        Some(File {
            kind: kind.to_owned(),
            content: Bytes::from_static(content.as_bytes()),
        })
    }

    /// What a server on any free port answers to these first lines, each on its own connection.
    fn ask<const N: usize>(lines: [&str; N]) -> [String; N] {
        let (listener, address) = listen(0).expect("a free port");
        let address = address.trim_start_matches("http://");
        std::thread::spawn(|| serve(listener, two_files, &LIMITS));
        let _idle: Vec<_> = (0..IDLE)
            .map(|_| TcpStream::connect(address).expect("it listens"))
            .collect();
        lines.map(|line| {
            let mut stream = TcpStream::connect(address).expect("it listens");
            write!(
                stream,
                "{line} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
            )
            .expect("sent");
            let mut said = Vec::new();
            stream.read_to_end(&mut said).expect("answered");
            String::from_utf8(said).expect("text")
        })
    }

    #[test]
    fn the_page_is_served_with_its_types_and_views_in_the_url_are_the_page() {
        let [index, view, wasm] = ask(["GET /", "GET /?mode=two", "GET /assets/a.wasm"]);
        for said in [&index, &view] {
            assert!(said.starts_with("HTTP/1.1 200"), "{said}");
            assert!(
                said.contains("content-type: text/html; charset=utf-8\r\n"),
                "{said}"
            );
            assert!(said.ends_with("<title>here</title>"), "{said}");
        }
        assert!(wasm.contains("content-type: application/wasm\r\n"), "{wasm}");
        assert!(wasm.ends_with("\0asm"), "{wasm}");
    }

    #[test]
    fn nothing_else_is_served() {
        let lines = [
            "GET /nothing.js",
            "GET /../Cargo.toml",
            "GET /assets/../index.html",
            "GET /%2e%2e/Cargo.toml",
            "GET //etc/passwd",
            "GET /assets",
        ];
        for said in ask(lines) {
            assert!(said.starts_with("HTTP/1.1 404"), "{said}");
        }
        let [post] = ask(["POST /"]);
        assert!(post.starts_with("HTTP/1.1 405"), "{post}");
    }

    #[test]
    fn the_built_page_has_no_way_out() {
        for name in [
            "../Cargo.toml",
            "/etc/passwd",
            "assets/../../Cargo.toml",
            "..",
            ".",
        ] {
            assert!(built(name).is_none(), "{name}");
        }
    }
}
