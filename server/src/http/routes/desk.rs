//! The rows of the template's calls.

use super::{Body, Handler, Route, by, get, post, replied, shape_of};
use crate::api::desk::{auth, scrum, shop};

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
];
