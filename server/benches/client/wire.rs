//! What the people of a bench call by: a connection, and the lines that the bench tells them.

use bytes::Bytes;
use http_body_util::Full;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use warp::hyper::client::conn::http1::{SendRequest, handshake};

pub type Wire = SendRequest<Full<Bytes>>;

pub async fn connect(address: &str) -> Wire {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
    tokio::task::spawn_local(connection);
    sender
}

pub fn read_line() -> String {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    line
}
