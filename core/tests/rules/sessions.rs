//! Sessions: how many of an account go on, and that all of them end with its password.

use crate::site::person;
use crate::support::World;
use godown_core::declare::grant::Role;
use godown_core::docs::session::{Password, SESSIONS, Session, sessions};
use godown_core::kept::keys;
use godown_core::write::command::CommandKind;

const LATER: i64 = 4_000_000_000;

fn sign_in(world: &mut World, account: &str, session: &str) {
    let deed = CommandKind::SignIn {
        account: account.to_owned(),
        session: session.to_owned(),
        expires: LATER,
        agent: String::new(),
    };
    world.site.deed(&world.who("SYS"), deed).unwrap();
}

/// The sessions that the account's own record lets go on, among all that are kept.
fn going_on(world: &World, account: &str) -> Vec<String> {
    let password: Password = world.site.read(|case| case.value(&keys::password(account))).unwrap();
    let ids = (0..5_000).map(|n| format!("session-{n}"));
    let stands = |id: &String| {
        let session: Option<Session> = world.site.read(|case| case.value(&keys::session(id)));
        session.is_some_and(|session| password.carries(id, &session))
    };
    ids.filter(stands).collect()
}

#[test]
fn all_sessions_end_with_the_password_however_many_an_earlier_program_let_begin() {
    let mut world = World::new();
    let account = world.who("BM").id;
    world.system(|case| {
        for n in 0..5_000 {
            let id = format!("session-{n}");
            let began = case.now;
            let (account, agent) = (account.clone(), String::new());
            let session = Session { account, sv: 0, expires: LATER, began, agent };
            case.put(keys::session(&id), &session)?;
            case.put(keys::key(&["sessions", &session.account, &id]), &id)?;
        }
        Ok(())
    });
    let set = |keep: Option<&str>| CommandKind::SetPassword {
        account: account.clone(),
        hash: "hash".to_owned(),
        keep: keep.map(str::to_owned),
        must_change: false,
    };
    let admin = person(Role::Admin);
    world.site.deed(&admin, set(Some("session-4999"))).unwrap();
    assert_eq!(going_on(&world, &account), ["session-4999"]);
    // The one that was kept goes on until its turn has come, and none that is over comes back.
    let revoke =
        |keep: &str| CommandKind::Revoke { account: account.clone(), keep: Some(keep.to_owned()) };
    world.site.deed(&admin, revoke("session-4999")).unwrap();
    assert_eq!(going_on(&world, &account), ["session-4999"]);
    world.site.deed(&admin, revoke("session-4998")).unwrap();
    assert!(going_on(&world, &account).is_empty());
    world.site.deed(&admin, set(None)).unwrap();
    assert!(going_on(&world, &account).is_empty());
}

#[test]
fn the_oldest_session_of_an_account_ends_where_one_too_many_begins() {
    let mut world = World::new();
    let account = world.who("BM").id;
    for n in 0..=SESSIONS {
        world.later(1);
        sign_in(&mut world, &account, &format!("session-{n}"));
    }
    let ids = world.site.read(|case| sessions(case, &account));
    assert_eq!(ids.len(), SESSIONS);
    assert!(ids.iter().all(|(id, _)| id != "session-0"));
}
