//! Paths of requests as the router matches them, and the ids in them. An invalid id gets the same
//! response as the id of a missing record.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

/// Returns the path with percent-escapes decoded, as the router matches it. So a check of the path applies to the route
/// that the router chooses.
pub fn path_of(request: &HttpRequest) -> &str {
    request.match_info().as_str()
}

/// An id in a path.
#[derive(Clone, Copy, Debug)]
pub struct Id(pub i32);

/// Names of id parameters in route patterns.
const NAMES: [&str; 3] = ["id", "userId", "inquiryId"];

impl Id {
    /// Whether this can be the id of a record. No record has the id 0.
    pub const fn is_possible(self) -> bool {
        self.0 != NO_ID
    }
}

/// An id that no record has.
const NO_ID: i32 = 0;

impl FromRequest for Id {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        // An id has neither a sign nor leading zeros: `+1` and `01` are not ids.
        let text = NAMES.iter().find_map(|name| request.match_info().get(name)).unwrap_or_default();
        let id = text.parse().ok().filter(|id: &i32| *id > 0 && id.to_string() == text);
        ready(Ok(Id(id.unwrap_or(NO_ID))))
    }
}

/// Whether a path may be the payment page, which has its own document and security policy
/// (docs/product/page.md#payment-document). The page's router ignores case. A path with percent
/// escapes counts as the payment page, because the escapes aren't decoded here.
pub fn may_be_payment_page(path: &str) -> bool {
    path.contains('%') || path.trim_matches('/').eq_ignore_ascii_case("payment")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_payment_page_is_recognized_in_every_spelling_of_its_path() {
        for path in ["/payment", "/payment/", "/Payment", "/%70ayment"] {
            assert!(may_be_payment_page(path), "{path}");
        }
        assert!(!may_be_payment_page("/payments") && !may_be_payment_page("/"));
    }
}
