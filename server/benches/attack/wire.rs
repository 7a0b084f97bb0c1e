//! Calls over HTTP from an address of one's own.

use std::net::{IpAddr, SocketAddr};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use warp::http::Request;
use warp::http::request::Builder;
use warp::hyper::client::conn::http1::{SendRequest, handshake};

use super::PASSWORD;

/// A status, 0 where the connection ended instead, and a body.
pub type Answer = (u16, Bytes);

/// Whoever calls, one call after the other over a connection that is kept open.
pub struct Caller {
    address: SocketAddr,
    from: IpAddr,
    wire: Option<SendRequest<Full<Bytes>>>,
    token: String,
}

/// A connection from one of the machine's addresses.
pub async fn connect(address: SocketAddr, from: IpAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl Caller {
    pub fn new(address: SocketAddr, from: IpAddr) -> Caller {
        Caller { address, from, wire: None, token: String::new() }
    }

    /// Another connection of the same person.
    pub fn again(&self) -> Caller {
        Caller { wire: None, token: self.token.clone(), ..*self }
    }

    pub async fn sign_in(&mut self, who: &str) -> Answer {
        let answer = self.try_password(who, PASSWORD).await;
        let said: Value = serde_json::from_slice(&answer.1).unwrap_or_default();
        if let Some(token) = said["accesstoken"].as_str() {
            token.clone_into(&mut self.token);
        }
        answer
    }

    pub async fn try_password(&mut self, who: &str, password: &str) -> Answer {
        let form = format!("emailId={who}&password={password}");
        let request = Request::post("/api/login/signIn")
            .header("content-type", "application/x-www-form-urlencoded");
        self.call(request, form.into()).await
    }

    pub async fn get(&mut self, path: &str, accept: &str) -> Answer {
        self.call(Request::get(path).header("accept", accept), Bytes::new()).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let request = Request::post(path).header("content-type", "application/json");
        self.call(request, body.to_string().into()).await
    }

    pub async fn send(&mut self, path: &str, kind: &str, body: Bytes) -> Answer {
        self.call(Request::post(path).header("content-type", kind), body).await
    }

    /// A document of this person's.
    pub async fn create(&mut self, doc_type: &str, record: &Value) -> Answer {
        let body = json!({ "command_id": uuid::Uuid::new_v4().to_string(), "record": record });
        self.post(&format!("/api/docs/{doc_type}"), &body).await
    }

    async fn call(&mut self, request: Builder, body: Bytes) -> Answer {
        let request = request
            .header("host", "godown.bench")
            .header("authorization", format!("Bearer {}", self.token))
            .body(Full::from(body))
            .unwrap();
        match self.exchange(request).await {
            Some(answer) => answer,
            None => {
                self.wire = None;
                (0, Bytes::new())
            }
        }
    }

    async fn exchange(&mut self, request: Request<Full<Bytes>>) -> Option<Answer> {
        if self.wire.as_ref().is_none_or(SendRequest::is_closed) {
            let stream = connect(self.address, self.from).await.ok()?;
            let (wire, connection) = handshake(TokioIo::new(stream)).await.ok()?;
            tokio::task::spawn_local(connection);
            self.wire = Some(wire);
        }
        let wire = self.wire.as_mut()?;
        wire.ready().await.ok()?;
        let answer = wire.send_request(request).await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.into_body().collect().await.ok()?.to_bytes()))
    }
}
