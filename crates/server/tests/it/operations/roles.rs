//! Sends every request in the permission table as each role.

mod added;
mod desk;
mod hardship;
mod imports;
mod legal_help;
mod letters;
mod records;
mod staff;
pub mod table;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use self::records::{
    accept_case, find_or_add_lawyer, insert_added_item, insert_hardship_request, insert_hire, insert_import,
    insert_inquiry, insert_note, insert_reply_template, insert_report, insert_text_reply,
    insert_text_request, insert_transaction, offer_case, open_session, require_court,
};
use self::table::{Id, Row, table};
use crate::support::{App, with_id};
use domain::accounts::user::Role;
use domain::shared::ids::UserId;
use lanewise_http::edge::route::{AllowedCallers, Route};
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
fn every_declared_route_is_in_the_permission_table() {
    // The permission table doesn't have the WebSocket.
    let declared: BTreeSet<String> =
        declared_routes().filter(|route| route.path != "/ws").map(call_of).collect();
    let tested: BTreeSet<String> = table().iter().map(Row::call).collect();
    assert_eq!(tested, declared);
}

#[test]
fn the_declared_roles_of_each_route_match_the_permission_table() {
    let rows = table();
    let mut wrong = vec![];
    for route in declared_routes().filter(|route| route.path != "/ws") {
        let call = call_of(route);
        let rows: Vec<&Row> = rows.iter().filter(|row| row.call() == call).collect();
        if route.call.callers == AllowedCallers::Visitor {
            // Different statuses mean that only some callers may make the call.
            assert!(rows.iter().all(|row| row.statuses == [row.lawyer; 4]), "{call} is open to everyone");
            continue;
        }
        assert!(rows.iter().all(|row| row.statuses[0] == 401), "{call} needs a session");
        let is_allowed = |status: fn(&Row) -> u16| rows.iter().any(|row| status(row) != 403);
        let roles = [
            (Role::Driver, is_allowed(|row| row.statuses[1]) || is_allowed(|row| row.statuses[2])),
            (Role::Admin, is_allowed(|row| row.statuses[3])),
            (Role::Lawyer, is_allowed(|row| row.lawyer)),
        ];
        if roles.iter().any(|(role, is)| route.call.callers.includes(*role) != *is) {
            wrong.push(format!("{call}: {:?} instead of {roles:?}", route.call.callers));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn declared_routes() -> impl Iterator<Item = &'static Route> {
    lanewise_http::routes::table().routes()
}

/// Returns a route's method and path, as in the permission table.
pub fn call_of(route: &Route) -> String {
    format!("{} {}", route.method, route.path)
}

#[test]
fn every_endpoint_returns_the_listed_status_for_each_role_with_the_listed_number_of_sql_statements() {
    let mut app = App::start();
    // Stop the relay, because its statements would be counted too.
    app.stop_relay();
    let admin = app.admin();
    let (owner, other, lawyer) = (app.driver("owner"), app.driver("other"), app.lawyer("lawyer"));
    let (mut wrong, mut budget) = (vec![], Budget::parse(include_str!("roles/statements.txt")));
    for row in table() {
        let (path, body) = prepare_row(&app, &row, owner, admin);
        let [visitor, as_owner, as_other, as_admin] = row.statuses;
        for (caller, name, expected) in [
            (None, "visitor", visitor),
            (Some(owner), "owner", as_owner),
            (Some(other), "other", as_other),
            (Some(lawyer), "lawyer", row.lawyer),
            (Some(admin), "admin", as_admin),
        ] {
            let token = caller.map(|user| app.log_in(user));
            let before = app.database.statements_sent();
            let answer = app.call(row.method, &path, token.as_deref(), body.as_ref());
            let sent = app.database.statements_sent() - before;
            if answer.status != expected {
                wrong.push(format!(
                    "{} {path} as {name}: {} instead of {expected}: {}",
                    row.method, answer.status, answer.text
                ));
            }
            if answer.status < 300 && !CHECKS_EACH_OFFER.contains(&row.call().as_str()) {
                budget.check(&row.call(), name, sent);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    budget.assert_kept();
}

/// Calls that check each open offer of a lawyer in a separate transaction, so their number of statements varies.
const CHECKS_EACH_OFFER: [&str; 2] = ["PATCH /api/admin/lawyers/{id}", "POST /api/admin/lawyers/{id}/active"];

/// The exact number of SQL statements of each call for each caller, including BEGIN and COMMIT. No session is cached.
struct Budget {
    /// For each call, its callers with their numbers of SQL statements, in the order of the permission table.
    allowed: BTreeMap<String, VecDeque<(String, u64)>>,
    violations: Vec<String>,
}

impl Budget {
    /// Parses `statements.txt`, which has a line per call: the call, a colon, and a number for each caller.
    fn parse(file: &str) -> Self {
        let counts = |text: &str| -> VecDeque<(String, u64)> {
            let pairs = text.split(", ").filter_map(|pair| pair.split_once(' '));
            pairs.map(|(caller, number)| (caller.to_owned(), number.parse().unwrap())).collect()
        };
        let lines = file.lines().filter_map(|line| line.split_once(": "));
        let allowed = lines.map(|(call, text)| (call.to_owned(), counts(text))).collect();
        Self { allowed, violations: vec![] }
    }

    /// Compares the number of statements that a call sent with the budget.
    fn check(&mut self, call: &str, caller: &str, sent: u64) {
        let listed = self.allowed.get_mut(call).and_then(VecDeque::pop_front);
        match listed.filter(|(name, _)| name == caller) {
            None => self.violations.push(format!("{call}: {caller} {sent}, which isn't listed")),
            Some((_, allowed)) if sent != allowed => {
                self.violations.push(format!("{call}: {caller} {sent} instead of {allowed}"))
            }
            Some(_) => {}
        }
    }

    /// Asserts that each call sent as many statements as `statements.txt` says, and that the file has no other lines.
    fn assert_kept(mut self) {
        self.allowed.retain(|_, unused| !unused.is_empty());
        assert!(
            self.violations.is_empty(),
            "differs from roles/statements.txt:\n{}",
            self.violations.join("\n")
        );
        assert!(self.allowed.is_empty(), "unused in roles/statements.txt: {:?}", self.allowed);
    }
}

/// Creates new records for a row of the permission table, and returns the path and the body of its request.
pub fn prepare_row(app: &App, row: &Row, owner: UserId, admin: UserId) -> (String, Option<Value>) {
    let (ticket, parking, toll) =
        (app.ticket(owner, "$150"), app.parking(owner, "150"), app.toll(owner, "$150.00"));
    let hire = insert_hire(app, owner.0, ticket);
    let inquiry = insert_inquiry(app, owner.0);
    let id = match row.id {
        Id::None | Id::Nobody => 999_999,
        Id::Owner => owner.0,
        Id::Ticket => ticket,
        Id::Parking => parking,
        Id::Toll => toll,
        Id::Hire => hire,
        Id::Inquiry => inquiry,
        Id::Session => open_session(app, owner),
        Id::Transaction => insert_transaction(app, owner.0, ticket),
        Id::Report => insert_report(app, owner.0),
        Id::TextRequest => insert_text_request(app, owner.0),
        Id::TextReply => insert_text_reply(app, owner.0),
        Id::CourtTicket => require_court(app, ticket),
        Id::AddedItem => insert_added_item(app, owner.0),
        Id::Hardship => insert_hardship_request(app, owner.0, ticket),
        Id::Note => insert_note(app, owner.0, admin.0),
        Id::Reply => insert_reply_template(app, admin.0),
        Id::Import => insert_import(app, admin.0),
        Id::Case => accept_case(app, hire),
        Id::OfferedCase => offer_case(app, hire),
        Id::Lawyer => find_or_add_lawyer(app),
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
