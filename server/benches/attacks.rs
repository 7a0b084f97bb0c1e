//! What an honest person feels while somebody attacks: a list, a save and a sign-in, alone and
//! beside each attack.
//!
//! `cargo bench --bench attacks -- [binary] [words of an attack's name ...]`: of an older program,
//! too, because every site is furnished by the program that serves it. Each attack meets a server
//! of its own. The attacker is a process of its own at another address that uses half a core at the
//! most.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may fail")]

mod attack;
#[path = "../../core/benches/support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use attack::attacker::{self, ALL, Attack, Attacker};
use attack::honest::{Figures, Honest, STRANGE};
use attack::server::{Server, furnish};
use support::machine;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

/// Asked of every call: within so many milliseconds of what it takes alone, p99.
const WITHIN_MS: f64 = 50.0;

fn main() {
    let mut given: Vec<String> = std::env::args().skip(1).filter(|one| one != "--bench").collect();
    if given.first().is_some_and(|first| first == "attacker") {
        return attacker::main();
    }
    let named = given.first().map(PathBuf::from).filter(|path| path.is_file());
    let binary = match named {
        Some(path) => {
            given.remove(0);
            path.canonicalize().unwrap()
        }
        None => PathBuf::from(env!("CARGO_BIN_EXE_godown")),
    };
    println!("an honest person beside an attacker with half a core; {}", machine());
    let site = furnish(&binary);
    println!(
        "{:<34} {:<8} {:>9} {:>9} {:>10} {:>9} {:>9}",
        "ms", "", "alone p50", "p99", "beside p50", "p99", "refused"
    );
    let asked = |attack: &&Attack| given.is_empty() || given.iter().any(|one| attack.is(one));
    for attack in ALL.iter().filter(asked) {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        LocalSet::new().block_on(&runtime, beside(&binary, site.path(), attack));
    }
}

/// One attack on a server of its own: one line for each call, and what it cost the machine.
async fn beside(binary: &Path, site: &Path, attack: &Attack) {
    let mut server = Server::on_copy(binary, site);
    let mut honest = Honest::come(server.address).await;
    let alone = honest.work().await;
    let mut attacker = Attacker::come(&server, attack).await;
    let (memory, kept) = (server.memory_mb("VmRSS"), server.kept_mb());
    attacker.go();
    let beside = honest.work().await;
    let let_in = [honest.sign_in().await.1, Honest::stranger(server.address).await];
    let answers = attacker.stop().await;
    for (name, [alone, beside]) in Figures::beside(alone, beside) {
        let over = if beside.p99 > alone.p99 + WITHIN_MS { "  over" } else { "" };
        println!(
            "{:<34} {name:<8} {:>9.1} {:>9.1} {:>10.1} {:>9.1} {:>9}{over}",
            if name == "list" { attack.name } else { "" },
            alone.p50,
            alone.p99,
            beside.p50,
            beside.p99,
            beside.refused
        );
    }
    let end = match server.has_ended() {
        Some(end) => format!("the server ended: {end}; "),
        None => format!("{:.0} MB at the most, {memory:.0} before; ", server.memory_mb("VmHWM")),
    };
    let grown = server.kept_mb() - kept;
    println!("    {end}{grown:.1} MB more on the disk; the attacker: {}", told(&answers));
    let [known, strange] = let_in;
    println!(
        "    SALES signs in beside it: {known}; from {STRANGE}, where they never were: {strange}"
    );
}

fn told(answers: &BTreeMap<u16, usize>) -> String {
    let one = |(status, count): (&u16, &usize)| match status {
        0 => format!("{count} unanswered"),
        status => format!("{count} x {status}"),
    };
    answers.iter().map(one).collect::<Vec<_>>().join(", ")
}
