//! Rows of the permission table: items that drivers add, and their check.

use super::table::{Id, Row, row};
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let new = || {
        Some(
            json!({"kind": "ticket", "violationType": "Speeding", "date": "2026-03-01", "location": "Main St"}),
        )
    };
    let confirmed = || Some(json!({"decision": "confirmed", "version": 1}));
    let (own, one) = ("/api/added-items/{id}", "/api/admin/added-items/{id}");
    let decision = "/api/admin/added-items/{id}/decision";
    vec![
        row("GET", "/api/added-items", Id::None, None, [401, 200, 200, 403]),
        row("POST", "/api/added-items", Id::None, new(), [401, 201, 201, 403]),
        row("DELETE", own, Id::AddedItem, None, [401, 200, 404, 403]),
        row("DELETE", own, Id::Nobody, None, [401, 404, 404, 403]),
        row("GET", "/api/issuers", Id::None, None, [401, 200, 200, 200]),
        row("GET", "/api/admin/added-items", Id::None, None, [401, 403, 403, 200]),
        row("GET", one, Id::AddedItem, None, [401, 403, 403, 200]),
        row("GET", one, Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", decision, Id::AddedItem, confirmed(), [401, 403, 403, 200]),
        row("POST", decision, Id::Nobody, confirmed(), [401, 403, 403, 404]),
    ]
}
