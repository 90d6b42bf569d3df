//! Sends every request in the table of roles as each role. The test fails if a documented request
//! is missing from the table.

mod added;
mod desk;
mod imports;
mod legal_help;
mod records;
mod staff;
pub mod table;

use std::collections::BTreeSet;

use self::records::{
    added_item, case, court_ticket, hire, import, inquiry, insert_note, lawyer, offered_case, reply, report,
    session, text_reply, text_request, transaction,
};
use self::table::{Id, Row, table};
use crate::support::{App, with_id};
use domain::shared::ids::UserId;
use serde_json::{Value, json};

/// Returns the value that replaces `{queue}` in the path.
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

/// Returns the value that replaces `{kind}` in the path.
fn kind(id: Id) -> &'static str {
    match id {
        Id::Ticket => "ticket",
        Id::Parking => "parking",
        Id::Toll => "toll",
        _ => "help_inquiry",
    }
}

#[test]
fn every_documented_endpoint_is_in_the_permission_table() {
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
fn every_endpoint_returns_the_listed_status_for_each_role() {
    let app = App::start();
    let admin = app.admin();
    let (owner, other, lawyer) = (app.driver("owner"), app.driver("other"), app.lawyer("lawyer"));
    let mut wrong = vec![];
    for row in table() {
        let (path, body) = prepared(&app, &row, owner, admin);
        let [visitor, as_owner, as_other, as_admin] = row.statuses;
        for (caller, name, expected) in [
            (None, "visitor", visitor),
            (Some(owner), "owner", as_owner),
            (Some(other), "other", as_other),
            (Some(lawyer), "lawyer", row.lawyer),
            (Some(admin), "admin", as_admin),
        ] {
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

/// Returns the path and the body for a row of the table. Each request gets new items, so that it
/// doesn't depend on an earlier one.
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
        Id::TextReply => text_reply(app, owner.0),
        Id::CourtTicket => court_ticket(app, ticket),
        Id::AddedItem => added_item(app, owner.0),
        Id::Note => insert_note(app, owner.0, admin.0),
        Id::Reply => reply(app, admin.0),
        Id::Import => import(app, admin.0),
        Id::Case => case(app, hire),
        Id::OfferedCase => offered_case(app, hire),
        Id::Lawyer => lawyer(app),
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
    let path = with_id(row.template, &id.to_string());
    let path = path.replace("{queue}", queue(row.id)).replace("{list}", "users").replace("{name}", "nyc");
    let path = path.replace("{secret}", "nobodys").replace("{token}", "nobodys");
    let path = path.replace("{kind}", kind(row.id));
    let mut body = row.body.clone();
    for field in ["itemId", "userId", "helpInquiryId"] {
        if let Some(item) = body.as_mut().and_then(|body| body.get_mut(field)) {
            *item = json!(id);
        }
    }
    (path, body)
}

#[test]
fn a_forbidden_read_is_recorded_as_a_security_event() {
    let app = App::start();
    let (owner, other) = (app.driver("owner"), app.driver("other"));
    let token = app.log_in(other);
    assert_eq!(app.get(&format!("/api/users/{owner}"), &token).status, 403);
    let found = app.count(&format!(
        "SELECT count(*) FROM security_events WHERE kind = 'forbidden_access' AND user_id = {other} AND path = '/api/users/{owner}'"
    ));
    assert_eq!(found, 1);
}
