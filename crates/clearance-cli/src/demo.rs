//! `clearance demo`: the page, served from within the command to this computer.

use std::borrow::Cow;
use std::io;
use std::net::Ipv4Addr;

use clearance_io::{Code, Problem};
use rust_embed::RustEmbed;
use tiny_http::{Header, Method, Request, Response, Server};

use crate::Status;
use crate::arguments::Demo;

/// What `cargo run -p xtask -- page` builds. A debug build reads the folder when asked, a release build carries it.
#[derive(RustEmbed)]
#[folder = "page/"]
#[allow_missing = true]
struct Page;

const WITHOUT_PAGE: &str = "this command was built without the page; `cargo run -p xtask -- page` builds the page (it needs \
                            Node.js and npm), then build this command again";

/// One file of the page.
struct File {
    kind: String,
    content: Cow<'static, [u8]>,
}

/// Serves the page until the process is stopped.
pub fn run(options: &Demo) -> Result<Status, Problem> {
    if Page::get("index.html").is_none() {
        return Err(Problem::new(Code::FileNotFound, WITHOUT_PAGE));
    }
    let (server, address) = listen(options.port)?;
    anstream::println!("clearance is at {address} (Ctrl+C stops it)");
    if options.open
        && let Err(error) = open::that(&address)
    {
        anstream::eprintln!("note: no browser could be opened: {error}");
    }
    serve(&server, built);
    Ok(Status::Clear)
}

/// A server that only this computer reaches, and its address.
fn listen(port: u16) -> Result<(Server, String), Problem> {
    let server = Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        Problem::new(
            Code::LimitExceeded,
            format!("port {port} cannot be had: {error}; --port 0 takes one that is free"),
        )
    })?;
    let address = format!("http://{}", server.server_addr());
    Ok((server, address))
}

/// Answers every request until the server is unblocked.
fn serve(server: &Server, find: impl Fn(&str) -> Option<File>) {
    for request in server.incoming_requests() {
        // A browser that left before its answer is no reason to stop.
        let _ = answer(request, &find);
    }
}

/// Names are looked up in the list of the page's files, as they are: no path leads out of it.
fn answer(request: Request, find: impl Fn(&str) -> Option<File>) -> io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::from_string("only GET and HEAD").with_status_code(405));
    }
    match find(name(request.url())) {
        Some(file) => request.respond(response(file)),
        None => request.respond(Response::from_string("not found").with_status_code(404)),
    }
}

/// The file that a URL names: what stands before the question, and the index for a folder's.
fn name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    match path.strip_prefix('/').unwrap_or(path) {
        "" => "index.html",
        name => name,
    }
}

fn built(name: &str) -> Option<File> {
    let file = Page::get(name)?;
    Some(File {
        kind: file.metadata.mimetype().to_owned(),
        content: file.data,
    })
}

fn response(file: File) -> Response<io::Cursor<Vec<u8>>> {
    let mut response = Response::from_data(file.content);
    let headers = [
        ("Content-Type", content_type(&file.kind)),
        ("Cache-Control", "no-cache".to_owned()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        // Alone in its process the page may read a clock of 5 µs, not of 100 µs: it shows milliseconds.
        ("Cross-Origin-Opener-Policy", "same-origin".to_owned()),
        ("Cross-Origin-Embedder-Policy", "require-corp".to_owned()),
    ];
    for (field, value) in headers {
        response.add_header(Header::from_bytes(field, value).expect("ASCII without line breaks"));
    }
    response
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

    fn two_files(name: &str) -> Option<File> {
        let (kind, content) = match name {
            "index.html" => ("text/html", "<title>here</title>"),
            "assets/a.wasm" => ("application/wasm", "\0asm"),
            _ => return None,
        };
        Some(File {
            kind: kind.to_owned(),
            content: Cow::Borrowed(content.as_bytes()),
        })
    }

    /// What a server on any free port says to these first lines, each a connection of its own.
    fn ask<const N: usize>(lines: [&str; N]) -> [String; N] {
        let (server, address) = listen(0).expect("a free port");
        let address = address.trim_start_matches("http://");
        std::thread::scope(|scope| {
            scope.spawn(|| serve(&server, two_files));
            let said = lines.map(|line| {
                let mut stream = TcpStream::connect(address).expect("it listens");
                write!(
                    stream,
                    "{line} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
                )
                .expect("sent");
                let mut said = Vec::new();
                stream.read_to_end(&mut said).expect("answered");
                String::from_utf8(said).expect("text")
            });
            server.unblock();
            said
        })
    }

    #[test]
    fn the_page_is_served_with_its_types_and_views_in_the_url_are_the_page() {
        let [index, view, wasm] = ask(["GET /", "GET /?mode=two#a", "GET /assets/a.wasm"]);
        for said in [&index, &view] {
            assert!(said.starts_with("HTTP/1.1 200"), "{said}");
            assert!(
                said.contains("Content-Type: text/html; charset=utf-8\r\n"),
                "{said}"
            );
            assert!(said.ends_with("<title>here</title>"), "{said}");
        }
        assert!(wasm.contains("Content-Type: application/wasm\r\n"), "{wasm}");
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

    #[test]
    fn a_port_in_use_is_named() {
        let (_server, address) = listen(0).expect("a free port");
        let port = address
            .rsplit(':')
            .next()
            .expect("a port")
            .parse()
            .expect("a number");
        let problem = listen(port).map(|_| ()).expect_err("it is in use");
        assert!(
            problem
                .to_string()
                .contains(&format!("port {port} cannot be had")),
            "{problem}"
        );
    }
}
