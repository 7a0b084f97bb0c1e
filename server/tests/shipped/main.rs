//! The shipped binary as a process of its own: killed, starved, raced, damaged, upgraded.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../../core/tests/another/mod.rs"]
mod another;
mod backup;
mod crash;
mod damage;
mod export;
mod failing;
mod full;
#[path = "../support/store_kit.rs"]
mod kit;
#[path = "../support/ledger.rs"]
mod ledger;
mod mail;
mod messages;
#[path = "../support/plain_sled.rs"]
mod plain_sled;
#[path = "../support/powercut.rs"]
mod powercut;
#[path = "../../../core/tests/proof/mod.rs"]
mod proof;
mod race;
mod receipt_race;
#[path = "../support/shop.rs"]
mod shop;
#[path = "../support/store_site.rs"]
mod site;
mod skus;
mod small_disk;
#[path = "../support/smtp.rs"]
mod smtp;
mod trip_race;
mod upgrade;
#[path = "../../../core/tests/support/mod.rs"]
mod world;
mod yard_race;
