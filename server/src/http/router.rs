//! From a method and a path to a row of the route table.

use warp::http::Method;

use super::routes::Route;
use crate::call::strict;

/// The table, sorted for matching: rows by their number of path segments.
pub struct Router {
    by_length: Vec<Vec<&'static Route>>,
}

pub enum Found {
    Route(&'static Route, Vec<String>),
    /// The path is known under other methods: these.
    Method(&'static str),
    Nothing,
}

impl Router {
    pub fn new(routes: &'static [Route]) -> Router {
        let mut by_length: Vec<Vec<&'static Route>> = Vec::new();
        for route in routes {
            let length = segments(route.path).count();
            if by_length.len() <= length {
                by_length.resize_with(length + 1, Vec::new);
            }
            if let Some(rows) = by_length.get_mut(length) {
                rows.push(route);
            }
        }
        Router { by_length }
    }

    pub fn find(&self, method: &Method, path: &str) -> Found {
        let Some(rows) = self.by_length.get(segments(path).count()) else {
            return Found::Nothing;
        };
        let mut fitting = rows.iter().filter(|route| fits(route.path, path)).peekable();
        let Some(first) = fitting.peek().copied() else { return Found::Nothing };
        // A written-out path stands before one with parts to fill, and hides it whole.
        let path_of = first.path;
        match fitting.find(|route| route.path == path_of && route.method == method.as_str()) {
            Some(route) => match params(route.path, path) {
                Some(params) => Found::Route(route, params),
                None => Found::Nothing,
            },
            None => Found::Method(first.allowed()),
        }
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.strip_prefix('/').unwrap_or(path).split('/')
}

fn is_part(segment: &str) -> bool {
    segment.starts_with('{')
}

fn fits(pattern: &str, path: &str) -> bool {
    segments(pattern).zip(segments(path)).all(|(wanted, is)| match is_part(wanted) {
        true => !is.is_empty(),
        false => wanted == is,
    })
}

/// The values of the pattern's parts, decoded once; `None` if one cannot be.
fn params(pattern: &str, path: &str) -> Option<Vec<String>> {
    segments(pattern)
        .zip(segments(path))
        .filter(|(wanted, _)| is_part(wanted))
        .map(|(_, is)| strict::unescape(is).ok())
        .collect()
}
