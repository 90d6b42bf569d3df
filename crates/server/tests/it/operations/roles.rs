//! Every route × {visitor, owner, other driver, admin} (docs/PRODUCT.md#who-may-see-what). A documented call that is missing here fails the test.

use std::collections::BTreeSet;

use crate::support::App;
use domain::shared::ids::UserId;
use serde_json::{Value, json};

/// Expected statuses for visitor, owner, other driver, admin.
pub type Statuses = [u16; 4];

pub struct Row {
    pub method: &'static str,
    /// As in the OpenAPI document.
    template: &'static str,
    /// What `{id}` stands for.
    id: Id,
    body: Option<Value>,
    pub statuses: Statuses,
}

#[derive(Clone, Copy)]
pub enum Id {
    None,
    Owner,
    Nobody,
    Ticket,
    Parking,
    Toll,
    Hire,
    Inquiry,
    Session,
    Transaction,
    Report,
    TextRequest,
    Import,
    /// A driver in the queue of vehicle updates.
    VehicleUpdate,
    /// A driver in the queue of license status requests.
    StatusRequest,
}

/// What `{queue}` stands for.
fn queue(id: Id) -> &'static str {
    match id {
        Id::TextRequest => "text-notification",
        Id::Report => "missing-ticket",
        Id::VehicleUpdate => "vehicle-update",
        Id::StatusRequest => "status-request",
        Id::Inquiry => "help-inquiry",
        _ => "lawyer-hire",
    }
}

fn row(method: &'static str, template: &'static str, id: Id, body: Option<Value>, statuses: Statuses) -> Row {
    Row { method, template, id, body, statuses }
}

pub fn table() -> Vec<Row> {
    let paid = || Some(json!({"isPaid": true}));
    let vehicle = || Some(json!({"vehicleLicensePlate": "abc 123", "vehicleState": "Texas"}));
    let new_item = || {
        Some(json!({"userId": 0, "violationType": "Speeding", "date": "2026-03-01", "location": "Main St",
            "amount": "$150", "points": 2, "category": "traffic"}))
    };
    let new_parking = || {
        Some(json!({"userId": 0, "violationType": "Meter", "date": "2026-03-01", "location": "Main St",
            "amount": "45"}))
    };
    let new_toll =
        || Some(json!({"userId": 0, "tollRoad": "SH 130", "date": "2026-03-01", "amount": "3.50"}));
    let edited = || Some(json!({"version": 1, "dueDate": "2030-01-01"}));
    let removed = || Some(json!({"result": "Dismissed"}));
    let license = || Some(json!({"licenseStatus": "active"}));
    let points = || Some(json!({"currentPoints": 3}));
    let digits = || Some(json!({"lastFourSSN": "1234"}));
    let contact = || Some(json!({"contactMethod": "phone", "contactValue": "5551234567"}));
    let chat = || Some(json!({"userId": 0, "type": "chat", "message": "Hello"}));
    let resolved = || Some(json!({"status": "resolved"}));
    let solved = || Some(json!({"isSolved": true}));
    let refund = || Some(json!({"amount": "20", "left": "150", "reason": "We charged too much."}));
    let cheque = || Some(json!({"how": "Cheque 1001"}));
    let evidence = || Some(json!({"evidence": {"other": "They paid."}, "version": 1, "submit": false}));
    let reason = || Some(json!({"reason": "The license office asks"}));
    let message = || Some(json!({"helpInquiryId": 0, "message": "Hello"}));
    let contacted = || Some(json!({"status": "Contacted"}));
    let missing = || Some(json!({"userId": 0, "state": "Texas", "ticketType": "Parking ticket"}));
    let found = || Some(json!({"status": "Found"}));
    let phone = || Some(json!({"userId": 0, "phoneNumber": "(555) 123-4567"}));
    let no_payment = || Some(json!({"paymentIntentId": "pi_unknown"}));
    let intent = |kind: &str| Some(json!({"amount": "150.00", "type": kind, "itemId": 0}));
    let passwords = || Some(json!({"currentPassword": "wrong", "newPassword": "plum-tractor-violet-9"}));
    let email_change = || Some(json!({"email": "new@example.test", "password": "wrong"}));
    let block = || Some(json!({"ip": "203.0.113.5", "reason": "a test", "hours": 1}));
    let unblock = || Some(json!({"userId": 1, "ip": "203.0.113.6"}));
    let wrong_password = || Some(json!({"password": "wrong"}));
    let code = || Some(json!({"code": "123456"}));
    let invited = || Some(json!({"email": "new@example.test", "password": "wrong"}));
    let no_columns = || Some(json!({"columns": []}));
    vec![
        row("GET", "/api/config", Id::None, None, [200; 4]),
        row("GET", "/api/openapi.json", Id::None, None, [200; 4]),
        row("GET", "/healthz", Id::None, None, [200; 4]),
        row("GET", "/readyz", Id::None, None, [200; 4]),
        row("GET", "/.well-known/security.txt", Id::None, None, [404; 4]),
        row("POST", "/api/webhooks/stripe", Id::None, Some(json!({})), [400; 4]),
        row("POST", "/api/users", Id::None, Some(json!({})), [422; 4]),
        row(
            "POST",
            "/api/authenticate",
            Id::None,
            Some(json!({"email": "a@b.test", "password": "x"})),
            [401; 4],
        ),
        row("POST", "/api/authenticate/second-factor", Id::None, Some(json!({"code": "123456"})), [401; 4]),
        row("GET", "/api/account/second-factor", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/account/second-factor", Id::None, wrong_password(), [401, 403, 403, 422]),
        row("POST", "/api/account/second-factor/confirm", Id::None, code(), [401, 403, 403, 409]),
        row("POST", "/api/account/second-factor/off", Id::None, wrong_password(), [401, 403, 403, 422]),
        row(
            "POST",
            "/api/account/second-factor/recovery-codes",
            Id::None,
            wrong_password(),
            [401, 403, 403, 422],
        ),
        row("POST", "/api/invitations/look", Id::None, Some(json!({"token": "x"})), [409; 4]),
        row("POST", "/api/invitations/accept", Id::None, Some(json!({"token": "x"})), [409; 4]),
        row("GET", "/api/admin/staff", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/staff/invitations", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/staff/invitations", Id::None, invited(), [401, 403, 403, 422]),
        row("DELETE", "/api/admin/staff/invitations/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/staff/{id}/remove", Id::Owner, wrong_password(), [401, 403, 403, 422]),
        row(
            "POST",
            "/api/admin/staff/{id}/reset-second-factor",
            Id::Owner,
            wrong_password(),
            [401, 403, 403, 422],
        ),
        row("GET", "/api/admin/imports", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/imports", Id::None, None, [401, 403, 403, 415]),
        row("GET", "/api/admin/imports/{id}", Id::Import, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/imports/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/imports/{id}/lines", Id::Import, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/imports/{id}/lines", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/imports/{id}/problems", Id::Import, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/imports/{id}/problems", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/imports/{id}/check", Id::Import, no_columns(), [401, 403, 403, 422]),
        row("POST", "/api/admin/imports/{id}/check", Id::Nobody, no_columns(), [401, 403, 403, 404]),
        row("POST", "/api/admin/imports/{id}/confirm", Id::Import, None, [401, 403, 403, 409]),
        row("POST", "/api/admin/imports/{id}/confirm", Id::Nobody, None, [401, 403, 403, 404]),
        row("DELETE", "/api/admin/imports/{id}", Id::Import, None, [401, 403, 403, 200]),
        row("DELETE", "/api/admin/imports/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/session", Id::None, None, [401, 200, 200, 200]),
        row("POST", "/api/session/extend", Id::None, None, [401, 200, 200, 200]),
        row("POST", "/api/session/confirm", Id::None, wrong_password(), [401, 403, 403, 422]),
        row("POST", "/api/logout", Id::None, None, [200; 4]),
        row(
            "POST",
            "/api/password-resets",
            Id::None,
            Some(json!({"email": "nobody@example.test"})),
            [202; 4],
        ),
        row(
            "POST",
            "/api/password-resets/confirm",
            Id::None,
            Some(json!({"token": "x", "password": "y"})),
            [409; 4],
        ),
        row("POST", "/api/account/email-confirmations", Id::None, Some(json!({"token": "x"})), [409; 4]),
        row("POST", "/api/account/email-changes", Id::None, email_change(), [401, 422, 422, 422]),
        row("POST", "/api/account/password", Id::None, passwords(), [401, 422, 422, 422]),
        row(
            "PATCH",
            "/api/account/contact",
            Id::None,
            Some(json!({"phoneNumber": null})),
            [401, 200, 200, 200],
        ),
        row("GET", "/api/account/sessions", Id::None, None, [401, 200, 200, 200]),
        row("POST", "/api/account/sessions/end", Id::None, wrong_password(), [401, 422, 422, 422]),
        row("POST", "/api/account/sessions/{id}/end", Id::Session, wrong_password(), [401, 422, 422, 422]),
        row("GET", "/api/account/data", Id::None, None, [401, 200, 200, 200]),
        row("POST", "/api/account/close", Id::None, Some(json!({"password": "wrong"})), [401, 422, 422, 422]),
        row("GET", "/api/users", Id::None, None, [401, 200, 200, 200]),
        row("GET", "/api/users/{id}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/users/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("PATCH", "/api/users/{id}", Id::Owner, vehicle(), [401, 200, 403, 200]),
        row("PATCH", "/api/users/{id}", Id::Nobody, vehicle(), [401, 403, 403, 404]),
        row("PATCH", "/api/users/{id}", Id::Owner, license(), [401, 422, 403, 200]),
        row("PATCH", "/api/users/{id}", Id::Nobody, license(), [401, 403, 403, 404]),
        row("GET", "/api/admin/users/{id}/timeline", Id::Owner, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/users/{id}/timeline", Id::Nobody, None, [401, 403, 403, 404]),
        row("PATCH", "/api/driving-profile/{id}", Id::Owner, points(), [401, 403, 403, 200]),
        row("PATCH", "/api/driving-profile/{id}", Id::Nobody, points(), [401, 403, 403, 404]),
        row("POST", "/api/admin/bulk-update/{id}", Id::Owner, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/bulk-update/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("PATCH", "/api/users/{id}/request-status", Id::Owner, digits(), [401, 200, 403, 403]),
        row("PATCH", "/api/users/{id}/request-status", Id::Nobody, digits(), [401, 403, 403, 403]),
        row("GET", "/api/driving-profile/{id}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/driving-profile/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/tickets/{id}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/tickets/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/parking/{id}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/parking/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/tolls/{id}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/tolls/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/create-payment-intent", Id::Ticket, intent("ticket"), [401, 201, 404, 201]),
        row("POST", "/api/create-payment-intent", Id::Parking, intent("parking"), [401, 201, 404, 201]),
        row("POST", "/api/create-payment-intent", Id::Toll, intent("toll"), [401, 201, 404, 201]),
        row("POST", "/api/create-payment-intent", Id::Nobody, intent("ticket"), [401, 404, 404, 404]),
        row("PATCH", "/api/tickets/{id}", Id::Ticket, paid(), [401, 402, 404, 200]),
        row("PATCH", "/api/tickets/{id}", Id::Nobody, paid(), [401, 404, 404, 404]),
        row("PATCH", "/api/parking/{id}", Id::Parking, paid(), [401, 402, 404, 200]),
        row("PATCH", "/api/parking/{id}", Id::Nobody, paid(), [401, 404, 404, 404]),
        row("PATCH", "/api/tolls/{id}", Id::Toll, paid(), [401, 402, 404, 200]),
        row("PATCH", "/api/tolls/{id}", Id::Nobody, paid(), [401, 404, 404, 404]),
        row("POST", "/api/tickets", Id::Owner, new_item(), [401, 403, 403, 201]),
        row("POST", "/api/tickets", Id::Nobody, new_item(), [401, 403, 403, 404]),
        row("POST", "/api/parking", Id::Owner, new_parking(), [401, 403, 403, 201]),
        row("POST", "/api/tolls", Id::Owner, new_toll(), [401, 403, 403, 201]),
        row("PATCH", "/api/tickets/{id}", Id::Ticket, edited(), [401, 422, 422, 200]),
        row("PATCH", "/api/tickets/{id}", Id::Nobody, edited(), [401, 422, 422, 404]),
        row("PATCH", "/api/parking/{id}", Id::Parking, edited(), [401, 422, 422, 200]),
        row("PATCH", "/api/tolls/{id}", Id::Toll, edited(), [401, 422, 422, 200]),
        row("DELETE", "/api/tickets/{id}", Id::Ticket, removed(), [401, 403, 403, 200]),
        row("DELETE", "/api/tickets/{id}", Id::Nobody, removed(), [401, 403, 403, 404]),
        row("POST", "/api/payment-transactions", Id::None, no_payment(), [401, 402, 402, 402]),
        row("GET", "/api/payment-transactions", Id::None, None, [401, 200, 200, 200]),
        row("POST", "/api/lawyer-hires", Id::None, no_payment(), [401, 402, 402, 402]),
        row("GET", "/api/lawyer-hires", Id::None, None, [401, 200, 200, 200]),
        row("PATCH", "/api/lawyer-hires/{id}", Id::Hire, contact(), [401, 200, 404, 200]),
        row("POST", "/api/lawyer-hires/{id}/cancel", Id::Hire, None, [401, 200, 404, 200]),
        row("POST", "/api/lawyer-hires/{id}/cancel", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/lawyer-hires/{id}/receipt", Id::Hire, None, [401, 200, 404, 200]),
        row("GET", "/api/lawyer-hires/{id}/receipt", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/payment-transactions/{id}/receipt", Id::Transaction, None, [401, 200, 404, 200]),
        row("GET", "/api/payment-transactions/{id}/receipt", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/tickets/{id}/calendar", Id::Ticket, None, [401, 200, 404, 200]),
        row("GET", "/api/tickets/{id}/calendar", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/parking/{id}/calendar", Id::Parking, None, [401, 404, 404, 404]),
        row("GET", "/api/tolls/{id}/calendar", Id::Toll, None, [401, 404, 404, 404]),
        row("GET", "/api/payment-history/{id}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/payment-history/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/payment-history/{id}/this-year", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/payment-history/{id}/this-year", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/security/dashboard", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/security/events", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/security/export-report", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/security/block-ip", Id::None, block(), [401, 403, 403, 201]),
        row("POST", "/api/security/unblock-ip", Id::None, unblock(), [401, 403, 403, 404]),
        row("GET", "/api/admin/audit", Id::None, None, [401, 403, 403, 200]),
        row("PATCH", "/api/lawyer-hires/{id}", Id::Nobody, contact(), [401, 404, 404, 404]),
        row("PATCH", "/api/lawyer-hires/{id}", Id::Hire, contacted(), [401, 422, 422, 200]),
        row("POST", "/api/missing-ticket-reports", Id::Owner, missing(), [401, 201, 403, 201]),
        row("POST", "/api/missing-ticket-reports", Id::Nobody, missing(), [401, 403, 403, 404]),
        row("GET", "/api/missing-ticket-reports", Id::None, None, [401, 200, 200, 200]),
        row("PATCH", "/api/missing-ticket-reports/{id}", Id::Report, found(), [401, 403, 403, 200]),
        row("PATCH", "/api/missing-ticket-reports/{id}", Id::Nobody, found(), [401, 403, 403, 404]),
        row("POST", "/api/text-notifications", Id::Owner, phone(), [401, 201, 403, 201]),
        row("POST", "/api/text-notifications", Id::Nobody, phone(), [401, 403, 403, 404]),
        row("GET", "/api/text-notifications", Id::None, None, [401, 200, 200, 200]),
        row("DELETE", "/api/text-notifications/{id}", Id::TextRequest, None, [401, 200, 404, 404]),
        row("DELETE", "/api/text-notifications/{id}", Id::Nobody, None, [401, 404, 404, 404]),
        row("POST", "/api/help-inquiries", Id::Owner, chat(), [401, 201, 403, 201]),
        row("POST", "/api/help-inquiries", Id::Nobody, chat(), [401, 403, 403, 404]),
        row("GET", "/api/admin/vehicle-updates", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/status-requests", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/unsolved-counts", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/overview", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/search", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/waiting", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/lawyer-hires/summary", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/payment-transactions/summary", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/missing-tickets/summary", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/vehicle-updates/summary", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/status-requests/summary", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/help-inquiries/summary", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/text-notifications/summary", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/exports/{list}", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/help-inquiries", Id::None, None, [401, 200, 200, 200]),
        row("PATCH", "/api/help-inquiries/{id}", Id::Inquiry, resolved(), [401, 403, 403, 200]),
        row("PATCH", "/api/help-inquiries/{id}", Id::Nobody, resolved(), [401, 403, 403, 404]),
        row("POST", "/api/chat-messages", Id::Inquiry, message(), [401, 201, 404, 201]),
        row("POST", "/api/chat-messages", Id::Nobody, message(), [401, 404, 404, 404]),
        row("GET", "/api/chat-messages/{id}", Id::Inquiry, None, [401, 200, 404, 200]),
        row("GET", "/api/chat-messages/{id}", Id::Nobody, None, [401, 404, 404, 404]),
        row("PATCH", "/api/admin/mark-solved/{queue}/{id}", Id::TextRequest, solved(), [401, 403, 403, 200]),
        row("PATCH", "/api/admin/mark-solved/{queue}/{id}", Id::Hire, solved(), [401, 403, 403, 200]),
        row("PATCH", "/api/admin/mark-solved/{queue}/{id}", Id::Report, solved(), [401, 403, 403, 200]),
        row(
            "PATCH",
            "/api/admin/mark-solved/{queue}/{id}",
            Id::VehicleUpdate,
            solved(),
            [401, 403, 403, 200],
        ),
        row(
            "PATCH",
            "/api/admin/mark-solved/{queue}/{id}",
            Id::StatusRequest,
            solved(),
            [401, 403, 403, 200],
        ),
        row("PATCH", "/api/admin/mark-solved/{queue}/{id}", Id::Inquiry, solved(), [401, 403, 403, 200]),
        row("PATCH", "/api/admin/mark-solved/{queue}/{id}", Id::Nobody, solved(), [401, 403, 403, 404]),
        row("GET", "/api/admin/money-attention", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/books", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/books/file", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/books/match", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/chargebacks", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/chargebacks/summary", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/chargebacks/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/chargebacks/{id}/evidence", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/chargebacks/{id}/evidence", Id::Nobody, evidence(), [401, 403, 403, 404]),
        row("GET", "/api/admin/payments/{id}/refunds", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/payments/{id}/refunds", Id::Nobody, refund(), [401, 403, 403, 404]),
        row("POST", "/api/admin/refunds/{id}/retry", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/refunds/{id}/paid-otherwise", Id::Nobody, cheque(), [401, 403, 403, 404]),
        row("PATCH", "/api/admin/mark-seen/lawyer-hire/{id}", Id::Hire, None, [401, 403, 403, 200]),
        row("PATCH", "/api/admin/mark-seen/lawyer-hire/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row(
            "POST",
            "/api/admin/status-requests/{id}/reveal",
            Id::StatusRequest,
            reason(),
            [401, 403, 403, 200],
        ),
        row("POST", "/api/admin/status-requests/{id}/reveal", Id::Nobody, reason(), [401, 403, 403, 404]),
    ]
}

/// The calls with a row whose statuses are so.
pub fn calls_that(are: impl Fn(&Statuses) -> bool) -> BTreeSet<String> {
    let rows = table().into_iter().filter(|row| are(&row.statuses));
    rows.map(|row| format!("{} {}", row.method, row.template)).collect()
}

#[test]
fn every_documented_call_is_in_the_table() {
    let document = serde_json::to_value(lanewise_http::openapi::document()).unwrap();
    let documented: BTreeSet<String> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            item.as_object().unwrap().keys().map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let tested: BTreeSet<String> = table().iter().map(Row::call).collect();
    assert_eq!(tested, documented);
}

#[test]
fn every_call_answers_each_role_as_decided() {
    let app = App::start();
    let admin = app.admin();
    let (owner, other) = (app.driver("owner"), app.driver("other"));
    let mut wrong = vec![];
    for row in table() {
        let (path, body) = prepared(&app, &row, owner, admin);
        let callers = [None, Some(owner), Some(other), Some(admin)];
        for ((caller, name), expected) in
            callers.iter().zip(["visitor", "owner", "other", "admin"]).zip(row.statuses)
        {
            let token = caller.map(|user| app.log_in(user));
            let answer = app.call(row.method, &path, token.as_deref(), body.as_ref());
            if answer.status != expected {
                wrong.push(format!(
                    "{} {path} as {name}: {} instead of {expected}: {}",
                    row.method, answer.status, answer.text
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The path and the body of a row's call. Its items are fresh: a call may not depend on the one before.
pub fn prepared(app: &App, row: &Row, owner: UserId, admin: UserId) -> (String, Option<Value>) {
    let (ticket, parking, toll) =
        (app.ticket(owner, "$150"), app.parking(owner, "150"), app.toll(owner, "$150.00"));
    let hire = hire(app, owner.0, ticket);
    let inquiry = inquiry(app, owner.0);
    let id = match row.id {
        Id::None | Id::Nobody => 999_999,
        Id::Owner => owner.0,
        Id::Ticket => ticket,
        Id::Parking => parking,
        Id::Toll => toll,
        Id::Hire => hire,
        Id::Inquiry => inquiry,
        Id::Session => session(app, owner),
        Id::Transaction => transaction(app, owner.0, ticket),
        Id::Report => report(app, owner.0),
        Id::TextRequest => text_request(app, owner.0),
        Id::Import => import(app, admin.0),
        Id::VehicleUpdate => {
            app.sql(&format!("UPDATE users SET vehicle_info_added_at = now() WHERE id = {owner}"));
            owner.0
        }
        Id::StatusRequest => {
            let (path, own) = (format!("/api/users/{owner}/request-status"), app.log_in(owner));
            app.call("PATCH", &path, Some(&own), Some(&json!({"lastFourSSN": "1234"})));
            owner.0
        }
    };
    let path = row.template.replace("{id}", &id.to_string());
    let path = path.replace("{queue}", queue(row.id)).replace("{list}", "users");
    let mut body = row.body.clone();
    for field in ["itemId", "userId", "helpInquiryId"] {
        if let Some(item) = body.as_mut().and_then(|body| body.get_mut(field)) {
            *item = json!(id);
        }
    }
    (path, body)
}

impl Row {
    pub fn call(&self) -> String {
        format!("{} {}", self.method, self.template)
    }
}

fn inquiry(app: &App, user: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO help_inquiries (user_id, type, created_at) VALUES ({user}, 'chat', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM help_inquiries")).unwrap()
}

fn report(app: &App, user: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) \
         VALUES ({user}, 'Texas', 'Traffic ticket', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM missing_ticket_reports")).unwrap()
}

fn import(app: &App, admin: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO imports (kind, status, file_name, file_columns, total_lines, created_by, created_at) \
         VALUES ('toll', 'uploaded', 'x.csv', '[{{\"header\": \"a\", \"samples\": []}}]', 1, {admin}, now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM imports")).unwrap()
}

fn text_request(app: &App, user: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO text_notification_requests (user_id, phone_number, requested_at) VALUES ({user}, '5550000001', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM text_notification_requests")).unwrap()
}

/// One more session of a user's.
fn session(app: &App, user: domain::shared::ids::UserId) -> i32 {
    app.log_in(user);
    i32::try_from(app.count("SELECT max(id) FROM sessions")).unwrap()
}

fn hire(app: &App, user: i32, ticket: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO lawyer_hires (user_id, ticket_id, amount_cents, confirmation_number, status, created_at) \
         VALUES ({user}, {ticket}, 7500, 'CONF-T{ticket}', 'Cancelled', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM lawyer_hires")).unwrap()
}

fn transaction(app: &App, user: i32, ticket: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO payment_transactions (user_id, payment_type, ticket_id, amount_cents, processing_fee_cents, \
         our_fee_cents, confirmation_number, created_at) \
         VALUES ({user}, 'traffic_ticket', {ticket}, 15000, 299, 299, 'CONF-P{ticket}', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM payment_transactions")).unwrap()
}

#[test]
fn a_forbidden_look_is_a_security_event() {
    let app = App::start();
    let (owner, other) = (app.driver("owner"), app.driver("other"));
    let token = app.log_in(other);
    assert_eq!(app.get(&format!("/api/users/{owner}"), &token).status, 403);
    let found = app.count(&format!(
        "SELECT count(*) FROM security_events WHERE kind = 'forbidden_access' AND user_id = {other} AND path = '/api/users/{owner}'"
    ));
    assert_eq!(found, 1);
}
