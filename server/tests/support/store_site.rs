//! The shipped binary as a process of its own, and a client that speaks to it over HTTP.

#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

pub const PASSWORD: &str = "crash-and-carry-on-7";

/// A running server.
pub struct Site {
    child: Child,
    log: File,
    pub address: String,
    /// Printed once, when the directory is new.
    pub first_password: Option<String>,
}

impl Site {
    /// Returns once it serves.
    pub fn start(data: &Path, environment: &[(&str, &str)]) -> Site {
        Site::try_start(data, environment).unwrap_or_else(|said| panic!("it did not serve: {said}"))
    }

    /// The same, or what it said when it ended before.
    pub fn try_start(data: &Path, environment: &[(&str, &str)]) -> Result<Site, String> {
        let log = tempfile::tempfile().unwrap();
        let mut child = godown(data)
            .arg("serve")
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(log.try_clone().unwrap())
            .spawn()
            .unwrap();
        let mut first_password = None;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if let Some((_, password)) = line.split_once("employee id ADMIN, password ") {
                first_password = Some(password.to_owned());
            }
            if let Some((_, address)) = line.split_once("http://") {
                return Ok(Site { child, log, address: address.to_owned(), first_password });
            }
        }
        child.wait().unwrap();
        Err(read(&log))
    }

    /// Starts it and kills it as soon as this is so, or lets it end by itself.
    pub fn kill_when(data: &Path, so: impl Fn() -> bool) {
        let mut child = godown(data).arg("serve").stdout(Stdio::null()).spawn().unwrap();
        while !so() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// What it logged so far.
    pub fn said(&self) -> String {
        read(&self.log)
    }

    /// SIGKILL: the process does nothing more.
    pub fn kill(self) {
        drop(self);
    }

    /// A stop that the process is asked for.
    pub fn stop(self) {
        self.terminate();
        self.ended();
    }

    /// Waits for its end, which must be a good one.
    pub fn ended(mut self) {
        let ended = self.child.wait().unwrap();
        assert!(ended.success(), "{ended}: {}", self.said());
    }

    /// What it holds in memory, in kB.
    pub fn memory_kb(&self) -> usize {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// The processor time that it took so far, in milliseconds, to the hundredth of a second.
    pub fn cpu_ms(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks = |at: usize| fields[at].parse::<f64>().unwrap();
        (ticks(11) + ticks(12)) * 10.0
    }

    /// Asks for the stop and does not wait.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
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

fn read(mut log: &File) -> String {
    let mut said = String::new();
    log.rewind().unwrap();
    log.read_to_string(&mut said).unwrap();
    said
}

/// A library of `tests/support`, compiled to be loaded before all others.
pub fn preload(place: &Path, name: &str) -> PathBuf {
    let library = place.join(format!("{name}.so"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/support/{name}.c"));
    let mut compile = Command::new("cc");
    compile.args(["-shared", "-fPIC", "-O2", "-o"]).args([&library, &source]);
    assert!(compile.args(["-ldl", "-lpthread"]).status().unwrap().success());
    library
}

/// Without a reserve, which would be copied with every directory.
fn godown(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_godown"));
    command.env("GODOWN_DATA", data).env("GODOWN_ADDR", "127.0.0.1:0").env("GODOWN_LOG", "error");
    command.env("GODOWN_RESERVE", "0");
    command
}

/// What `godown verify` printed, and whether all was well.
pub fn verify(data: &Path) -> (bool, String) {
    let output = godown(data).arg("verify").output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What another command printed, and whether it went well.
pub fn run(data: &Path, arguments: &[&str]) -> (bool, String) {
    let output = godown(data).args(arguments).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
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

    /// A body as it is, said to be JSON.
    pub fn raw(&mut self, method: &str, path: &str, body: &str) -> io::Result<Answer> {
        self.call(method, path, "application/json", body)
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

    /// A body that is no JSON.
    pub fn text(&mut self, path: &str) -> io::Result<String> {
        let (_, body) = self.bytes("GET", path, "application/json", "")?;
        Ok(String::from_utf8_lossy(&body).into_owned())
    }

    /// A list as a file; its status and bytes.
    pub fn export(&mut self, path: &str, media: &str) -> io::Result<(u16, Vec<u8>)> {
        self.bytes("GET", path, media, "")
    }

    fn exchange(&mut self, method: &str, path: &str, kind: &str, body: &str) -> io::Result<Answer> {
        let (status, body) = self.bytes(method, path, kind, body)?;
        Ok((status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
    }

    fn bytes(
        &mut self,
        method: &str,
        path: &str,
        kind: &str,
        body: &str,
    ) -> io::Result<(u16, Vec<u8>)> {
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
             accept: {kind}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
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
        Ok((status, body))
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
