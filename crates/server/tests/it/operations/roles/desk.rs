//! Rows of the permission table: notes, assignments, saved replies and other requests of the back
//! office.

use super::table::{Id, Row, row};
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let note = || Some(json!({"text": "Calls back on Monday."}));
    // The user with id 1 is staff.
    let given = || Some(json!({"assigneeId": 1}));
    let reply = || Some(json!({"title": "Hello", "message": "We are looking into it."}));
    let changed_reply = || Some(json!({"title": "Good day", "message": "We are on it.", "version": 1}));
    let choice = || Some(json!({"name": "columns.hires", "value": "{\"shown\":[\"id\"]}"}));
    let settled = || Some(json!({"licenseStatus": "active", "currentPoints": 3}));
    let (notes, note_of) = ("/api/admin/notes/{kind}/{id}", "/api/admin/notes/{id}");
    let (seen, assignee) = ("/api/admin/help-inquiries/{id}/seen", "/api/admin/help-inquiries/{id}/assignee");
    let (replies, reply_of) = ("/api/admin/reply-templates", "/api/admin/reply-templates/{id}");
    let settle = "/api/admin/status-requests/{userId}/settle";
    vec![
        row("GET", notes, Id::Inquiry, None, [401, 403, 403, 200]),
        row("POST", notes, Id::Inquiry, note(), [401, 403, 403, 201]),
        row("POST", notes, Id::Nobody, note(), [401, 403, 403, 404]),
        row("DELETE", note_of, Id::Note, None, [401, 403, 403, 200]),
        row("DELETE", note_of, Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", seen, Id::Inquiry, None, [401, 403, 403, 200]),
        row("POST", seen, Id::Nobody, None, [401, 403, 403, 404]),
        row("PATCH", assignee, Id::Inquiry, given(), [401, 403, 403, 200]),
        row("PATCH", assignee, Id::Nobody, given(), [401, 403, 403, 404]),
        row("GET", replies, Id::None, None, [401, 403, 403, 200]),
        row("POST", replies, Id::None, reply(), [401, 403, 403, 201]),
        row("PATCH", reply_of, Id::Reply, changed_reply(), [401, 403, 403, 200]),
        row("PATCH", reply_of, Id::Nobody, changed_reply(), [401, 403, 403, 404]),
        row("DELETE", reply_of, Id::Reply, None, [401, 403, 403, 200]),
        row("DELETE", reply_of, Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/choices", Id::None, None, [401, 403, 403, 200]),
        row("PATCH", "/api/admin/choices", Id::None, choice(), [401, 403, 403, 200]),
        row("POST", settle, Id::StatusRequest, settled(), [401, 403, 403, 200]),
        row("POST", settle, Id::Nobody, settled(), [401, 403, 403, 404]),
    ]
}

/// Returns the rows for requests about money sent to authorities and lawyers.
pub fn remittance_rows() -> Vec<Row> {
    let authority = || Some(json!({"name": "City of Houston", "kind": "city"}));
    let changed = || Some(json!({"name": "City of Houston", "kind": "city", "version": 1}));
    let merged = || Some(json!({"into": 1, "version": 1, "intoVersion": 1}));
    let payments = || Some(json!({"paymentIds": [1]}));
    let to = || Some(json!({"authorityId": 2_000_000_000}));
    let to_lawyer = || Some(json!({"lawyerId": 2_000_000_000}));
    let sent = || Some(json!({"sentOn": "2026-01-05", "reference": "ACH 4711"}));
    let accepted = || Some(json!({"acceptedOn": "2026-01-05"}));
    let amount = || Some(json!({"amount": "1.00", "how": "By cheque"}));
    let (one, given) = ("/api/admin/authorities/{id}", "/api/admin/authorities/{id}/payments");
    let merge = "/api/admin/authorities/{id}/merge";
    let remittance = "/api/admin/remittances/{id}";
    let came_of_it = || Some(json!({"outcome": "accepted", "note": "The clerk found it."}));
    let (proof, settled) = ("/api/admin/proofs/{id}", "/api/admin/billed-again/{id}/settled");
    vec![
        row("GET", "/api/admin/lawyer-hires/fees", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/money-owed", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/obligations", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/obligations/{id}/back", Id::Nobody, amount(), [401, 403, 403, 404]),
        row("POST", "/api/admin/obligations/{id}/written-off", Id::Nobody, amount(), [401, 403, 403, 404]),
        row("GET", "/api/admin/authorities", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/authorities", Id::None, authority(), [401, 403, 403, 201]),
        row("PATCH", one, Id::Nobody, changed(), [401, 403, 403, 404]),
        row("GET", merge, Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", merge, Id::Nobody, merged(), [401, 403, 403, 404]),
        row("POST", given, Id::Nobody, payments(), [401, 403, 403, 404]),
        row("GET", "/api/admin/remittances", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/remittances", Id::None, to(), [401, 403, 403, 404]),
        row("POST", "/api/admin/remittances", Id::None, to_lawyer(), [401, 403, 403, 404]),
        row("GET", remittance, Id::Nobody, None, [401, 403, 403, 404]),
        row("DELETE", remittance, Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/remittances/{id}/file", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/remittances/{id}/sent", Id::Nobody, sent(), [401, 403, 403, 404]),
        row("POST", "/api/admin/remittances/{id}/accepted", Id::Nobody, accepted(), [401, 403, 403, 404]),
        row("POST", "/api/admin/remittances/{id}/proofs", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", proof, Id::Nobody, None, [401, 403, 403, 404]),
        row("DELETE", proof, Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/billed-again", Id::None, None, [401, 403, 403, 200]),
        row("POST", settled, Id::Nobody, came_of_it(), [401, 403, 403, 404]),
    ]
}
