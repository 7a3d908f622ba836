//! An HTTP server for this computer only.
//!
//! Other programs on this computer may connect as they like, also without sending a request or without ending
//! it. So slow clients are dropped, the number of connections is limited, and if the system has no handle for
//! a connection, the server waits for the next one.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use clearance_io::{Code, Problem};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::{Find, answer};

/// What a connection may take.
#[derive(Clone, Copy)]
pub struct Limits {
    /// The time for a request to arrive, the first or the next.
    pub asking: Duration,
    /// The time of a whole connection.
    pub whole: Duration,
    /// How many connections are served at a time; more wait.
    pub connections: usize,
}

/// The limits of the command.
pub const LIMITS: Limits = Limits {
    asking: Duration::from_secs(10),
    whole: Duration::from_secs(120),
    connections: 256,
};
/// How long a request may be, in bytes.
const LONGEST_REQUEST: usize = 1 << 15;
/// How long to wait after the system has refused a connection, for example for lack of handles.
const PAUSE: Duration = Duration::from_millis(50);

/// A listener that only this computer reaches, and its address.
pub fn listen(port: u16) -> Result<(TcpListener, String), Problem> {
    let address = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| {
        let address = format!("http://{}", listener.local_addr()?);
        Ok((listener, address))
    });
    address.map_err(|error| {
        Problem::new(
            Code::LimitExceeded,
            format!("port {port} is not available: {error}; --port 0 takes any free port"),
        )
    })
}

/// Answers every request, on one thread, until the process is stopped.
pub fn serve(listener: TcpListener, find: Find, limits: &Limits) -> io::Result<Infallible> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let places = Arc::new(Semaphore::new(limits.connections));
        loop {
            let place = Arc::clone(&places).acquire_owned().await;
            let Ok((stream, _)) = listener.accept().await else {
                sleep(PAUSE).await;
                continue;
            };
            let conversation = converse(stream, find, *limits);
            tokio::spawn(async move {
                conversation.await;
                drop(place);
            });
        }
    })
}

/// Answers the requests of one connection. A browser that leaves before its answer does not stop the server.
async fn converse(stream: tokio::net::TcpStream, find: Find, limits: Limits) {
    let service = service_fn(move |request| async move { Ok::<_, Infallible>(answer(&request, find)) });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.asking)
        .max_buf_size(LONGEST_REQUEST)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    if timeout(limits.whole, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown(); // after the present answer
        let _ = timeout(limits.asking, connection).await;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::two_files;
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    /// A client that sends no request, never ends it, or sends too much is dropped; others are answered
    /// meanwhile.
    #[test]
    fn who_never_ends_asking_is_left() {
        let (listener, address) = listen(0).expect("a free port");
        let address = address.trim_start_matches("http://");
        let limits = Limits {
            asking: Duration::from_millis(200),
            connections: 3,
            ..LIMITS
        };
        std::thread::spawn(move || serve(listener, two_files, &limits));
        let endless = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(2 * LONGEST_REQUEST));
        let begun = ["", "GET / HTT", &endless].map(|text| {
            let mut stream = TcpStream::connect(address).expect("it listens");
            stream.write_all(text.as_bytes()).expect("sent");
            stream
        });
        let mut stream = TcpStream::connect(address).expect("it listens");
        write!(
            stream,
            "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
        )
        .expect("sent");
        let mut said = String::new();
        stream.read_to_string(&mut said).expect("answered");
        assert!(said.starts_with("HTTP/1.1 200"), "{said}");
        for mut stream in begun {
            stream
                .set_read_timeout(Some(Duration::from_secs(20)))
                .expect("a timeout");
            let left = stream.read_to_end(&mut Vec::new()).map_err(|error| error.kind());
            assert!(
                matches!(left, Ok(_) | Err(io::ErrorKind::ConnectionReset)),
                "{left:?}"
            );
        }
    }

    /// Not a test, but the process that the next test starts, with few handles; by itself it does nothing.
    #[test]
    fn a_server() {
        if std::env::var_os("SERVE_UNTIL_STOPPED").is_none() {
            return;
        }
        let (listener, address) = listen(0).expect("a free port");
        println!("{address} ");
        let _ = serve(listener, two_files, &LIMITS);
    }

    /// Accepting a connection fails if the process has the most files that it may: the server used to end
    /// then.
    #[test]
    #[cfg(unix)]
    fn a_server_without_handles_waits_for_some() {
        use std::io::{BufRead, BufReader};
        use std::process::{Command, Stdio};
        let test = std::env::current_exe().expect("this program");
        let mut child = Command::new("sh")
            .args([
                "-c",
                r#"ulimit -n 24; SERVE_UNTIL_STOPPED=1 exec "$0" --exact demo::server::tests::a_server --nocapture"#,
            ])
            .arg(test)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let lines = BufReader::new(child.stdout.take().expect("stdout")).lines();
        let address = lines.map_while(Result::ok).find_map(|line| {
            let address = line.split_once("http://")?.1;
            Some(address.split_whitespace().next()?.to_owned())
        });
        let address = address.expect("an address");
        let crowd: Vec<_> = (0..60)
            .map(|_| TcpStream::connect(&address).expect("it listens"))
            .collect();
        std::thread::sleep(Duration::from_millis(300));
        let is_alive = child.try_wait().expect("a child").is_none();
        drop(crowd);
        let mut said = String::new();
        let asked = TcpStream::connect(&address).and_then(|mut stream| {
            write!(
                stream,
                "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
            )?;
            stream.read_to_string(&mut said)
        });
        let _ = child.kill();
        let _ = child.wait();
        assert!(is_alive && asked.is_ok(), "{asked:?}");
        assert!(said.starts_with("HTTP/1.1 200"), "{said}");
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
                .contains(&format!("port {port} is not available")),
            "{problem}"
        );
    }
}
