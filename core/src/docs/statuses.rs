//! The statuses that documents of many types share, and how each is shown.

use crate::schema::status::StatusFill::{Dashed, Edge, Line, Solid, Tint};
use crate::schema::status::StatusIcon::{
    Cancel, Card, Check, Concern, Done, Dot, Draft, Pause, People,
};
use crate::schema::status::StatusInk::{Amber, Blue, Green, Grey, Red};
use crate::schema::status::{Looks, shown};

pub const SHARED: Looks = &[
    ("Active", shown(Done, Green, Tint)),
    ("Inactive", shown(Pause, Grey, Line)),
    ("Pending Approval", shown(People, Blue, Tint)),
    ("Approved", shown(Done, Green, Solid)),
    ("Rejected", shown(Cancel, Red, Line)),
    ("Blocked", shown(Card, Red, Edge)),
    ("On Hold", shown(Pause, Amber, Edge)),
    ("Held", shown(Pause, Amber, Edge)),
    ("Released", shown(Done, Grey, Solid)),
    ("Expired", shown(Cancel, Grey, Line)),
    ("Planned", shown(Draft, Grey, Dashed)),
    ("Open", shown(Dot, Blue, Tint)),
    ("Closed", shown(Done, Grey, Solid)),
    ("Consumed", shown(Done, Green, Solid)),
    ("Posted", shown(Done, Green, Solid)),
    ("Confirmed", shown(Done, Green, Solid)),
    ("Cancelled", shown(Cancel, Red, Line)),
    ("Reversed", shown(Cancel, Red, Line)),
    ("Unread", shown(Dot, Blue, Tint)),
    ("Read", shown(Check, Grey, Line)),
    ("Queued", shown(Dot, Grey, Dashed)),
    ("Sent", shown(Done, Green, Solid)),
    ("Failed", shown(Concern, Red, Edge)),
    ("Discarded", shown(Cancel, Grey, Line)),
];
