//! The rows of the template's calls.

use super::{Body, Handler, Route, by, get, post, replied, shape_of};
use godown_core::query::desk::kept::{CalendarItem, ContactItem, InboxItem, ProformaItem};

use crate::api::desk::{auth, chat, kept, notices, recent, scrum, shop, todo};

pub const ROWS: &[Route] = &[
    post("/api/auth/login", by!(auth::login), "Begin a session of 7 days")
        .open()
        .takes("TemplateLogin"),
    get("/api/auth/profile", by!(auth::profile), "The person of the session").fresh(),
    get("/api/ecommerce/get-product-list", by!(shop::products), "The products of the shop"),
    get(
        "/api/ecommerce/get-category-list",
        by!(shop::categories),
        "The categories of the products, each with their number",
    ),
    get(
        "/api/ecommerce/get-brand-list",
        by!(shop::brands),
        "The brands of the products, each with their number",
    ),
    get(
        "/api/ecommerce/get-rating-list",
        by!(shop::ratings),
        "The ratings, each with the number of its products",
    ),
    get("/api/ecommerce/get-cart-list", by!(shop::cart), "The person's own cart")
        .body(Body::Raw)
        .query(shop::CART_QUERY),
    post("/api/ecommerce/add-to-cart", by!(shop::add), "One piece more in the person's cart")
        .takes("CartProduct"),
    post("/api/ecommerce/delete-from-cart", by!(shop::remove), "Take a product out of the cart")
        .takes("CartProduct"),
    post("/api/ecommerce/update-cart-amount", by!(shop::update), "Set the pieces of a product")
        .takes("CartAmount"),
    get("/api/scrum-board/all-member", by!(scrum::members), "Whom a board may have as members"),
    get("/api/scrum-board/all-label", by!(scrum::labels), "The labels of cards"),
    get("/api/scrum-board/all-board", by!(scrum::all), "The person's boards"),
    post("/api/scrum-board/add-board", by!(scrum::add_board), "Make a board")
        .body(Body::Raw)
        .takes("ScrumNew"),
    get("/api/scrum-board", by!(scrum::one), "A board: the one named, else the last changed")
        .body(Body::Raw)
        .query(scrum::BOARD_QUERY),
    post("/api/scrum-board/add-member", by!(scrum::add_member), "Take somebody onto a board")
        .takes("ScrumMember"),
    post("/api/scrum-board/delete-member", by!(scrum::delete_member), "Take somebody off a board")
        .takes("ScrumMember"),
    post("/api/scrum-board/add-column", by!(scrum::add_column), "Add a list to a board")
        .takes("ScrumColumn"),
    post("/api/scrum-board/rename-column", by!(scrum::rename_column), "Rename a list of a board")
        .takes("ScrumColumnName"),
    post(
        "/api/scrum-board/delete-column",
        by!(scrum::delete_column),
        "Delete a list with its cards",
    )
    .takes("ScrumColumnId"),
    post("/api/scrum-board/add-card", by!(scrum::add_card), "Add a card to a list")
        .takes("ScrumCardNew"),
    post("/api/scrum-board/update-card", by!(scrum::update_card), "Put a card in its own place")
        .takes("ScrumCardSent"),
    post("/api/scrum-board/reorder-list", by!(scrum::reorder_list), "Move a list on its board")
        .takes("ScrumListOrder"),
    post("/api/scrum-board/reorder-card", by!(scrum::reorder_card), "Move a card in its list")
        .takes("ScrumCardOrder"),
    post("/api/scrum-board/move-card", by!(scrum::move_card), "Move a card to another list")
        .takes("ScrumCardMove"),
    get("/api/todo/all", by!(todo::all), "The person's to-dos"),
    get("/api/todo/tag", by!(todo::tags), "The person's tags"),
    get("/api/todo", by!(todo::one), "A to-do").body(Body::Raw).query(todo::TODO_QUERY),
    post("/api/todo/add", by!(todo::add), "Add a to-do").takes("TodoSent"),
    post("/api/todo/update", by!(todo::update), "Change a to-do").takes("TodoChanged"),
    post("/api/todo/delete", by!(todo::delete), "Delete a to-do").takes("TodoNamed"),
    post("/api/todo/reorder", by!(todo::reorder), "Put to-dos in order").takes("TodoOrder"),
    post("/api/todo/tag/add", by!(todo::add_tag), "Add a tag").takes("TodoTagSent"),
    post("/api/todo/tag/delete", by!(todo::delete_tag), "Delete a tag").takes("TodoTagNamed"),
    get("/api/notification", by!(notices::all), "The person's notifications"),
    post("/api/notification/add", by!(notices::add), "Leave a note for oneself")
        .takes("NoticeSent"),
    post("/api/notification/delete", by!(notices::delete), "Discard a notification")
        .takes("KeptId"),
    post("/api/notification/delete-all", by!(notices::delete_all), "Discard all notifications")
        .body(Body::None),
    get("/api/calendar/events/all", by!(kept::all::<CalendarItem>), "The person's events"),
    post("/api/calendar/events/add", by!(kept::add::<CalendarItem>), "Add an event")
        .takes("KeptSent"),
    post("/api/calendar/events/update", by!(kept::update_event), "Change an event")
        .takes("EventNamed"),
    post("/api/calendar/events/delete", by!(kept::delete::<CalendarItem>), "Delete an event")
        .takes("KeptNamed"),
    get("/api/calendar/layers", by!(kept::layers), "The days that documents name, for a calendar")
        .query(kept::LAYERS_QUERY),
    get("/api/user/all", by!(kept::all::<ContactItem>), "The person's contacts"),
    get("/api/user", by!(kept::one::<ContactItem>), "A contact")
        .body(Body::Raw)
        .query(kept::ONE_QUERY),
    post("/api/user/add", by!(kept::add::<ContactItem>), "Add a contact").takes("KeptSent"),
    post("/api/user/update", by!(kept::update::<ContactItem>), "Change a contact")
        .takes("KeptNamed"),
    post("/api/user/delete", by!(kept::delete::<ContactItem>), "Delete a contact")
        .takes("KeptNamed"),
    get("/api/inbox/all", by!(kept::all::<InboxItem>), "The person's letters"),
    get("/api/inbox", by!(kept::one::<InboxItem>), "A letter")
        .body(Body::Raw)
        .query(kept::ONE_QUERY),
    post("/api/inbox/add", by!(kept::add::<InboxItem>), "Add a letter").takes("KeptSent"),
    post("/api/inbox/update", by!(kept::update::<InboxItem>), "Change a letter").takes("KeptNamed"),
    post("/api/inbox/delete", by!(kept::delete::<InboxItem>), "Delete a letter").takes("KeptNamed"),
    get("/api/invoices/all", by!(kept::all::<ProformaItem>), "The person's proforma invoices"),
    get("/api/invoices", by!(kept::one::<ProformaItem>), "A proforma invoice")
        .body(Body::Raw)
        .query(kept::ONE_QUERY),
    post("/api/invoices/add", by!(kept::add::<ProformaItem>), "Add a proforma invoice")
        .takes("KeptSent"),
    post("/api/invoices/update", by!(kept::update::<ProformaItem>), "Change a proforma invoice")
        .takes("KeptNamed"),
    post("/api/invoices/delete", by!(kept::delete::<ProformaItem>), "Delete a proforma invoice")
        .takes("KeptNamed"),
    get("/api/list/all", by!(recent::list), "The last documents that the person worked on"),
    get("/api/recent", by!(recent::docs), "The documents that the person worked on lately"),
    get("/api/chat", by!(chat::lines), "The messages of a conversation")
        .body(Body::Raw)
        .query(chat::CHAT_QUERY),
    get("/api/chat/talks", by!(chat::talks), "The person's conversations, the last used first"),
    get("/api/chat/chat-room", by!(chat::room), "The conversation with a colleague")
        .body(Body::Raw)
        .query(chat::ROOM_QUERY),
    get("/api/chat/contacts/recent", by!(chat::recent), "Whom the person talked to lately")
        .body(Body::Raw)
        .query(chat::USER_QUERY),
    get("/api/chat/contacts/all", by!(chat::contacts), "The person's colleagues")
        .body(Body::Raw)
        .query(chat::CONTACT_QUERY),
    get("/api/chat/contacts", by!(chat::contact), "A colleague")
        .body(Body::Raw)
        .query(chat::CONTACT_QUERY),
    post("/api/chat/add", by!(chat::add), "Say something in a conversation").takes("ChatSent"),
];
