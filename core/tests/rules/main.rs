//! The rules natively, all in one binary: a new file of tests is a module here.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod access;
mod additional;
#[path = "../another/mod.rs"]
mod another;
mod approvers;
mod asked;
mod audits;
mod balances;
mod billed;
mod boards;
mod chats;
mod claims;
mod closings;
mod coil;
mod crowd;
#[path = "../crowd/mod.rs"]
mod crowds;
mod decided_again;
mod declarations;
#[path = "../deeds/mod.rs"]
mod deeds;
mod delegates;
mod doubles;
#[path = "../drawn/mod.rs"]
mod drawn;
mod dumps;
mod e_invoices;
mod earlier;
mod flows;
mod foreseen;
mod formula;
mod frames;
mod generated;
mod guards;
mod holds;
mod hostile;
#[path = "../invoice_view/mod.rs"]
mod invoice_view;
mod invoices;
mod inwards;
mod kits;
mod labels;
mod ledgers;
mod letters;
mod limit_requests;
mod lines;
mod lint;
mod lists;
mod mails;
mod markup;
mod masters;
mod matrix;
mod merges;
#[path = "../mirror/mod.rs"]
mod mirror;
mod moved;
mod new_master;
mod notes;
mod oldest_first;
mod overlay;
mod papers;
mod parties;
mod paths;
mod peers;
mod people;
mod pinned;
#[path = "../plain/mod.rs"]
mod plain;
mod planting;
mod portal;
mod portal_at_hand;
#[path = "../portal/mod.rs"]
mod portal_fields;
mod printed;
#[path = "../proof/mod.rs"]
mod proof;
mod properties;
mod purchases;
mod receipts;
mod reindex;
mod reminders;
mod reports;
mod reversals;
mod rights;
mod sales_returns;
mod scrap;
mod sent_papers;
mod series;
mod sessions;
mod set_aside;
mod set_off;
mod shipped;
mod sku_filters;
mod skus;
mod starter;
#[path = "../support/mod.rs"]
mod support;
mod switches;
mod tables;
mod targets;
mod time_rules;
mod todos;
mod transfers;
mod triggers;
mod trips;
mod turn;
mod typing;
mod vectors;
mod waiting;
mod weighbridges;
mod work_orders;

use support::site;
