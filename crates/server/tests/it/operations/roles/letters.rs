//! Rows of the permission table: letters in which drivers contest items. Staff only read the letters.

use super::table::{Id, Row, row};
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let draft = || {
        Some(json!({
            "version": null, "grounds": [], "words": "", "senderName": "", "senderAddress": "",
            "issuerName": "", "issuerAddress": "", "fileIds": [],
        }))
    };
    let sent = || Some(json!({"version": 1, "sentOn": "2026-03-02"}));
    let letter = "/api/items/{kind}/{id}/contest-letter";
    let (pdf, sending) =
        ("/api/items/{kind}/{id}/contest-letter/pdf", "/api/items/{kind}/{id}/contest-letter/sent");
    vec![
        row("GET", letter, Id::Ticket, None, [401, 200, 404, 200]),
        row("GET", letter, Id::Parking, None, [401, 200, 404, 200]),
        row("GET", letter, Id::Toll, None, [401, 200, 404, 200]),
        row("GET", letter, Id::Nobody, None, [401, 404, 404, 404]),
        row("POST", letter, Id::Ticket, draft(), [401, 200, 404, 403]),
        row("POST", letter, Id::Nobody, draft(), [401, 404, 404, 403]),
        // Without a saved letter, there is nothing to print or send.
        row("GET", pdf, Id::Ticket, None, [401, 409, 404, 409]),
        row("GET", pdf, Id::Nobody, None, [401, 404, 404, 404]),
        row("POST", sending, Id::Ticket, sent(), [401, 409, 404, 403]),
        row("POST", sending, Id::Nobody, sent(), [401, 404, 404, 403]),
    ]
}
