//! The rows of the walk for the template's calls.

use godown_core::declare::grant::Verb;

use super::{Beside, may, through, views};

/// Calls that read, and how each is knocked at.
pub const BESIDE: &[Beside] = &[
    ("GET", "/api/ecommerce/get-product-list", "/api/ecommerce/get-product-list", |who| {
        through(views(who, "product"), 200)
    }),
    ("GET", "/api/ecommerce/get-category-list", "/api/ecommerce/get-category-list", |who| {
        through(views(who, "product"), 200)
    }),
    ("GET", "/api/ecommerce/get-brand-list", "/api/ecommerce/get-brand-list", |who| {
        through(views(who, "product"), 200)
    }),
    ("GET", "/api/ecommerce/get-rating-list", "/api/ecommerce/get-rating-list", |who| {
        through(views(who, "product"), 200)
    }),
    ("GET", "/api/ecommerce/get-cart-list", "/api/ecommerce/get-cart-list", |who| {
        through(views(who, "cart"), 200)
    }),
    ("GET", "/api/scrum-board/all-member", "/api/scrum-board/all-member", |who| {
        through(views(who, "board"), 200)
    }),
    ("GET", "/api/scrum-board/all-label", "/api/scrum-board/all-label", |who| {
        through(views(who, "board"), 200)
    }),
    ("GET", "/api/scrum-board/all-board", "/api/scrum-board/all-board", |who| {
        through(views(who, "board"), 200)
    }),
    ("GET", "/api/scrum-board", "/api/scrum-board?id=nothing", |who| {
        through(views(who, "board"), 404)
    }),
    ("GET", "/api/todo/all", "/api/todo/all", |who| through(views(who, "todo_list"), 200)),
    ("GET", "/api/todo/tag", "/api/todo/tag", |who| through(views(who, "todo_list"), 200)),
    ("GET", "/api/todo", "/api/todo", |who| through(views(who, "todo_list"), 404)),
    ("GET", "/api/notification", "/api/notification", |who| {
        through(views(who, "notification"), 200)
    }),
    ("GET", "/api/calendar/events/all", "/api/calendar/events/all", |who| {
        through(views(who, "calendar_event"), 200)
    }),
    ("GET", "/api/calendar/layers", "/api/calendar/layers?from=2026-04-01&to=2026-04-30", |who| {
        through(views(who, "calendar_event"), 200)
    }),
    ("GET", "/api/user/all", "/api/user/all", |who| through(views(who, "contact"), 200)),
    ("GET", "/api/user", "/api/user", |who| through(views(who, "contact"), 404)),
    ("GET", "/api/inbox/all", "/api/inbox/all", |who| through(views(who, "inbox_message"), 200)),
    ("GET", "/api/inbox", "/api/inbox", |who| through(views(who, "inbox_message"), 404)),
    ("GET", "/api/invoices/all", "/api/invoices/all", |who| through(views(who, "proforma"), 200)),
    ("GET", "/api/invoices", "/api/invoices", |who| through(views(who, "proforma"), 404)),
    ("GET", "/api/list/all", "/api/list/all", |who| through(views(who, "notification"), 200)),
    ("GET", "/api/recent", "/api/recent", |who| through(views(who, "notification"), 200)),
    ("POST", "/api/notification/add", "/api/notification/add", |who| {
        through(may(who, "notification", Verb::Add), 400)
    }),
    ("POST", "/api/notification/delete", "/api/notification/delete", |who| {
        through(views(who, "notification"), 400)
    }),
    ("GET", "/api/chat", "/api/chat", |who| through(views(who, "chat_message"), 404)),
    ("GET", "/api/chat/talks", "/api/chat/talks", |who| through(views(who, "chat_message"), 200)),
    ("GET", "/api/chat/chat-room", "/api/chat/chat-room", |who| {
        through(views(who, "chat_message"), 404)
    }),
    ("GET", "/api/chat/contacts/recent", "/api/chat/contacts/recent", |who| {
        through(views(who, "chat_message"), 200)
    }),
    ("GET", "/api/chat/contacts/all", "/api/chat/contacts/all", |who| {
        through(views(who, "chat_message"), 200)
    }),
    ("GET", "/api/chat/contacts", "/api/chat/contacts", |who| {
        through(views(who, "chat_message"), 200)
    }),
];

/// Calls that change what is the person's own: whoever may, is told that the body lacks something.
pub const KEEPING: &[(&str, &str)] = &[
    ("cart", "/api/ecommerce/add-to-cart"),
    ("cart", "/api/ecommerce/delete-from-cart"),
    ("cart", "/api/ecommerce/update-cart-amount"),
    ("board", "/api/scrum-board/add-board"),
    ("board", "/api/scrum-board/add-member"),
    ("board", "/api/scrum-board/delete-member"),
    ("board", "/api/scrum-board/add-column"),
    ("board", "/api/scrum-board/rename-column"),
    ("board", "/api/scrum-board/delete-column"),
    ("board", "/api/scrum-board/add-card"),
    ("board", "/api/scrum-board/update-card"),
    ("board", "/api/scrum-board/reorder-list"),
    ("board", "/api/scrum-board/reorder-card"),
    ("board", "/api/scrum-board/move-card"),
    ("chat_message", "/api/chat/add"),
    ("todo_list", "/api/todo/add"),
    ("todo_list", "/api/todo/update"),
    ("todo_list", "/api/todo/delete"),
    ("todo_list", "/api/todo/reorder"),
    ("todo_list", "/api/todo/tag/add"),
    ("todo_list", "/api/todo/tag/delete"),
    ("calendar_event", "/api/calendar/events/update"),
    ("calendar_event", "/api/calendar/events/delete"),
    ("contact", "/api/user/update"),
    ("contact", "/api/user/delete"),
    ("inbox_message", "/api/inbox/update"),
    ("inbox_message", "/api/inbox/delete"),
    ("proforma", "/api/invoices/update"),
    ("proforma", "/api/invoices/delete"),
];

/// Calls that make something of the person's own: an empty one lacks what it must have.
pub const MAKING: &[(&str, &str)] = &[
    ("calendar_event", "/api/calendar/events/add"),
    ("contact", "/api/user/add"),
    ("inbox_message", "/api/inbox/add"),
    ("proforma", "/api/invoices/add"),
];
