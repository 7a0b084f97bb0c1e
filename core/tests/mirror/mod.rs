//! Calls answered natively and, in a process beside, through wasm: their bytes must be the same.

#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufWriter, Read as _, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use godown_core::calls;
use godown_core::error::Halt;
use godown_core::kept::read::{Range, Read};
use serde_json::Value;

/// Remembers what a decision looked at: that is what the browser must know to decide the same.
pub struct Watched<'a, R> {
    under: &'a R,
    seen: RefCell<BTreeMap<String, Value>>,
}

impl<'a, R: Read> Watched<'a, R> {
    pub fn new(under: &'a R) -> Watched<'a, R> {
        Watched { under, seen: RefCell::default() }
    }

    /// The facts for the browser's decision.
    pub fn facts(self) -> Value {
        serde_json::json!({ "pairs": self.seen.into_inner(), "whole": true })
    }

    fn note(&self, key: &str, value: Option<&[u8]>) {
        let mut seen = self.seen.borrow_mut();
        if !seen.contains_key(key) {
            let value = value.map_or(Value::Null, |bytes| serde_json::from_slice(bytes).unwrap());
            seen.insert(key.to_owned(), value);
        }
    }
}

impl<R: Read> Read for Watched<'_, R> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        let value = self.under.get(key)?;
        self.note(key, value.as_deref());
        Ok(value)
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        let pairs = self.under.scan(range, limit)?;
        pairs.iter().for_each(|(key, value)| self.note(key, Some(value)));
        Ok(pairs)
    }
}

/// The process beside.
pub struct Mirror {
    child: Child,
    calls: BufWriter<ChildStdin>,
    made: usize,
}

impl Mirror {
    pub fn start() -> Mirror {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../wasm/tests/mirror.mjs");
        let mut command = Command::new("node");
        command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let calls = BufWriter::with_capacity(1 << 16, child.stdin.take().unwrap());
        Mirror { child, calls, made: 0 }
    }

    /// Answers a call natively and has it answered through wasm.
    pub fn call(&mut self, name: &str, args: &Value) -> Value {
        let text = args.to_string();
        let answer = calls::call(name, args).unwrap();
        // No text of JSON holds a tab or a new line as it stands.
        let sent = writeln!(self.calls, "{name}\t{text}\t{answer}");
        assert!(sent.is_ok(), "wasm answered otherwise, or wasm/pkg was not built: {sent:?}");
        self.made += 1;
        answer
    }

    /// Waits for the last answer; how many calls there were.
    pub fn finish(mut self) -> usize {
        self.calls.flush().unwrap();
        drop(self.calls);
        let mut told = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
        assert!(self.child.wait().unwrap().success(), "wasm answered otherwise");
        assert_eq!(told.trim(), self.made.to_string());
        self.made
    }
}
