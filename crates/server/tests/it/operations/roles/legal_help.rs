//! Rows of the permission table: lawyers, and cases of hires.

use super::table::{Id, Row, row};
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let mut rows = driver_rows();
    rows.extend(secret_rows());
    rows.extend(lawyer_rows());
    rows.extend(staff_rows());
    rows.extend(statement_rows());
    rows
}

fn driver_rows() -> Vec<Row> {
    let signature = || Some(json!({"name": "Test owner", "isOtherNameConfirmed": true, "version": 1}));
    let answer = || Some(json!({"answer": "refuse", "version": 1}));
    let version = || Some(json!({"version": 1}));
    let court = || Some(json!({"courtState": "Texas", "courtName": "Austin Municipal Court"}));
    let one = "/api/lawyer-cases/{id}";
    let [sign, answer_path, end] =
        ["/api/lawyer-cases/{id}/sign", "/api/lawyer-cases/{id}/answer", "/api/lawyer-cases/{id}/end"];
    vec![
        row("GET", "/api/lawyer-availability", Id::None, None, [401, 422, 422, 422]),
        row("PATCH", "/api/tickets/{id}/court", Id::Ticket, court(), [401, 200, 404, 403]),
        row("GET", "/api/lawyer-cases", Id::None, None, [401, 200, 200, 403]),
        row("GET", one, Id::Case, None, [401, 200, 404, 200]),
        row("GET", one, Id::Nobody, None, [401, 404, 404, 404]),
        row("POST", sign, Id::Case, signature(), [401, 200, 404, 403]),
        row("POST", answer_path, Id::Case, answer(), [401, 409, 404, 403]),
        row("POST", end, Id::Case, version(), [401, 200, 404, 403]),
        row("POST", "/api/lawyer-cases/{id}/another-lawyer", Id::Case, version(), [401, 409, 404, 403]),
        row("POST", "/api/lawyer-cases/{id}/money-back", Id::Case, version(), [401, 409, 404, 403]),
    ]
}

/// Returns the rows for messages, files and consents of a case.
fn secret_rows() -> Vec<Row> {
    const LAWYERS_ALONE: [u16; 4] = [401, 403, 403, 403];
    let message = || Some(json!({"text": "The light was green."}));
    let read = || Some(json!({"lastMessageId": 1}));
    let consent = || Some(json!({"consentId": 1, "isAllowed": true}));
    let (own, own_read) = ("/api/lawyer-cases/{id}/messages", "/api/lawyer-cases/{id}/messages/read");
    let (own_files, own_file) = ("/api/lawyer-cases/{id}/files", "/api/lawyer-cases/files/{id}");
    let (client, client_read) = ("/api/lawyer/cases/{id}/messages", "/api/lawyer/cases/{id}/messages/read");
    let (client_files, client_file) = ("/api/lawyer/cases/{id}/files", "/api/lawyer/cases/files/{id}");
    let (record, ask_for_record) = ("/api/lawyer/cases/{id}/record", "/api/lawyer/cases/{id}/record-request");
    vec![
        row("GET", "/api/lawyer-cases/unread", Id::None, None, [401, 200, 200, 403]),
        row("GET", "/api/lawyer/cases/unread", Id::None, None, LAWYERS_ALONE).for_lawyer(200),
        row("GET", own, Id::Case, None, [401, 200, 404, 403]),
        row("POST", own, Id::Case, message(), [401, 201, 404, 403]),
        row("POST", own, Id::OfferedCase, message(), [401, 409, 404, 403]),
        row("POST", own_read, Id::Case, read(), [401, 200, 404, 403]),
        row("POST", own_files, Id::Case, None, [401, 422, 404, 403]),
        row("GET", own_file, Id::Nobody, None, [401, 404, 404, 403]),
        row("DELETE", own_file, Id::Nobody, None, [401, 404, 404, 403]),
        row("POST", "/api/lawyer-cases/{id}/consents", Id::Case, consent(), [401, 404, 404, 403]),
        row("GET", client, Id::Case, None, LAWYERS_ALONE).for_lawyer(200),
        row("GET", client, Id::OfferedCase, None, LAWYERS_ALONE).for_lawyer(404),
        row("GET", client, Id::Hire, None, LAWYERS_ALONE).for_lawyer(404),
        row("POST", client, Id::Case, message(), LAWYERS_ALONE).for_lawyer(201),
        row("POST", client, Id::OfferedCase, message(), LAWYERS_ALONE).for_lawyer(404),
        row("POST", client_read, Id::Case, read(), LAWYERS_ALONE).for_lawyer(200),
        row("POST", client_files, Id::Case, None, LAWYERS_ALONE).for_lawyer(422),
        row("POST", client_files, Id::OfferedCase, None, LAWYERS_ALONE).for_lawyer(404),
        row("GET", client_file, Id::Nobody, None, LAWYERS_ALONE).for_lawyer(404),
        row("DELETE", client_file, Id::Nobody, None, LAWYERS_ALONE).for_lawyer(404),
        row("POST", ask_for_record, Id::Case, None, LAWYERS_ALONE).for_lawyer(200),
        row("POST", ask_for_record, Id::OfferedCase, None, LAWYERS_ALONE).for_lawyer(404),
        row("GET", record, Id::Case, None, LAWYERS_ALONE).for_lawyer(409),
        row("GET", record, Id::OfferedCase, None, LAWYERS_ALONE).for_lawyer(404),
        row("POST", "/api/admin/cases/{id}/reading-request", Id::Case, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/cases/{id}/reading-request", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/cases/{id}/messages", Id::Case, None, [401, 403, 403, 409]),
        row("GET", "/api/admin/cases/{id}/messages", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/cases/files/{id}", Id::Nobody, None, [401, 403, 403, 404]),
    ]
}

fn lawyer_rows() -> Vec<Row> {
    const LAWYERS_ALONE: [u16; 4] = [401, 403, 403, 403];
    let version = || Some(json!({"version": 1}));
    let reason = || Some(json!({"reason": "A conflict of interest", "version": 1}));
    let text = || Some(json!({"text": "I represent you.", "version": 1}));
    let update = || Some(json!({"note": "The court hasn't answered yet.", "version": 1}));
    let one = "/api/lawyer/cases/{id}";
    let [accept, decline] = ["/api/lawyer/cases/{id}/accept", "/api/lawyer/cases/{id}/decline"];
    let [template, agreement] =
        ["/api/lawyer/cases/{id}/agreement-template", "/api/lawyer/cases/{id}/agreement"];
    let [steps, contacted, withdraw] = [
        "/api/lawyer/cases/{id}/steps",
        "/api/lawyer/cases/{id}/contacted",
        "/api/lawyer/cases/{id}/withdraw",
    ];
    vec![
        row("GET", "/api/lawyer/cases", Id::None, None, LAWYERS_ALONE).for_lawyer(200),
        row("GET", one, Id::Case, None, LAWYERS_ALONE).for_lawyer(200),
        row("GET", one, Id::Hire, None, LAWYERS_ALONE).for_lawyer(404),
        row("GET", "/api/lawyer/statements", Id::None, None, LAWYERS_ALONE).for_lawyer(200),
        row("GET", "/api/lawyer/statements/file", Id::None, None, LAWYERS_ALONE).for_lawyer(200),
        row("GET", "/api/lawyer/statements/{id}/pdf", Id::Nobody, None, LAWYERS_ALONE).for_lawyer(404),
        row("POST", accept, Id::OfferedCase, version(), LAWYERS_ALONE).for_lawyer(200),
        row("POST", accept, Id::Hire, version(), LAWYERS_ALONE).for_lawyer(404),
        row("POST", decline, Id::OfferedCase, reason(), LAWYERS_ALONE).for_lawyer(200),
        row("POST", decline, Id::Hire, reason(), LAWYERS_ALONE).for_lawyer(404),
        row("GET", template, Id::Case, None, LAWYERS_ALONE).for_lawyer(200),
        row("GET", template, Id::Hire, None, LAWYERS_ALONE).for_lawyer(404),
        row("POST", agreement, Id::Case, text(), LAWYERS_ALONE).for_lawyer(200),
        row("POST", agreement, Id::Hire, text(), LAWYERS_ALONE).for_lawyer(404),
        row("POST", steps, Id::Case, update(), LAWYERS_ALONE).for_lawyer(200),
        row("POST", steps, Id::Hire, update(), LAWYERS_ALONE).for_lawyer(404),
        row("POST", contacted, Id::Case, None, LAWYERS_ALONE).for_lawyer(200),
        row("POST", contacted, Id::Hire, None, LAWYERS_ALONE).for_lawyer(404),
        row("POST", withdraw, Id::Case, reason(), LAWYERS_ALONE).for_lawyer(200),
        row("POST", withdraw, Id::Hire, reason(), LAWYERS_ALONE).for_lawyer(404),
    ]
}

/// Returns the rows for statements of lawyers' monthly fees.
fn statement_rows() -> Vec<Row> {
    let version = || Some(json!({"version": 1}));
    let paid = || Some(json!({"paidOn": "2030-01-01", "reference": "ACH 4711", "version": 1}));
    let (paid_path, unpaid) = ("/api/admin/statements/{id}/paid", "/api/admin/statements/{id}/unpaid");
    vec![
        row("GET", "/api/admin/statements", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/statements/file", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/statements/{id}/pdf", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", paid_path, Id::Nobody, paid(), [401, 403, 403, 422]),
        row("POST", unpaid, Id::Nobody, version(), [401, 403, 403, 404]),
    ]
}

fn staff_rows() -> Vec<Row> {
    let version = || Some(json!({"version": 1}));
    let reason = || Some(json!({"reason": "On vacation"}));
    let court = || Some(json!({"courtState": "Ohio", "courtName": "Columbus", "version": 1}));
    let lawyer_with = |email: &str, number: &str| {
        Some(
            json!({"name": "Ruth Gray", "firm": "Gray Law", "licenses": [{"state": "Texas", "number": number}],
            "areas": [{"state": "Texas"}], "takesMisdemeanors": true, "capacity": 90, "email": email,
            "phone": "(512) 555-0100", "trustAccountName": "Gray Law IOLTA", "monthlyFee": "199.50"}),
        )
    };
    let lawyer = || lawyer_with("ruth@example.test", "24001");
    let another_lawyer = || lawyer_with("sam@example.test", "24002");
    let inactive = || Some(json!({"isActive": false}));
    let wrong_password = || Some(json!({"password": "wrong"}));
    let one = "/api/admin/cases/{id}";
    let [skip, reassign, contacted, end] = [
        "/api/admin/cases/{id}/skip",
        "/api/admin/cases/{id}/reassign",
        "/api/admin/cases/{id}/contacted",
        "/api/admin/cases/{id}/end",
    ];
    let (lawyers, lawyer_of) = ("/api/admin/lawyers", "/api/admin/lawyers/{id}");
    let (active, invite) = ("/api/admin/lawyers/{id}/active", "/api/admin/lawyers/{id}/invite");
    let photo = "/api/admin/lawyers/{id}/photo";
    vec![
        row("GET", "/api/admin/cases", Id::None, None, [401, 403, 403, 200]),
        row("GET", one, Id::Case, None, [401, 403, 403, 200]),
        row("GET", one, Id::Nobody, None, [401, 403, 403, 404]),
        row("PATCH", one, Id::Case, court(), [401, 403, 403, 200]),
        row("PATCH", one, Id::Nobody, court(), [401, 403, 403, 404]),
        row("POST", skip, Id::OfferedCase, reason(), [401, 403, 403, 200]),
        row("POST", skip, Id::Nobody, reason(), [401, 403, 403, 404]),
        row("POST", reassign, Id::Case, reason(), [401, 403, 403, 200]),
        row("POST", reassign, Id::Nobody, reason(), [401, 403, 403, 404]),
        row("POST", contacted, Id::Case, None, [401, 403, 403, 200]),
        row("POST", contacted, Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/cases/{id}/money-back", Id::Case, version(), [401, 403, 403, 409]),
        row("POST", "/api/admin/cases/{id}/money-back", Id::Nobody, version(), [401, 403, 403, 404]),
        row("POST", end, Id::Case, reason(), [401, 403, 403, 200]),
        row("POST", end, Id::Nobody, reason(), [401, 403, 403, 404]),
        row("GET", lawyers, Id::None, None, [401, 403, 403, 200]),
        row("GET", lawyer_of, Id::Lawyer, None, [401, 403, 403, 200]),
        row("GET", lawyer_of, Id::Nobody, None, [401, 403, 403, 404]),
        row("PATCH", lawyer_of, Id::Lawyer, lawyer(), [401, 403, 403, 200]),
        row("PATCH", lawyer_of, Id::Nobody, lawyer(), [401, 403, 403, 404]),
        row("POST", invite, Id::Lawyer, wrong_password(), [401, 403, 403, 422]),
        row("GET", photo, Id::Lawyer, None, [401, 403, 403, 404]),
        row("POST", photo, Id::Lawyer, None, [401, 403, 403, 422]),
        row("DELETE", photo, Id::Lawyer, None, [401, 403, 403, 200]),
        row("DELETE", photo, Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/lawyer-cases/{id}/lawyer-photo", Id::Case, None, [401, 404, 404, 404]),
        // These requests come last, because they add a lawyer and change whether a lawyer is active.
        row("POST", active, Id::Nobody, inactive(), [401, 403, 403, 404]),
        row("POST", active, Id::Lawyer, inactive(), [401, 403, 403, 200]),
        row("POST", lawyers, Id::None, another_lawyer(), [401, 403, 403, 201]),
    ]
}
