//! Every change by staff gets an audit entry, except for the requests in `NOT_AUDITED`
//! (docs/product/security.md#audit-trail).

use std::collections::{BTreeMap, BTreeSet};

use domain::accounts::user::Role;
use lanewise_http::edge::route::{AllowedCallers, Change};
use serde_json::json;

use super::roles::table::table;
use super::roles::{call_of, prepare_row};
use crate::support::App;

/// Requests whose changes get no audit entry, each with the reason.
const NOT_AUDITED: [(&str, &str); 8] = [
    ("PATCH /api/reminders", "a person's own choice of messages"),
    ("POST /api/reminders/feed", "the address of the caller's own calendar"),
    ("DELETE /api/reminders/feed", "the address of the caller's own calendar"),
    ("POST /api/session/extend", "only the end of the session changes"),
    ("POST /api/session/confirm", "only the session's permissions change, for some minutes"),
    ("POST /api/chat-messages", "a message never changes, and contains its author and time"),
    ("PATCH /api/admin/choices", "only the caller's own view of lists changes"),
    ("POST /api/admin/books/match", "it reads the provider's records, like the daily job"),
];

const REMITTANCES: &str = "the use cases' payments/remittances.rs";

/// Calls whose audit entries can't be tested with the rows of the permission table. Each call has the name of the
/// test that checks the entry, or the reason why there is no entry.
const TESTED_ELSEWHERE: [(&str, &str); 56] = [
    (SIGN_UP, "the use cases' accounts/sign_up.rs"),
    ("POST /api/items/{kind}/{id}/files", "the use cases' driving_record/files.rs"),
    ("PUT /api/item-files/{id}/original", "the entry about the file that was added"),
    ("DELETE /api/item-files/{id}", "the use cases' driving_record/files.rs"),
    ("POST /api/text-notifications/{id}/code", "staff do it for nobody"),
    ("POST /api/text-notifications/{id}/confirm", "staff do it for nobody"),
    ("POST /api/account/second-factor", "nothing changes before a first code has been right"),
    ("POST /api/account/second-factor/confirm", "staff.rs"),
    ("POST /api/account/second-factor/off", "staff.rs: as when another administrator does it"),
    ("POST /api/account/second-factor/recovery-codes", "staff.rs"),
    ("POST /api/admin/staff/invitations", BELOW),
    ("DELETE /api/admin/staff/invitations/{id}", BELOW),
    ("POST /api/admin/lawyers/{id}/invite", "legal_help/lawyers.rs"),
    ("POST /api/admin/lawyers/{id}/photo", "the use cases' legal_help/photos.rs"),
    ("DELETE /api/admin/lawyers/{id}/photo", "the use cases' legal_help/photos.rs"),
    ("POST /api/admin/cases/{id}/money-back", "legal_help/money.rs"),
    ("POST /api/admin/statements/{id}/paid", "legal_help/statements.rs"),
    ("POST /api/admin/statements/{id}/unpaid", "legal_help/statements.rs"),
    ("POST /api/admin/staff/{id}/remove", BELOW),
    ("POST /api/admin/staff/{id}/reset-second-factor", "staff.rs"),
    ("POST /api/admin/users/{id}/unverify", "the use cases' accounts/verification.rs"),
    ("POST /api/admin/verifications", "the use cases' accounts/verification.rs"),
    ("POST /api/admin/citations/decide", "the use cases' imports/waiting.rs"),
    ("POST /api/admin/plate-reviews/decide", "the use cases' sources/rows.rs"),
    ("PATCH /api/admin/authorities/{id}", REMITTANCES),
    ("POST /api/admin/authorities/{id}/merge", "the use cases' payments/remittances/merging.rs"),
    ("POST /api/admin/authorities/{id}/payments", REMITTANCES),
    ("POST /api/admin/obligations/{id}/back", REMITTANCES),
    ("POST /api/admin/obligations/{id}/written-off", REMITTANCES),
    ("POST /api/admin/remittances", REMITTANCES),
    ("DELETE /api/admin/remittances/{id}", REMITTANCES),
    ("POST /api/admin/remittances/{id}/sent", REMITTANCES),
    ("POST /api/admin/remittances/{id}/accepted", REMITTANCES),
    ("POST /api/admin/remittances/{id}/proofs", "the use cases' payments/remittances/proving.rs"),
    ("DELETE /api/admin/proofs/{id}", "the use cases' payments/remittances/proving.rs"),
    (
        "POST /api/payment-transactions/{id}/billed-again",
        "the use cases' payments/remittances/billed_again.rs",
    ),
    ("POST /api/admin/billed-again/{id}/settled", "the use cases' payments/remittances/billed_again.rs"),
    ("POST /api/admin/sources/{name}/runs", "the use cases' sources/staff.rs"),
    ("POST /api/admin/imports/{id}/undo", "the use cases' imports/waiting.rs"),
    ("POST /api/admin/imports", "imports.rs"),
    ("POST /api/admin/imports/{id}/check", "imports.rs"),
    ("POST /api/admin/imports/{id}/confirm", "imports.rs"),
    ("POST /api/account/email-changes", BELOW),
    ("POST /api/account/password", BELOW),
    ("POST /api/account/close", BELOW),
    ("POST /api/account/sessions/end", BELOW),
    ("POST /api/account/sessions/{id}/end", BELOW),
    ("POST /api/payment-transactions", "payments/paying.rs: Lanewise itself settles"),
    ("POST /api/lawyer-hires", "payments/paying.rs: Lanewise itself settles"),
    ("POST /api/security/unblock-ip", "security.rs"),
    ("POST /api/admin/chargebacks/{id}/evidence", "the use cases' payments/chargebacks.rs"),
    ("POST /api/admin/payments/{id}/refunds", "the use cases' payments/refunds.rs"),
    ("POST /api/admin/refunds/{id}/retry", "the use cases' back_office/queues.rs"),
    ("POST /api/admin/money-attention/closed", "the use cases' payments/attention.rs"),
    ("POST /api/admin/money-attention/rebuilt", "the use cases' payments/lost.rs"),
    ("POST /api/admin/refunds/{id}/paid-otherwise", "the use cases' payments/refunds.rs"),
];
const BELOW: &str = "the test below";
/// The call by which visitors sign up. Staff create drivers with this call too.
const SIGN_UP: &str = "POST /api/users";
const PASSWORD: &str = "violet-tractor-plum-4";

/// Returns the declared calls with which staff may change something: calls that need a login, and [`SIGN_UP`].
fn changes_by_staff() -> impl Iterator<Item = String> {
    let routes = lanewise_http::routes::table().routes();
    let changes = routes.filter(|route| {
        let call = route.call;
        let is_by_staff = call.callers != AllowedCallers::Visitor && call.callers.includes(Role::Admin);
        call.change != Change::Nothing && (is_by_staff || call_of(route) == SIGN_UP)
    });
    changes.map(call_of)
}

#[test]
fn every_change_by_staff_adds_an_audit_entry() {
    let app = App::start();
    let admin = app.admin();
    let mut audited: BTreeMap<String, bool> = BTreeMap::new();
    let changes: BTreeSet<String> = changes_by_staff().collect();
    for (row, number) in table().into_iter().zip(1..) {
        if !changes.contains(&row.call()) || row.statuses[3] == 403 {
            continue;
        }
        // Each request gets a new driver, because some requests have no effect the second time.
        let owner = app.driver(&format!("driver{number}"));
        let (path, body) = prepare_row(&app, &row, owner, admin);
        if path.ends_with("/cancel") {
            app.sql(&format!("UPDATE lawyer_hires SET status = 'Pending' WHERE user_id = {owner}"));
        }
        let entries = || app.count(&format!("SELECT count(*) FROM audit_log WHERE actor_id = {admin}"));
        let token = app.log_in(admin);
        let before = entries();
        let answer = app.call(row.method, &path, Some(&token), body.as_ref());
        let is_audited = audited.entry(row.call()).or_default();
        *is_audited |= answer.status < 300 && entries() > before;
    }
    let named = |list: &[(&str, &str)], call: &str| list.iter().any(|(named, _)| *named == call);
    let wrong: Vec<_> = audited
        .iter()
        .map(|(call, is_audited)| {
            (call, [*is_audited, named(&NOT_AUDITED, call), named(&TESTED_ELSEWHERE, call)])
        })
        .filter(|(_, ways)| ways.iter().filter(|way| **way).count() != 1)
        .collect();
    assert!(wrong.is_empty(), "these calls have no audit entry: {wrong:?}");
    for (call, _) in NOT_AUDITED.iter().chain(&TESTED_ELSEWHERE) {
        assert!(audited.contains_key(*call), "{call} is not a call that staff can make");
    }
}

#[test]
fn changes_that_need_the_password_are_audited() {
    let app = App::start();
    let (admin, second) = (app.admin(), app.driver("second"));
    for user in [admin, second] {
        app.sql(&format!("UPDATE users SET role = 'admin' WHERE id = {user}"));
        app.set_password(user, PASSWORD);
    }
    let token = app.log_in(admin);
    let password = json!({"password": PASSWORD});
    let audit_count = |action: &str| {
        app.count(&format!("SELECT count(*) FROM audit_log WHERE action = '{action}' AND actor_id = {admin}"))
    };
    let invited = app.post(
        "/api/admin/staff/invitations",
        &token,
        &json!({"email": "new@example.test", "password": PASSWORD}),
    );
    assert_eq!((invited.status, audit_count("staff_invited")), (201, 1), "{}", invited.text);
    let invitation = app.count("SELECT max(id) FROM staff_invitations");
    let path = format!("/api/admin/staff/invitations/{invitation}");
    assert!(app.call("DELETE", &path, Some(&token), None).status < 300);
    assert_eq!(audit_count("invitation_withdrawn"), 1);
    let removed = app.post(&format!("/api/admin/staff/{second}/remove"), &token, &password);
    assert!(removed.status < 300 && audit_count("staff_removed") == 1, "{}", removed.text);

    app.log_in(admin);
    let other = app.count(&format!("SELECT max(id) FROM sessions WHERE user_id = {admin}"));
    let ended = app.post(&format!("/api/account/sessions/{other}/end"), &token, &password);
    assert!(ended.status < 300 && audit_count("sessions_ended") == 1, "{}", ended.text);
    app.log_in(admin);
    let ended = app.post("/api/account/sessions/end", &token, &password);
    assert!(ended.status < 300 && audit_count("sessions_ended") == 2, "{}", ended.text);
    let email = json!({"email": "other@example.test", "password": PASSWORD});
    let answer = app.post("/api/account/email-changes", &token, &email);
    assert!(answer.status < 300 && audit_count("email_change_asked") == 1, "{}", answer.text);
    let passwords = json!({"currentPassword": PASSWORD, "newPassword": "marble-otter-candle-8"});
    let changed = app.post("/api/account/password", &token, &passwords);
    assert!(changed.status < 300 && audit_count("password_changed") == 1, "{}", changed.text);

    app.sql(&format!("UPDATE users SET role = 'admin' WHERE id = {second}"));
    let token = app.log_in(second);
    let closed = app.post("/api/account/close", &token, &password);
    let audit_count =
        format!("SELECT count(*) FROM audit_log WHERE action = 'account_closed' AND actor_id = {second}");
    assert!(closed.status < 300 && app.count(&audit_count) == 1, "{}", closed.text);
}

#[test]
fn the_audit_trail_identifies_people_only_by_id() {
    let app = App::start();
    let (admin, driver) = (app.admin(), app.driver("ann"));
    let token = app.log_in(admin);
    let plate = json!({"vehicleLicensePlate": "ZZPLATE9", "vehicleState": "Texas"});
    assert_eq!(app.call("PATCH", &format!("/api/users/{driver}"), Some(&token), Some(&plate)).status, 200);
    let texts = json!({"userId": driver.0, "phoneNumber": "(555) 765-4321"});
    assert_eq!(app.post("/api/text-notifications", &token, &texts).status, 201);
    assert_eq!(app.get("/api/admin/exports/users?q=Test%20ann", &token).status, 200);
    for personal in ["ZZPLATE9", "5557654321", "765-4321", "Test ann", "example.test"] {
        let found = format!(
            "SELECT count(*) FROM audit_log WHERE before::text ILIKE '%{personal}%' OR after::text ILIKE '%{personal}%'"
        );
        assert_eq!(app.count(&found), 0, "{personal}");
    }
    assert_eq!(
        app.count(
            "SELECT count(*) FROM audit_log WHERE action IN ('user_changed', 'texts_asked', 'list_exported')"
        ),
        3
    );
}
