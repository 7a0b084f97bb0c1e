//! The addresses of the app's pages, so that a menu leads somewhere.

use crate::schema::DocType;

/// The app's routes, a line each; a test of the app keeps it equal to them.
const ADDRESSES: &str = include_str!("addresses.txt");

/// The part of an address that names a type of document.
const TYPE: &str = ":type";

/// Whether a page of the app has this address, whatever its search and its place on the page. Capitals make no
/// difference, as in the app.
pub fn leads_somewhere(url: &str, find: fn(&str) -> Option<&'static DocType>) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let parts = || path.split('/').skip(1);
    let fits = |pattern: &str| {
        let wanted = pattern.split('/').skip(1);
        wanted.clone().count() == parts().count()
            && wanted.zip(parts()).all(|(wanted, part)| match wanted {
                TYPE => find(part).is_some(),
                _ if wanted.starts_with(':') => !part.is_empty(),
                _ => wanted.eq_ignore_ascii_case(part),
            })
    };
    path.is_empty() && url.starts_with('/') || ADDRESSES.lines().any(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_to_a_page_of_the_app_or_nowhere() {
        let leads = [
            "/",
            "/order",
            "/Order",
            "/order/",
            "/order/view/o1",
            "/ViewStock?yard=y1",
            "/company",
            "/driver/edit/d1",
        ];
        let nowhere = [
            "",
            "order",
            "/ordr",
            "/order/view",
            "/nothing",
            "/order/view/o1/credit/more",
            "//example.com",
            "/company/x",
        ];
        for url in leads {
            assert!(leads_somewhere(url, crate::docs::find), "{url}");
        }
        for url in nowhere {
            assert!(!leads_somewhere(url, crate::docs::find), "{url}");
        }
    }
}
