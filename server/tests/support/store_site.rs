//! The shipped binary as a process of its own, and a client that speaks to it over HTTP.

#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

pub const PASSWORD: &str = "crash-and-carry-on-7";

/// A running server.
pub struct Site {
    child: Child,
    pub address: String,
    /// Printed once, when the directory is new.
    pub first_password: Option<String>,
}

impl Site {
    /// Returns once it serves.
    pub fn start(data: &Path, environment: &[(&str, &str)]) -> Site {
        let mut child = godown(data)
            .arg("serve")
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first_password = None;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if let Some((_, password)) = line.split_once("employee id ADMIN, password ") {
                first_password = Some(password.to_owned());
            }
            if let Some((_, address)) = line.split_once("http://") {
                return Site { child, address: address.to_owned(), first_password };
            }
        }
        panic!("it ended before it served: {:?}", child.wait());
    }

    /// SIGKILL: the process does nothing more.
    pub fn kill(self) {
        drop(self);
    }

    /// A stop that the process is asked for.
    pub fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    pub fn client(&self) -> Client {
        Client::new(&self.address)
    }
}

/// A test that fails leaves no process behind.
impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn godown(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_godown"));
    command.env("GODOWN_DATA", data).env("GODOWN_ADDR", "127.0.0.1:0").env("GODOWN_LOG", "error");
    command
}

/// What `godown verify` printed, and whether all was well.
pub fn verify(data: &Path) -> (bool, String) {
    let output = godown(data).arg("verify").output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a server that must not start says.
pub fn refusal(data: &Path) -> String {
    let output = godown(data).arg("serve").output().unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// One connection, kept open between calls.
pub struct Client {
    address: String,
    connection: Option<BufReader<TcpStream>>,
    pub token: String,
}

/// A status and a body.
pub type Answer = (u16, Value);

impl Client {
    pub fn new(address: &str) -> Client {
        Client { address: address.to_owned(), connection: None, token: String::new() }
    }

    pub fn with_token(mut self, token: &str) -> Client {
        self.token = token.to_owned();
        self
    }

    pub fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.call("GET", path, "application/json", "")
    }

    pub fn send(&mut self, method: &str, path: &str, body: &Value) -> io::Result<Answer> {
        self.call(method, path, "application/json", &body.to_string())
    }

    /// Signs in and keeps the token.
    pub fn sign_in(&mut self, name: &str, password: &str) -> io::Result<Answer> {
        let form = format!("emailId={name}&password={password}");
        let answer =
            self.call("POST", "/api/login/signIn", "application/x-www-form-urlencoded", &form)?;
        self.token = answer.1["accesstoken"].as_str().unwrap_or_default().to_owned();
        Ok(answer)
    }

    /// Replaces the first administrator's one-time password.
    pub fn settle(&mut self, first: &str) {
        self.sign_in("ADMIN", first).unwrap();
        let change = json!({ "old": first, "new": PASSWORD });
        let answer = self.send("POST", "/api/session/password", &change).unwrap();
        assert_eq!(answer.0, 200, "{}", answer.1);
        self.sign_in("ADMIN", PASSWORD).unwrap();
    }

    fn call(&mut self, method: &str, path: &str, kind: &str, body: &str) -> io::Result<Answer> {
        let answer = self.exchange(method, path, kind, body);
        if answer.is_err() {
            self.connection = None;
        }
        answer
    }

    fn exchange(&mut self, method: &str, path: &str, kind: &str, body: &str) -> io::Result<Answer> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => {
                let stream = TcpStream::connect(&self.address)?;
                stream.set_nodelay(true)?;
                none.insert(BufReader::new(stream))
            }
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\
             content-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            self.token,
            body.len()
        );
        connection.get_mut().write_all(request.as_bytes())?;
        let status = line(connection)?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut length = 0;
        loop {
            let header = line(connection)?.to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        connection.read_exact(&mut body)?;
        let status = status.ok_or_else(|| io::Error::other("no status"))?;
        Ok((status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
    }
}

/// One whole line: a connection that ends inside it answered nothing.
fn line(from: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    from.read_line(&mut line)?;
    match line.strip_suffix("\r\n") {
        Some(line) => Ok(line.to_owned()),
        None => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
