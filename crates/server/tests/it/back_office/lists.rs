//! The back office's lists over HTTP: filters, sorting, pages, counts and exports.

use crate::support::{Answer, App};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use domain::shared::ids::UserId;
use serde_json::{Value, json};

use super::list_cases::{Case, DRIVERS_TOO, app_with_lists, cases};

fn ids(answer: &Answer) -> Vec<i64> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json.as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

#[test]
fn each_list_filter_returns_the_matching_rows() {
    let (app, token) = app_with_lists();
    for case in cases() {
        for (query, total) in [("", case.rows)].iter().chain(case.filters) {
            let path = format!("{}?{query}", case.path);
            let answer = app.get(&path, &token);
            assert_eq!(ids(&answer).len(), *total, "{path}: {}", answer.text);
            assert_eq!(answer.header("x-total-count"), Some(total.to_string().as_str()), "{path}");
        }
        let oldest = *ids(&app.get(case.path, &token)).iter().min().unwrap();
        assert_eq!(ids(&app.get(&format!("{}?id={oldest}", case.path), &token)), [oldest], "{}", case.path);
    }
}

#[test]
fn an_invalid_filter_sort_or_offset_is_reported() {
    let (app, token) = app_with_lists();
    let named = |path: &str, field: &str| {
        let answer = app.get(path, &token);
        assert_eq!(answer.status, 422, "{path}: {}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{path}: {}", answer.text);
    };
    for case in cases() {
        for (query, field) in case.wrong {
            named(&format!("{}?{query}", case.path), field);
        }
    }
    named("/api/admin/payment-transactions/summary?type=boat", "type");
    named("/api/admin/exports/users?role=boss", "role");
    named("/api/users?id=boss", "id");
    let long = app.get(&format!("/api/users?q={}", "x".repeat(101)), &token);
    assert!(long.status == 422 && long.json["fields"]["q"].is_string());
    let far = app.get("/api/users?offset=10001", &token);
    assert!(far.json["fields"]["offset"].as_str().unwrap().contains("before"), "{}", far.text);
}

#[test]
fn plates_entered_after_staff_loaded_the_list_stay_unverified() {
    let app = App::start();
    let (admin, ann, bob) = (app.log_in(app.admin()), app.driver("ann"), app.driver("bob"));
    app.sql(&format!(
        "UPDATE users SET vehicle_license_plate = 'LNW ' || id, vehicle_state = 'Texas',
             vehicle_info_added_at = now() + CASE WHEN id = {ann} THEN interval '-1 minute' ELSE interval '1 minute' END
         WHERE id IN ({ann}, {bob})"
    ));
    let list = app.get("/api/users?role=driver", &admin);
    // The time in the `Date` header, as the page sends it.
    let loaded_at = DateTime::parse_from_rfc2822(list.header("date").unwrap()).unwrap().to_utc();
    let to_text = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let verify = |listed_at: &str| {
        let body = json!({"claim": "plate", "basis": "Registration documents", "listedAt": listed_at});
        app.post("/api/admin/verifications?role=driver", &admin, &body)
    };
    let is_verified = |driver: UserId| {
        let driver = app.get(&format!("/api/users/{driver}"), &admin);
        assert_eq!(driver.status, 200, "{}", driver.text);
        driver.json["plateVerifiedAt"].is_string()
    };
    let early = verify(&to_text(loaded_at - TimeDelta::hours(1)));
    assert_eq!((&early.json["verified"], &early.json["contested"]), (&json!(0), &json!(2)), "{}", early.text);
    let verified = verify(&to_text(loaded_at));
    assert_eq!(
        (&verified.json["verified"], &verified.json["contested"]),
        (&json!(1), &json!(1)),
        "{}",
        verified.text
    );
    assert_eq!((is_verified(ann), is_verified(bob)), (true, false));
    let invalid = verify("yesterday");
    assert_eq!(
        (invalid.status, invalid.json["fields"]["listedAt"].is_string()),
        (422, true),
        "{}",
        invalid.text
    );
}

#[test]
fn a_list_with_a_fixed_order_refuses_a_sort_parameter() {
    let (app, token) = app_with_lists();
    let ann = user_id_of(&app, "ann");
    let inquiry = app.count("SELECT max(id) FROM help_inquiries");
    let paths = [
        "/api/admin/imports".to_owned(),
        "/api/admin/imports/1/lines".to_owned(),
        "/api/admin/citations".to_owned(),
        "/api/admin/plate-reviews".to_owned(),
        "/api/admin/added-items".to_owned(),
        "/api/admin/hardship-requests".to_owned(),
        "/api/admin/vehicle-updates".to_owned(),
        "/api/admin/audit".to_owned(),
        "/api/security/events".to_owned(),
        format!("/api/admin/users/{ann}/timeline"),
        format!("/api/payment-history/{ann}"),
        format!("/api/chat-messages/{inquiry}"),
        format!("/api/tickets/{ann}"),
    ];
    for path in paths {
        let answer = app.get(&format!("{path}?sort=id"), &token);
        assert_eq!(answer.status, 422, "{path}: {}", answer.text);
        assert_eq!(answer.json["fields"]["sort"], "This list can’t be sorted.", "{path}");
        assert_eq!(app.call("GET", &format!("{path}?sort=id"), None, None).status, 401, "{path}");
    }
    let driver = app.log_in(ann);
    assert_eq!(app.get("/api/admin/imports?sort=id", &driver).status, 403);
}

#[test]
fn drivers_can_list_and_filter_only_their_own_rows() {
    let (app, _) = app_with_lists();
    let (ann, bob) = (user_id_of(&app, "ann"), user_id_of(&app, "bob"));
    let token = app.log_in(ann);
    // The list of users has no filter `userId`.
    let of_drivers = |case: &Case| case.roles == DRIVERS_TOO && case.path != "/api/users";
    for Case { path: list, .. } in cases().into_iter().filter(of_drivers) {
        let own = app.get(&format!("{list}?userId={ann}"), &token);
        assert!(own.status == 200 && !own.json.as_array().unwrap().is_empty(), "{list}");
        assert!(own.json.as_array().unwrap().iter().all(|row| row["userId"] == ann.0), "{list}");
        assert_eq!(app.get(&format!("{list}?userId={bob}"), &token).status, 403, "{list}");
        assert_eq!(app.get(&format!("{list}?userId=999999"), &token).status, 403, "{list}");
    }
    assert_eq!(ids(&app.get("/api/payment-transactions?q=sh%20130", &token)).len(), 1);
    assert_eq!(ids(&app.get("/api/lawyer-hires?status=Completed", &token)).len(), 0);
    assert_eq!(ids(&app.get("/api/users?role=admin&q=bob", &token)), [i64::from(ann.0)]);
    // A driver gets the error about the role, not the error about the invalid value.
    assert_eq!(app.get("/api/admin/status-requests?state=Atlantis", &token).status, 403);
    assert_eq!(app.get("/api/admin/exports/boats", &token).status, 403);
}

/// Returns the id of a driver whom `app_with_lists` created.
fn user_id_of(app: &App, name: &str) -> UserId {
    UserId(
        i32::try_from(app.count(&format!("SELECT id FROM users WHERE email = '{name}@example.test'")))
            .unwrap(),
    )
}

#[test]
fn a_sorted_list_is_read_completely_through_its_next_links() {
    let (app, token) = app_with_lists();
    let rising = app.get("/api/lawyer-hires?sort=amount", &token);
    let falling = app.get("/api/lawyer-hires?sort=-amount", &token);
    let mut turned = ids(&falling);
    turned.reverse();
    assert_eq!(ids(&rising), turned);
    assert_eq!(rising.json[0]["amount"], "75.00");
    let waiting = ids(&app.get("/api/missing-ticket-reports?sort=id", &token));
    assert!(waiting.is_sorted() && waiting.len() == 3, "{waiting:?}");
    assert_eq!(rising.header("cache-control"), Some("no-store"));
    let mut path = "/api/payment-transactions?q=speeding&limit=2&sort=-createdAt".to_owned();
    let mut rows = vec![];
    loop {
        let answer = app.get(&path, &token);
        rows.extend(ids(&answer));
        let Some(next) = answer.header("link") else { break };
        path = next.trim_start_matches('<').split('>').next().unwrap().to_owned();
        assert!(path.contains("q=speeding") && path.contains("sort=-createdAt"), "{path}");
    }
    assert_eq!(rows.len(), 3);
    let newest = ids(&app.get("/api/payment-transactions?limit=2", &token));
    let after = ids(&app.get(&format!("/api/payment-transactions?limit=2&before={}", newest[1]), &token));
    assert_eq!(after, [newest[1] - 1, newest[1] - 2]);
    let vehicles = ids(&app.get("/api/admin/vehicle-updates?limit=2", &token));
    assert_eq!(ids(&app.get(&format!("/api/admin/vehicle-updates?before={}", vehicles[1]), &token)).len(), 1);
}

#[test]
fn a_list_can_be_read_beyond_the_largest_offset() {
    let app = App::start();
    let token = app.log_in(app.admin());
    app.sql("INSERT INTO users (email, password_hash, full_name) SELECT 'user' || n || '@example.com', '$argon2id$', 'Person ' || n FROM generate_series(1, 10300) AS n");
    let last = app.get("/api/users?limit=200&offset=10000", &token);
    assert_eq!(last.header("x-total-count"), Some("10301"));
    let next = last.header("link").unwrap();
    assert!(next.contains(&format!("before={}", ids(&last)[199])) && !next.contains("offset"), "{next}");
    let path = next.trim_start_matches('<').split('>').next().unwrap();
    let end = app.get(path, &token);
    assert_eq!((ids(&end).len(), end.header("link")), (101, None));
    let many = app.get("/api/users?q=example.com&limit=1", &token);
    assert_eq!((many.header("x-total-count"), many.header("x-total-is-least")), (Some("500"), Some("true")));
    assert!(many.header("link").is_some());
    let few = app.get("/api/users?q=person%201029", &token);
    assert_eq!((few.header("x-total-count"), few.header("x-total-is-least")), (Some("11"), None));
    assert_eq!(app.get("/api/users?sort=fullName&limit=2", &token).json[1]["fullName"], "Person 10");
}

#[test]
fn list_summaries_and_unsolved_counts_reflect_filters_and_changes() {
    let (app, token) = app_with_lists();
    for (path, _, numbers) in cases().into_iter().filter_map(|case| case.sums) {
        assert_eq!(app.get(path, &token).json, numbers, "{path}");
    }
    let of = |path: &str| app.get(&format!("/api/admin/{path}"), &token).json;
    assert_eq!(of("payment-transactions/summary?q=speeding")["totalValue"], "450.00");
    assert_eq!(of("payment-transactions/summary?q=sh&type=toll")["count"], 3);
    assert_eq!(of("payment-transactions/summary?q=30&type=toll")["count"], 0);
    let ann = user_id_of(&app, "ann");
    assert_eq!(of(&format!("payment-transactions/summary?q={ann}"))["totalValue"], "156.00");
    assert_eq!(of("payment-transactions/summary?q=tll2")["totalValue"], "6.00");
    assert_eq!(of("payment-transactions/summary?type=toll&q=conf-")["count"], 3);
    assert_eq!(of(&format!("payment-transactions/summary?userId={ann}&q=speed"))["totalValue"], "150.00");
    let unsolved = |each: [i64; 6]| {
        let [hires, vehicles, tickets, inquiries, requests, texts] = each;
        json!({"lawyerHires": hires, "vehicleUpdates": vehicles, "missingTickets": tickets,
            "helpInquiries": inquiries, "statusRequests": requests, "textNotifications": texts, "chargebacks": 2, "citations": 0, "textReplies": 0, "addedItems": 0, "hardshipRequests": 0})
    };
    assert_eq!(of("unsolved-counts"), unsolved([3; 6]));
    app.sql(
        "UPDATE lawyer_hires SET is_solved = true; UPDATE users SET is_vehicle_update_solved = true WHERE vehicle_license_plate = 'PLT1';
         UPDATE missing_ticket_reports SET status = 'Found'; DELETE FROM text_notification_requests WHERE phone_number = '5550000000'",
    );
    assert_eq!(of("unsolved-counts"), unsolved([0, 2, 3, 3, 3, 2]));
    assert_eq!(of("missing-tickets/summary")["resolved"], 3);
}

#[test]
fn a_status_request_shows_asterisks_instead_of_ssn_digits() {
    let (app, token) = app_with_lists();
    app.sql("UPDATE users SET state = 'Iowa' WHERE email = 'bob@example.test'; UPDATE users SET sealed_ssn = NULL, is_status_request_solved = true WHERE email = 'cy@example.test'");
    let found = app.get("/api/admin/status-requests", &token);
    let shown: Vec<(&str, &Value, bool)> = found
        .json
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (row["username"].as_str().unwrap(), &row["lastFourSSN"], row["isSolved"].as_bool().unwrap())
        })
        .collect();
    let (four, five) = (Value::from("****"), Value::from("*****"));
    assert_eq!(shown, [("cy", &Value::Null, true), ("bob", &five, false), ("ann", &four, false)]);
    assert_eq!(found.json[1]["stateAbbreviation"], "IA");
    assert!(!found.text.contains("sealed"));
}

/// Fields that exports leave out.
const UNFILED: [&str; 4] = ["desk", "isOver", "isWithheld", "waitsForUs"];

/// Returns the field that a column contains, and asserts that a column of times names its time zone.
fn field_of_column<'a>(record: &Value, column: &'a str) -> &'a str {
    let field = column.strip_suffix(" (UTC)");
    let value = &record[field.unwrap_or(column)];
    let is_time = value.as_str().is_some_and(|text| text.ends_with('Z') && text.contains('T'));
    assert!(!is_time || field.is_some(), "{column} doesn't name its zone");
    field.unwrap_or(column)
}

#[test]
fn exports_contain_every_row_escape_formulas_and_are_audited() {
    let (app, token) = app_with_lists();
    for Case { path, rows, file, .. } in cases() {
        let answer = app.get(&format!("/api/admin/exports/{file}"), &token);
        assert_eq!(answer.status, 200, "{file}: {}", answer.text);
        assert_eq!(answer.text.lines().count(), 1 + rows, "{file}");
        assert!(
            answer
                .header("content-disposition")
                .unwrap()
                .starts_with(&format!("attachment; filename=\"lanewise-{file}-20"))
        );
        assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
        let record = &app.get(path, &token).json[0];
        let header = answer.text.lines().next().unwrap().strip_prefix('\u{feff}').unwrap();
        let mut columns: Vec<&str> =
            header.split(',').map(|column| field_of_column(record, column)).collect();
        columns.sort_unstable();
        let fields = record.as_object().unwrap().keys().filter(|name| !UNFILED.contains(&name.as_str()));
        assert_eq!(columns, fields.collect::<Vec<_>>(), "{file}");
    }
    app.sql(
        "UPDATE tickets SET citation_number = 'AB-123', issuer = 'City of Austin';
         UPDATE parking SET citation_number = 'AB-123', issuer = 'City of Austin';
         UPDATE tolls SET citation_number = 'AB-123', issuer = 'City of Austin'",
    );
    for file in ["lawyer-hires", "payment-transactions", "chargebacks"] {
        let csv = app.get(&format!("/api/admin/exports/{file}"), &token).text;
        assert!(csv.contains(",citationNumber,issuer,"), "{file}: {csv}");
        assert!(csv.lines().skip(1).all(|row| row.contains(",AB-123,City of Austin,")), "{file}: {csv}");
    }
    app.sql("INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) SELECT 2, 'Texas', 'Parking ticket', now() FROM generate_series(1, 2500)");
    assert_eq!(app.get("/api/admin/exports/missing-tickets", &token).text.lines().count(), 2504);
    let inquiries = app.get("/api/admin/exports/help-inquiries", &token).text;
    assert!(inquiries.contains(r#","'=HYPERLINK(""x"") help","#), "{inquiries}");
    let texas =
        app.get("/api/admin/exports/missing-tickets?state=Texas&q=parking&limit=3&sort=", &token).text;
    assert_eq!(texas.lines().count(), 2501);
    let mut cells: Vec<&str> = texas.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), 2500, "each row is exported once");
    assert!(!app.get("/api/admin/exports/status-requests", &token).text.contains("x01"));
    assert_eq!(app.get("/api/admin/exports/boats", &token).status, 404);
    let audit_count = "SELECT count(*) FROM audit_log WHERE action = 'list_exported' AND after->>'list' = 'missing-tickets' \
                 AND after->>'filters' = 'state=Texas&q=given&sort='";
    assert_eq!(app.count(audit_count), 1);
}
