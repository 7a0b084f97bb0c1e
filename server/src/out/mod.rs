//! The ways out of the server: what waits in an outbox, by mail and by the message service.

pub mod mail;
pub mod outbox;
pub mod sms;
