//! Tests of the statements of lawyers' monthly fees, over HTTP.

use application::legal_help::statements::making::make_statements;
use chrono::{DateTime, Utc};
use domain::legal_help::monthly_fee::FeeMonth;
use serde_json::{Value, json};

use crate::support::App;

/// Returns a lawyer's record with this monthly fee.
fn record(fee: &Value) -> Value {
    json!({"name": "=Ruth Gray", "firm": "Gray Law", "licenses": [{"state": "Texas", "number": "24001"}],
        "areas": [{"state": "Texas"}], "takesMisdemeanors": true, "capacity": 20, "email": "ruth@example.test",
        "phone": "(512) 555-0100", "trustAccountName": "Gray Law IOLTA", "monthlyFee": fee})
}

fn now(app: &App) -> DateTime<Utc> {
    app.deps().clock.now()
}

/// Returns an app with a lawyer. The lawyer's monthly fee started in a past month, and there is a statement for the
/// current month. Also returns staff's session token.
fn app_with_statement() -> (App, String) {
    let app = App::start();
    let staff = app.log_in(app.admin());
    let added = app.post("/api/admin/lawyers", &staff, &record(&json!("199.50")));
    assert_eq!((added.status, &added.json["monthlyFee"]), (201, &json!("199.50")), "{}", added.text);
    let month = FeeMonth::at(now(&app));
    assert_eq!(added.json["feeFrom"], json!(month.next().to_string()), "the fee starts next month");
    make_statements(app.deps()).unwrap();
    assert_eq!(app.get("/api/admin/statements", &staff).json["statements"], json!([]));
    app.sql("UPDATE lawyers SET fee_from = '2026-01-01'");
    make_statements(app.deps()).unwrap();
    make_statements(app.deps()).unwrap();
    (app, staff)
}

#[test]
fn staff_record_and_undo_the_payment_of_a_statement() {
    let (app, staff) = app_with_statement();
    let month = FeeMonth::at(now(&app));
    let listed = app.get("/api/admin/statements", &staff).json;
    assert_eq!(
        (&listed["month"], &listed["total"]),
        (&json!(month.to_string()), &json!("199.50")),
        "{listed}"
    );
    assert_eq!((&listed["months"], &listed["paid"]), (&json!([month.to_string()]), &json!("0.00")));
    let statement = listed["statements"][0].clone();
    assert_eq!((&statement["fee"], &statement["paidOn"]), (&json!("199.50"), &Value::Null));

    let path = |end: &str| format!("/api/admin/statements/{}/{end}", statement["id"]);
    let today = now(&app).date_naive().pred_opt().unwrap();
    let body = |version| json!({"paidOn": today.to_string(), "reference": "ACH 4711", "version": version});
    let paid = app.post(&path("paid"), &staff, &body(1));
    assert_eq!((paid.status, &paid.json["reference"]), (200, &json!("ACH 4711")), "{}", paid.text);
    assert!(paid.json["recordedBy"].is_string() && paid.json["recordedAt"].is_string(), "{}", paid.text);
    assert_eq!(app.get("/api/admin/statements", &staff).json["paid"], json!("199.50"));
    let stale = app.post(&path("unpaid"), &staff, &json!({"version": 1}));
    assert_eq!((stale.status, stale.code()), (409, "changed_meanwhile"), "{}", stale.text);
    let undone = app.post(&path("unpaid"), &staff, &json!({"version": 2}));
    assert_eq!((undone.status, &undone.json["paidOn"]), (200, &Value::Null), "{}", undone.text);
    let audit_entries = "SELECT count(*)::int FROM audit_log WHERE action = 'statement_changed'";
    assert_eq!(app.count(audit_entries), 2);

    for (field, value) in
        [("paidOn", json!("2099-01-01")), ("paidOn", json!("soon")), ("reference", json!(" "))]
    {
        let mut body = body(3);
        body[field] = value;
        let refused = app.post(&path("paid"), &staff, &body);
        assert_eq!(refused.status, 422, "{}", refused.text);
        assert!(refused.json["fields"][field].is_string(), "{}", refused.text);
    }
}

#[test]
fn staff_download_the_statements_of_a_month_as_csv_and_a_single_statement_as_pdf() {
    let (app, staff) = app_with_statement();
    let month = FeeMonth::at(now(&app));
    let (status, headers, file) = app.bytes("/api/admin/statements/file", &staff);
    let text = String::from_utf8(file).unwrap();
    let has = |headers: &[(String, String)], part: &str| {
        headers.iter().any(|(name, value)| name == "content-disposition" && value.contains(part))
    };
    assert_eq!(status, 200);
    assert!(has(&headers, &format!("lanewise-statements-{month}.csv")));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "\u{feff}number,month (America/New_York),lawyer,firm,fee,paidOn (America/New_York),reference,recordedBy"
    );
    assert!(lines[1].ends_with(&format!(",{month},'=Ruth Gray,Gray Law,199.50,,,")), "{text}");
    assert_eq!(app.count("SELECT count(*)::int FROM audit_log WHERE action = 'list_exported'"), 1);

    let id = app.get("/api/admin/statements", &staff).json["statements"][0]["id"].clone();
    let (status, headers, pdf) = app.bytes(&format!("/api/admin/statements/{id}/pdf"), &staff);
    assert_eq!(status, 200);
    assert!(has(&headers, "lanewise-statement-LS-") && pdf.starts_with(b"%PDF-"));
}

#[test]
fn a_lawyer_downloads_only_their_own_statements() {
    let app = App::start();
    let [own, other] = ["own", "other"].map(|name| app.log_in(app.lawyer(name)));
    app.sql("UPDATE lawyers SET monthly_fee_cents = 19950, fee_from = '2026-01-01'");
    make_statements(app.deps()).unwrap();
    let listed = app.get("/api/lawyer/statements", &own).json;
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "{listed}");
    assert_eq!((&listed[0]["fee"], &listed[0]["paidOn"]), (&json!("199.50"), &Value::Null));
    let pdf = format!("/api/lawyer/statements/{}/pdf", listed[0]["id"]);
    let (status, _, file) = app.bytes(&pdf, &own);
    assert_eq!((status, file.starts_with(b"%PDF-")), (200, true));
    assert_eq!(app.get(&pdf, &other).status, 404);
    let (status, _, file) = app.bytes("/api/lawyer/statements/file", &own);
    let text = String::from_utf8(file).unwrap();
    assert_eq!((status, text.lines().count()), (200, 2), "{text}");
    assert!(text.contains(listed[0]["number"].as_str().unwrap()), "{text}");
}

#[test]
fn an_invalid_month_or_fee_is_refused() {
    let app = App::start();
    let staff = app.log_in(app.admin());
    for month in ["2026-13", "november", "2026-11-01"] {
        let refused = app.get(&format!("/api/admin/statements?month={month}"), &staff);
        assert_eq!(refused.status, 422, "{month}: {}", refused.text);
    }
    let earlier = app.get("/api/admin/statements?month=2025-01", &staff).json;
    assert_eq!(earlier["months"].as_array().map(Vec::len), Some(2), "{earlier}");
    for fee in [json!("0.99"), json!("10000.01"), json!("a lot"), json!(-5)] {
        let refused = app.post("/api/admin/lawyers", &staff, &record(&fee));
        assert_eq!(refused.status, 422, "{}", refused.text);
        assert!(refused.json["fields"]["monthlyFee"].is_string(), "{}", refused.text);
    }
    let without = app.post("/api/admin/lawyers", &staff, &record(&Value::Null));
    assert_eq!((without.status, &without.json["monthlyFee"]), (201, &Value::Null), "{}", without.text);
}
