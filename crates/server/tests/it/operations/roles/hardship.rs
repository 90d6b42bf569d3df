//! Rows of the permission table: requests of drivers who can't pay, and staff's answers.

use super::table::{Id, Row, row};
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let answers = || {
        let body = json!({"kind": "ticket", "itemId": 0, "need": "lower_amount", "amount": "50", "situation": "other"});
        Some(body)
    };
    let answer = || Some(json!({"version": 1, "answer": "Ask the court’s clerk."}));
    let (own, all) = ("/api/hardship-requests", "/api/admin/hardship-requests");
    let (one, answer_of) = ("/api/admin/hardship-requests/{id}", "/api/admin/hardship-requests/{id}/answer");
    vec![
        row("GET", own, Id::None, None, [401, 200, 200, 403]),
        row("POST", own, Id::Ticket, answers(), [401, 201, 404, 403]),
        row("POST", own, Id::Nobody, answers(), [401, 404, 404, 403]),
        row("GET", all, Id::None, None, [401, 403, 403, 200]),
        row("GET", one, Id::Hardship, None, [401, 403, 403, 200]),
        row("GET", one, Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", answer_of, Id::Hardship, answer(), [401, 403, 403, 200]),
        row("POST", answer_of, Id::Nobody, answer(), [401, 403, 403, 404]),
    ]
}
