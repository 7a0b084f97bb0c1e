//! Connections that say less than they should.

use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::sleep;

use super::attacker::{FROM, Work};
use super::wire::connect;

const BODY: usize = 1_000_000;
const HEAD: &str = "POST /api/session/forgot HTTP/1.1\r\nhost: godown.bench\r\n\
                    content-type: application/json\r\n";
/// So many say nothing at all; the others a byte a second.
const SILENT: usize = 2_000;
const A_WHILE: Duration = Duration::from_secs(1);

/// Sends most of a body and waits for its end.
pub async fn half_a_body(work: &Work) {
    let Ok(stream) = connect(work.address, FROM).await else { return give_up(work).await };
    let bytes = [head(BODY).as_bytes(), &vec![b'x'; BODY * 9 / 10]].concat();
    let mut sent = 0;
    let status = loop {
        let turn = tokio::select! {
            ready = stream.readable() => ready.map(|()| true),
            ready = stream.writable(), if sent < bytes.len() => ready.map(|()| false),
        };
        match turn {
            Ok(true) => match said(&stream) {
                Some(status) => break status,
                None => continue,
            },
            Ok(false) => match stream.try_write(&bytes[sent..bytes.len().min(sent + (64 << 10))]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => break said(&stream).unwrap_or(0),
            },
            Err(_) => break 0,
        }
        work.pace().await;
    };
    work.count(status);
}

fn head(length: usize) -> String {
    format!("{HEAD}content-length: {length}\r\n\r\n")
}

/// The status that was answered, 0 where the connection ended without one; `None` as long as there
/// is nothing.
fn said(stream: &TcpStream) -> Option<u16> {
    let mut said = [0; 12];
    match stream.try_read(&mut said) {
        Ok(12) => std::str::from_utf8(&said[9..]).ok().and_then(|code| code.parse().ok()),
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => None,
        _ => Some(0),
    }
}

/// Begins a head and never ends it, until the server does.
pub async fn slow_head(work: &Work, at: usize) {
    let Ok(stream) = connect(work.address, FROM).await else { return give_up(work).await };
    let slow = at >= SILENT;
    if slow {
        let _ = stream.try_write(b"GET / HTTP/1.1\r\nx: ");
    }
    loop {
        tokio::select! {
            _ = stream.readable() => if let Some(status) = said(&stream) {
                return work.count(status);
            },
            () = sleep(A_WHILE), if slow => {
                work.pace().await;
                let _ = stream.try_write(b"x");
            }
        }
    }
}

async fn give_up(work: &Work) {
    work.count(0);
    sleep(A_WHILE).await;
}
