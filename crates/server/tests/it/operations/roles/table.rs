//! The permission table: the expected status of every request for a visitor, the owner, another
//! driver, an administrator and a lawyer (docs/product/everywhere.md#who-may-see-what).

use std::collections::BTreeSet;

use super::{added, desk, hardship, imports, legal_help, letters, staff};
use crate::back_office::list_cases;
use serde_json::{Value, json};

/// Expected statuses for a visitor, the owner, another driver and an administrator.
pub type Statuses = [u16; 4];

/// A request, and its expected status for each caller.
pub struct Row {
    pub method: &'static str,
    /// The request's path as in the OpenAPI document.
    pub template: &'static str,
    /// The record whose id replaces `{id}` in the row's path.
    pub id: Id,
    pub body: Option<Value>,
    pub statuses: Statuses,
    /// Expected status for a lawyer.
    pub lawyer: u16,
}

/// The record whose id replaces the placeholder in a path.
#[derive(Clone, Copy)]
pub enum Id {
    /// The path has no id.
    None,
    /// The driver who owns the records.
    Owner,
    /// An id that no record has.
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
    /// A driver's reply to a text.
    TextReply,
    /// A ticket with a court date.
    CourtTicket,
    /// A ticket that the driver added and staff haven't checked, by the id of the addition.
    AddedItem,
    /// A request of a driver who can't pay.
    Hardship,
    /// A note that staff wrote about a driver.
    Note,
    /// A reply that staff saved for the chat.
    Reply,
    Import,
    /// A driver in the queue of vehicle updates.
    VehicleUpdate,
    /// A driver in the queue of license status requests.
    StatusRequest,
    /// The case of a hire, which the lawyer of [`crate::support::App::lawyer`] has accepted.
    Case,
    /// A case with an open offer to the lawyer of [`crate::support::App::lawyer`].
    OfferedCase,
    /// The record of the lawyer of [`crate::support::App::lawyer`].
    Lawyer,
}

/// Returns a row. If all statuses are equal, a lawyer gets the same status, and otherwise 403.
pub fn row(
    method: &'static str,
    template: &'static str,
    id: Id,
    body: Option<Value>,
    statuses: Statuses,
) -> Row {
    let is_open = statuses == [statuses[0]; 4];
    Row { method, template, id, body, statuses, lawyer: if is_open { statuses[0] } else { 403 } }
}

pub fn table() -> Vec<Row> {
    let number_code = || Some(json!({"code": "000000"}));
    let choices =
        || Some(json!({"textReminders": true, "textNews": false, "mailReminders": true, "mailNews": false}));
    let verdict = || Some(json!({"verdict": "solved"}));
    let waived = || Some(json!({"mustAppear": false}));
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
    let dealt_with =
        || Some(json!({"kind": "orphan", "providerId": "pi_none", "how": "Refunded at the provider"}));
    let lost = || Some(json!({"intentId": "pi_none"}));
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
    let mut rows = vec![
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
        row("GET", "/api/account/second-factor", Id::None, None, [401, 403, 403, 200]).for_lawyer(200),
        row("POST", "/api/account/second-factor", Id::None, wrong_password(), [401, 403, 403, 422])
            .for_lawyer(422),
        row("POST", "/api/account/second-factor/confirm", Id::None, code(), [401, 403, 403, 409])
            .for_lawyer(409),
        row("POST", "/api/account/second-factor/off", Id::None, wrong_password(), [401, 403, 403, 422])
            .for_lawyer(422),
        row(
            "POST",
            "/api/account/second-factor/recovery-codes",
            Id::None,
            wrong_password(),
            [401, 403, 403, 422],
        )
        .for_lawyer(422),
        row("POST", "/api/invitations/look", Id::None, Some(json!({"token": "x"})), [409; 4]),
        row("POST", "/api/invitations/accept", Id::None, Some(json!({"token": "x"})), [409; 4]),
        row("GET", "/api/session", Id::None, None, [401, 200, 200, 200]).for_lawyer(200),
        row("POST", "/api/session/extend", Id::None, None, [401, 200, 200, 200]).for_lawyer(200),
        row("POST", "/api/session/confirm", Id::None, wrong_password(), [401, 403, 403, 422]),
        row("POST", "/api/logout", Id::None, None, [200; 4]),
        row("POST", "/api/password-resets", Id::None, Some(json!({"email": "nobody@a.test"})), [202; 4]),
        row("POST", "/api/password-resets/look", Id::None, Some(json!({"token": "x"})), [409; 4]),
        row(
            "POST",
            "/api/password-resets/confirm",
            Id::None,
            Some(json!({"token": "x", "password": "y"})),
            [409; 4],
        ),
        row("POST", "/api/account/email-confirmations", Id::None, Some(json!({"token": "x"})), [409; 4]),
        row("POST", "/api/account/email-links", Id::None, None, [401, 202, 202, 202]).for_lawyer(202),
        row("POST", "/api/account/email-changes", Id::None, email_change(), [401, 422, 422, 422])
            .for_lawyer(422),
        row("POST", "/api/account/password", Id::None, passwords(), [401, 422, 422, 422]).for_lawyer(422),
        row(
            "PATCH",
            "/api/account/contact",
            Id::None,
            Some(json!({"phoneNumber": null})),
            [401, 200, 200, 200],
        )
        .for_lawyer(200),
        row("GET", "/api/account/sessions", Id::None, None, [401, 200, 200, 200]).for_lawyer(200),
        row("POST", "/api/account/sessions/end", Id::None, wrong_password(), [401, 422, 422, 422])
            .for_lawyer(422),
        row("POST", "/api/account/sessions/{id}/end", Id::Session, wrong_password(), [401, 422, 422, 422])
            .for_lawyer(422),
        row("GET", "/api/account/data", Id::None, None, [401, 200, 200, 200]).for_lawyer(200),
        row("POST", "/api/account/close", Id::None, Some(json!({"password": "wrong"})), [401, 422, 422, 422]),
        row("GET", "/api/users/{id}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/users/{id}", Id::Nobody, None, [401, 403, 403, 404]),
        row("PATCH", "/api/users/{id}", Id::Owner, vehicle(), [401, 200, 403, 200]),
        row("PATCH", "/api/users/{id}", Id::Nobody, vehicle(), [401, 403, 403, 404]),
        row("PATCH", "/api/users/{id}", Id::Owner, license(), [401, 422, 403, 200]),
        row("PATCH", "/api/users/{id}", Id::Nobody, license(), [401, 403, 403, 404]),
        row("GET", "/api/admin/users/{id}/timeline", Id::Owner, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/users/{id}/timeline", Id::Nobody, None, [401, 403, 403, 404]),
        row("PATCH", "/api/driving-profile/{userId}", Id::Owner, points(), [401, 403, 403, 200]),
        row("PATCH", "/api/driving-profile/{userId}", Id::Nobody, points(), [401, 403, 403, 404]),
        row("POST", "/api/admin/bulk-update/{userId}", Id::Owner, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/bulk-update/{userId}", Id::Nobody, None, [401, 403, 403, 404]),
        row("POST", "/api/admin/users/{id}/sessions/end", Id::Owner, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/users/{id}/sessions/end", Id::Nobody, None, [401, 403, 403, 404]),
        row("PATCH", "/api/users/{id}/request-status", Id::Owner, digits(), [401, 200, 403, 403]),
        row("PATCH", "/api/users/{id}/request-status", Id::Nobody, digits(), [401, 403, 403, 403]),
        row("GET", "/api/driving-profile/{userId}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/driving-profile/{userId}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/court-appearances/{userId}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/court-appearances/{userId}", Id::Nobody, None, [401, 403, 403, 404]),
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
        row("DELETE", "/api/parking/{id}", Id::Parking, removed(), [401, 403, 403, 200]),
        row("DELETE", "/api/parking/{id}", Id::Nobody, removed(), [401, 403, 403, 404]),
        row("DELETE", "/api/tolls/{id}", Id::Toll, removed(), [401, 403, 403, 200]),
        row("DELETE", "/api/tolls/{id}", Id::Nobody, removed(), [401, 403, 403, 404]),
        row("POST", "/api/payment-transactions", Id::None, no_payment(), [401, 402, 402, 402]),
        row("POST", "/api/lawyer-hires", Id::None, no_payment(), [401, 402, 402, 402]),
        row("PATCH", "/api/lawyer-hires/{id}", Id::Hire, contact(), [401, 200, 404, 200]),
        row("POST", "/api/lawyer-hires/{id}/cancel", Id::Hire, None, [401, 200, 404, 200]),
        row("POST", "/api/lawyer-hires/{id}/cancel", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/lawyer-hires/{id}/receipt", Id::Hire, None, [401, 200, 404, 200]),
        row("GET", "/api/lawyer-hires/{id}/receipt", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/payment-transactions/{id}/receipt", Id::Transaction, None, [401, 200, 404, 200]),
        row("GET", "/api/payment-transactions/{id}/receipt", Id::Nobody, None, [401, 404, 404, 404]),
        row(
            "GET",
            "/api/payment-transactions/{id}/court-letter",
            Id::Transaction,
            None,
            [401, 409, 404, 409],
        ),
        row("GET", "/api/payment-transactions/{id}/court-letter", Id::Nobody, None, [401, 404, 404, 404]),
        row(
            "POST",
            "/api/payment-transactions/{id}/billed-again",
            Id::Transaction,
            None,
            [401, 409, 404, 409],
        ),
        row("POST", "/api/payment-transactions/{id}/billed-again", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/tickets/{id}/calendar", Id::Ticket, None, [401, 200, 404, 200]),
        row("GET", "/api/tickets/{id}/calendar", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/parking/{id}/calendar", Id::Parking, None, [401, 404, 404, 404]),
        row("GET", "/api/tolls/{id}/calendar", Id::Toll, None, [401, 404, 404, 404]),
        row("GET", "/api/items/{kind}/{id}/files", Id::Ticket, None, [401, 200, 404, 200]),
        row("GET", "/api/items/{kind}/{id}/files", Id::Parking, None, [401, 200, 404, 200]),
        row("GET", "/api/items/{kind}/{id}/files", Id::Toll, None, [401, 200, 404, 200]),
        row("GET", "/api/items/{kind}/{id}/files", Id::Nobody, None, [401, 404, 404, 404]),
        row("POST", "/api/items/{kind}/{id}/files", Id::Ticket, None, [401, 422, 404, 422]),
        row("POST", "/api/items/{kind}/{id}/files", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/items/{kind}/{id}/my-file", Id::Ticket, None, [401, 200, 404, 200]),
        row("GET", "/api/items/{kind}/{id}/my-file", Id::Parking, None, [401, 200, 404, 200]),
        row("GET", "/api/items/{kind}/{id}/my-file", Id::Toll, None, [401, 200, 404, 200]),
        row("GET", "/api/items/{kind}/{id}/my-file", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/item-files/{id}", Id::Nobody, None, [401, 404, 404, 404]),
        row("PUT", "/api/item-files/{id}/original", Id::Nobody, None, [401, 404, 404, 404]),
        row("DELETE", "/api/item-files/{id}", Id::Nobody, None, [401, 404, 404, 404]),
        // Only the owner sees the options, because only the driver can choose between them.
        row("GET", "/api/tickets/{id}/options", Id::Ticket, None, [401, 200, 404, 404]),
        row("GET", "/api/tickets/{id}/options", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/parking/{id}/options", Id::Parking, None, [401, 200, 404, 404]),
        row("GET", "/api/parking/{id}/options", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/tolls/{id}/options", Id::Toll, None, [401, 200, 404, 404]),
        row("GET", "/api/tolls/{id}/options", Id::Nobody, None, [401, 404, 404, 404]),
        row("GET", "/api/payment-history/{userId}", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/payment-history/{userId}", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/payment-history/{userId}/this-year", Id::Owner, None, [401, 200, 403, 200]),
        row("GET", "/api/payment-history/{userId}/this-year", Id::Nobody, None, [401, 403, 403, 404]),
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
        row("PATCH", "/api/missing-ticket-reports/{id}", Id::Report, found(), [401, 403, 403, 200]),
        row("PATCH", "/api/missing-ticket-reports/{id}", Id::Nobody, found(), [401, 403, 403, 404]),
        row("POST", "/api/text-notifications", Id::Owner, phone(), [401, 201, 403, 201]),
        row("POST", "/api/text-notifications", Id::Nobody, phone(), [401, 403, 403, 404]),
        row("DELETE", "/api/text-notifications/{id}", Id::TextRequest, None, [401, 200, 404, 404]),
        row("DELETE", "/api/text-notifications/{id}", Id::Nobody, None, [401, 404, 404, 404]),
        // Only the owner of the phone can confirm a number; staff can't do it for a driver.
        row("POST", "/api/text-notifications/{id}/code", Id::TextRequest, None, [401, 200, 404, 404]),
        row("POST", "/api/text-notifications/{id}/code", Id::Nobody, None, [401, 404, 404, 404]),
        row(
            "POST",
            "/api/text-notifications/{id}/confirm",
            Id::TextRequest,
            number_code(),
            [401, 422, 404, 404],
        ),
        row("POST", "/api/text-notifications/{id}/confirm", Id::Nobody, number_code(), [401, 404, 404, 404]),
        row("GET", "/api/reminders", Id::None, None, [401, 200, 200, 200]),
        row("PATCH", "/api/reminders", Id::None, choices(), [401, 200, 200, 200]),
        row("POST", "/api/reminders/feed", Id::None, None, [401, 201, 201, 201]),
        row("DELETE", "/api/reminders/feed", Id::None, None, [401, 200, 200, 200]),
        row("GET", "/calendar/{secret}.ics", Id::None, None, [404, 404, 404, 404]),
        row("GET", "/api/admin/users/{id}/notices", Id::Owner, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/users/{id}/notices", Id::Nobody, None, [401, 403, 403, 404]),
        row("GET", "/api/admin/replies", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/replies/{id}/solve", Id::TextReply, verdict(), [401, 403, 403, 200]),
        row("POST", "/api/admin/replies/{id}/solve", Id::Nobody, verdict(), [401, 403, 403, 404]),
        row("PATCH", "/api/admin/tickets/{id}/appearance", Id::CourtTicket, waived(), [401, 403, 403, 200]),
        row("PATCH", "/api/admin/tickets/{id}/appearance", Id::Nobody, waived(), [401, 403, 403, 404]),
        row("POST", "/api/webhooks/twilio", Id::None, None, [400, 400, 400, 400]),
        row("POST", "/api/csp-reports", Id::None, Some(json!([])), [204; 4]),
        row("GET", "/api/unsubscribe/{token}", Id::None, None, [200, 200, 200, 200]),
        row("POST", "/api/unsubscribe/{token}", Id::None, None, [404, 404, 404, 404]),
        row("POST", "/api/help-inquiries", Id::Owner, chat(), [401, 201, 403, 201]),
        row("POST", "/api/help-inquiries", Id::Nobody, chat(), [401, 403, 403, 404]),
        row("GET", "/api/admin/unsolved-counts", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/overview", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/search", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/waiting", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/exports/{list}", Id::None, None, [401, 403, 403, 200]),
        row("PATCH", "/api/help-inquiries/{id}", Id::Inquiry, resolved(), [401, 403, 403, 200]),
        row("PATCH", "/api/help-inquiries/{id}", Id::Nobody, resolved(), [401, 403, 403, 404]),
        row("POST", "/api/chat-messages", Id::Inquiry, message(), [401, 201, 404, 201]),
        row("POST", "/api/chat-messages", Id::Nobody, message(), [401, 404, 404, 404]),
        row("GET", "/api/chat-messages/{inquiryId}", Id::Inquiry, None, [401, 200, 404, 200]),
        row("GET", "/api/chat-messages/{inquiryId}", Id::Nobody, None, [401, 404, 404, 404]),
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
        row("POST", "/api/admin/money-attention/closed", Id::None, dealt_with(), [401, 403, 403, 404]),
        row("POST", "/api/admin/money-attention/rebuilt", Id::None, lost(), [401, 403, 403, 404]),
        row("GET", "/api/admin/books", Id::None, None, [401, 403, 403, 200]),
        row("GET", "/api/admin/books/file", Id::None, None, [401, 403, 403, 200]),
        row("POST", "/api/admin/books/match", Id::None, None, [401, 403, 403, 200]),
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
            "/api/admin/status-requests/{userId}/reveal",
            Id::StatusRequest,
            reason(),
            [401, 403, 403, 200],
        ),
        row("POST", "/api/admin/status-requests/{userId}/reveal", Id::Nobody, reason(), [401, 403, 403, 404]),
    ];
    rows.extend(list_cases::rows());
    rows.extend(staff::rows());
    rows.extend(imports::rows());
    rows.extend(added::rows());
    rows.extend(hardship::rows());
    rows.extend(letters::rows());
    rows.extend(desk::rows());
    rows.extend(desk::remittance_rows());
    rows.extend(legal_help::rows());
    rows
}

/// Returns the requests whose expected statuses meet a condition.
pub fn calls_where(matches: impl Fn(&Statuses) -> bool) -> BTreeSet<String> {
    let rows = table().into_iter().filter(|row| matches(&row.statuses));
    rows.map(|row| format!("{} {}", row.method, row.template)).collect()
}

impl Row {
    /// Sets the expected status for a lawyer.
    pub fn for_lawyer(self, lawyer: u16) -> Self {
        Self { lawyer, ..self }
    }

    pub fn call(&self) -> String {
        format!("{} {}", self.method, self.template)
    }
}
