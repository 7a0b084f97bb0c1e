//! The statuses that documents of many types share, and how each is shown.

use crate::schema::status::StatusFill::{Dashed, Edge, Outline, Solid, Tint};
use crate::schema::status::StatusIcon::{
    Alert, Card, Check, Cross, Done, Dot, Draft, Pause, People,
};
use crate::schema::status::StatusInk::{Amber, Blue, Green, Grey, Red};
use crate::schema::status::{Looks, shown};

pub const SHARED: Looks = &[
    ("Active", shown(Done, Green, Tint)),
    ("Inactive", shown(Pause, Grey, Outline)),
    ("Pending Approval", shown(People, Blue, Tint)),
    ("Approved", shown(Done, Green, Solid)),
    ("Rejected", shown(Cross, Red, Outline)),
    ("Blocked", shown(Card, Red, Edge)),
    ("On Hold", shown(Pause, Amber, Edge)),
    ("Released", shown(Done, Grey, Solid)),
    ("Expired", shown(Cross, Grey, Outline)),
    ("Planned", shown(Draft, Grey, Dashed)),
    ("Open", shown(Dot, Blue, Tint)),
    ("Closed", shown(Done, Grey, Solid)),
    ("Consumed", shown(Done, Green, Solid)),
    ("Posted", shown(Done, Green, Solid)),
    ("Confirmed", shown(Done, Green, Solid)),
    ("Cancelled", shown(Cross, Red, Outline)),
    ("Reversed", shown(Cross, Red, Outline)),
    ("Unread", shown(Dot, Blue, Tint)),
    ("Read", shown(Check, Grey, Outline)),
    ("Queued", shown(Dot, Grey, Dashed)),
    ("Sent", shown(Done, Green, Solid)),
    ("Failed", shown(Alert, Red, Edge)),
    ("Discarded", shown(Cross, Grey, Outline)),
];
