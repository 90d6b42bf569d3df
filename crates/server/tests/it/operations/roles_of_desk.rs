//! The rows of the table of roles about what staff do beside answering.

use crate::operations::role_table::{Id, Row, row};
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let note = || Some(json!({"text": "Calls back on Monday."}));
    // The first user is staff.
    let given = || Some(json!({"assigneeId": 1}));
    let reply = || Some(json!({"title": "Hello", "message": "We are looking into it."}));
    let settled = || Some(json!({"licenseStatus": "active", "currentPoints": 3}));
    let (notes, note_of) = ("/api/admin/notes/{kind}/{id}", "/api/admin/notes/{id}");
    let (seen, assignee) = ("/api/admin/help-inquiries/{id}/seen", "/api/admin/help-inquiries/{id}/assignee");
    let (replies, reply_of) = ("/api/admin/reply-templates", "/api/admin/reply-templates/{id}");
    let settle = "/api/admin/status-requests/{id}/settle";
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
        row("DELETE", reply_of, Id::Reply, None, [401, 403, 403, 200]),
        row("DELETE", reply_of, Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", settle, Id::StatusRequest, settled(), [401, 403, 403, 200]),
        row("POST", settle, Id::Nobody, settled(), [401, 403, 403, 404]),
    ]
}
