//! The back office's lists over HTTP: filters, sorts, slices, counts, files.

use crate::support::{Answer, App};
use domain::shared::ids::UserId;
use serde_json::Value;

/// Three drivers; hires, transactions, reports, inquiries and texts of theirs.
fn filled() -> (App, String) {
    let app = App::start();
    let admin = app.admin();
    let token = app.log_in(admin);
    let drivers = [app.driver("ann"), app.driver("bob"), app.user_without_update("cy")];
    for (index, driver) in drivers.iter().enumerate() {
        let ticket = app.ticket(*driver, "$150");
        let toll = app.toll(*driver, "$6");
        let status = ["Pending", "In Progress", "Cancelled"][index];
        let chargeback = ["needs_response", "inquiry", "lost"][index];
        app.sql(&format!(
            "INSERT INTO lawyer_hires (user_id, ticket_id, violation_type, amount_cents, confirmation_number, status, created_at)
                 VALUES ({driver}, {ticket}, 'Speeding', 7500 + {index}, 'CONF-HRE{index}AAAAAA', '{status}', now());
             INSERT INTO payment_transactions (user_id, payment_type, ticket_id, violation_type, amount_cents, processing_fee_cents,
                 our_fee_cents, confirmation_number, created_at)
                 VALUES ({driver}, 'traffic_ticket', {ticket}, 'Speeding', 15000, 299, 299, 'CONF-TCK{index}BBBBBB', now());
             INSERT INTO payment_transactions (user_id, payment_type, toll_id, violation_type, amount_cents, processing_fee_cents,
                 our_fee_cents, confirmation_number, created_at, status, refunded_cents)
                 VALUES ({driver}, 'toll', {toll}, 'SH 130', 600, 299, 299, 'CONF-TLL{index}CCCCCC', now(), 'Refunded', 600);
             WITH paid AS (INSERT INTO payments (user_id, kind, ticket_id, amount_cents, status, idempotency_key, confirmation_number,
                 created_at, updated_at) VALUES ({driver}, 'ticket', {ticket}, 15000, 'cancelled', 'key-{index}', 'CONF-CBK{index}DDDDDD',
                 now(), now()) RETURNING id)
                 INSERT INTO chargebacks (payment_id, user_id, confirmation_number, provider_id, amount_cents, reason, status,
                     is_withdrawn, opened_at) SELECT id, {driver}, 'CONF-CBK{index}DDDDDD', 'du_{index}', 15000, 'general',
                     '{chargeback}', true, now() FROM paid;
             INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) VALUES ({driver}, 'Ohio', 'Parking ticket', now());
             INSERT INTO help_inquiries (user_id, type, message, created_at) VALUES ({driver}, 'chat', '=HYPERLINK(\"x\") help', now());
             INSERT INTO text_notification_requests (user_id, phone_number, requested_at) VALUES ({driver}, '555000000{index}', now());
             UPDATE users SET vehicle_license_plate = 'PLT{index}', vehicle_state = 'Ohio', vehicle_info_added_at = now(),
                 status_requested_at = now(), sealed_ssn = '\\x01' WHERE id = {driver}"
        ));
    }
    (app, token)
}

fn ids(answer: &Answer) -> Vec<i64> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json.as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

#[test]
fn each_filter_lets_through_what_it_says() {
    let (app, token) = filled();
    for (path, total) in [
        ("/api/users", "4"),
        ("/api/users?role=admin", "1"),
        ("/api/users?needsUpdate=true&role=driver", "1"),
        ("/api/users?licenseStatus=active", "0"),
        ("/api/users?q=test%20B", "1"),
        ("/api/users?q=tx1234567", "4"),
        ("/api/users?q=plt2", "1"),
        ("/api/users?q=pl", "3"),
        ("/api/users?q=lt2", "1"),
        ("/api/users?q=ann", "1"),
        ("/api/users?q=an", "1"),
        ("/api/users?q=nn", "0"),
        ("/api/lawyer-hires", "3"),
        ("/api/lawyer-hires?status=In%20Progress", "1"),
        ("/api/lawyer-hires?solved=true", "0"),
        ("/api/lawyer-hires?seen=false&solved=false", "3"),
        ("/api/lawyer-hires?q=speed", "3"),
        ("/api/lawyer-hires?q=hre1", "1"),
        ("/api/lawyer-hires?q=test%20b", "1"),
        ("/api/lawyer-hires?q=bo", "1"),
        ("/api/lawyer-hires?q=BOB%40EXAMPLE", "1"),
        ("/api/lawyer-hires?q=texas", "0"),
        ("/api/lawyer-hires?q=conf-hre", "3"),
        ("/api/payment-transactions", "6"),
        ("/api/payment-transactions?type=all", "6"),
        ("/api/payment-transactions?type=toll", "3"),
        ("/api/payment-transactions?type=toll&q=speeding", "0"),
        ("/api/payment-transactions?status=Refunded", "3"),
        ("/api/payment-transactions?q=sp", "3"),
        ("/api/payment-transactions?q=pe", "0"),
        ("/api/payment-transactions?q=bob", "2"),
        (
            "/api/missing-ticket-reports?state=Ohio&status=Pending&ticketType=Parking%20ticket&solved=false",
            "3",
        ),
        ("/api/admin/chargebacks", "3"),
        ("/api/admin/chargebacks?status=lost", "1"),
        ("/api/admin/chargebacks?answered=false&sort=dueBy", "2"),
        ("/api/admin/chargebacks?q=conf-cbk1", "1"),
        ("/api/admin/chargebacks?q=conf-x", "0"),
        ("/api/missing-ticket-reports?q=ohi", "3"),
        ("/api/missing-ticket-reports?q=o", "3"),
        ("/api/missing-ticket-reports?q=bob%40", "1"),
        ("/api/missing-ticket-reports?state=Texas", "0"),
        ("/api/admin/vehicle-updates?q=plt2", "1"),
        ("/api/admin/vehicle-updates?solved=false", "3"),
        ("/api/admin/status-requests?state=Texas", "3"),
        ("/api/admin/status-requests?solved=true", "0"),
        ("/api/help-inquiries?type=chat&status=pending", "3"),
        ("/api/help-inquiries?type=callback", "0"),
        ("/api/help-inquiries?q=hyperlink", "3"),
        ("/api/help-inquiries?q=he", "3"),
        ("/api/help-inquiries?q=bob", "1"),
        ("/api/admin/chargebacks?q=bob", "1"),
        ("/api/text-notifications?sent=false", "3"),
        ("/api/text-notifications?q=%28555%29%20000-0001", "1"),
        ("/api/text-notifications?q=0001", "1"),
        ("/api/text-notifications?q=5550", "0"),
        ("/api/text-notifications?q=555000", "3"),
        ("/api/text-notifications?q=555", "3"),
        ("/api/text-notifications?q=bob%40example", "1"),
    ] {
        let answer = app.get(path, &token);
        assert_eq!(
            (answer.status, answer.header("x-total-count")),
            (200, Some(total)),
            "{path}: {}",
            answer.text
        );
        assert_eq!(ids(&answer).len().to_string(), total, "{path}");
    }
}

#[test]
fn a_wrong_filter_sort_or_place_is_named() {
    let (app, token) = filled();
    for (path, field) in [
        ("/api/users?role=boss", "role"),
        ("/api/users?needsUpdate=yes", "needsUpdate"),
        ("/api/users?sort=password", "sort"),
        ("/api/users?sort=--id", "sort"),
        ("/api/users?offset=10001", "offset"),
        ("/api/users?limit=201", "limit"),
        ("/api/users?before=x", "before"),
        ("/api/users?before=5&offset=5", "before"),
        ("/api/users?before=5&sort=fullName", "before"),
        ("/api/users?role=driver&role=admin", "role"),
        ("/api/lawyer-hires?status=pending", "status"),
        ("/api/lawyer-hires?userId=0", "userId"),
        ("/api/lawyer-hires?q=%00", "q"),
        ("/api/lawyer-hires?status=%00", "status"),
        ("/api/payment-transactions?type=boat", "type"),
        ("/api/payment-transactions?sort=status", "sort"),
        ("/api/admin/payment-transactions/summary?type=boat", "type"),
        ("/api/admin/chargebacks?status=Lost", "status"),
        ("/api/admin/chargebacks?answered=no", "answered"),
        ("/api/admin/chargebacks?sort=amount", "sort"),
        ("/api/missing-ticket-reports?state=TX", "state"),
        ("/api/missing-ticket-reports?ticketType=Parking", "ticketType"),
        ("/api/admin/vehicle-updates?sort=id", "sort"),
        ("/api/admin/status-requests?state=Atlantis", "state"),
        ("/api/help-inquiries?type=letter", "type"),
        ("/api/text-notifications?sent=1", "sent"),
        ("/api/admin/exports/users?role=boss", "role"),
    ] {
        let answer = app.get(path, &token);
        assert_eq!(answer.status, 422, "{path}: {}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{path}: {}", answer.text);
    }
    let long = app.get(&format!("/api/users?q={}", "x".repeat(101)), &token);
    assert!(long.status == 422 && long.json["fields"]["q"].is_string());
    let far = app.get("/api/users?offset=10001", &token);
    assert!(far.json["fields"]["offset"].as_str().unwrap().contains("before"), "{}", far.text);
}

#[test]
fn drivers_filter_their_own_rows_and_ask_for_nobody_else_s() {
    let (app, _) = filled();
    let (ann, bob) = (user(&app, "ann"), user(&app, "bob"));
    let token = app.log_in(ann);
    for list in [
        "lawyer-hires",
        "payment-transactions",
        "missing-ticket-reports",
        "help-inquiries",
        "text-notifications",
    ] {
        let own = app.get(&format!("/api/{list}?userId={ann}"), &token);
        assert!(own.status == 200 && !own.json.as_array().unwrap().is_empty(), "{list}");
        assert!(own.json.as_array().unwrap().iter().all(|row| row["userId"] == ann.0), "{list}");
        assert_eq!(app.get(&format!("/api/{list}?userId={bob}"), &token).status, 403, "{list}");
        assert_eq!(app.get(&format!("/api/{list}?userId=999999"), &token).status, 403, "{list}");
    }
    assert_eq!(ids(&app.get("/api/payment-transactions?q=sh%20130", &token)).len(), 1);
    assert_eq!(ids(&app.get("/api/lawyer-hires?status=Completed", &token)).len(), 0);
    assert_eq!(ids(&app.get("/api/users?role=admin&q=bob", &token)), [i64::from(ann.0)]);
    // Wrong values of a call for staff tell a driver nothing.
    assert_eq!(app.get("/api/admin/status-requests?state=Atlantis", &token).status, 403);
    assert_eq!(app.get("/api/admin/exports/boats", &token).status, 403);
}

fn user(app: &App, name: &str) -> UserId {
    UserId(
        i32::try_from(app.count(&format!("SELECT id FROM users WHERE email = '{name}@example.test'")))
            .unwrap(),
    )
}

#[test]
fn sorts_and_the_next_link_lead_through_all_of_a_list() {
    let (app, token) = filled();
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
    let mut seen = vec![];
    loop {
        let answer = app.get(&path, &token);
        seen.extend(ids(&answer));
        let Some(next) = answer.header("link") else { break };
        path = next.trim_start_matches('<').split('>').next().unwrap().to_owned();
        assert!(path.contains("q=speeding") && path.contains("sort=-createdAt"), "{path}");
    }
    assert_eq!(seen.len(), 3);
    let newest = ids(&app.get("/api/payment-transactions?limit=2", &token));
    let after = ids(&app.get(&format!("/api/payment-transactions?limit=2&before={}", newest[1]), &token));
    assert_eq!(after, [newest[1] - 1, newest[1] - 2]);
    let vehicles = ids(&app.get("/api/admin/vehicle-updates?limit=2", &token));
    assert_eq!(ids(&app.get(&format!("/api/admin/vehicle-updates?before={}", vehicles[1]), &token)).len(), 1);
}

#[test]
fn a_list_goes_on_where_offset_does_not_reach() {
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
fn counts_above_the_lists_follow_every_change() {
    let (app, token) = filled();
    let json = |path: &str| app.get(&format!("/api/admin/{path}"), &token).json;
    assert_eq!(
        json("lawyer-hires/summary"),
        serde_json::json!({"pending": 1, "inProgress": 1, "contacted": 0, "totalRevenue": "225.03", "cancelled": "75.02", "total": 3})
    );
    assert_eq!(
        json("payment-transactions/summary"),
        serde_json::json!({"ourRevenue": "17.94", "totalValue": "468.00", "processingFees": "17.94", "refunded": "18.00", "count": 6})
    );
    assert_eq!(json("payment-transactions/summary?q=speeding")["totalValue"], "450.00");
    assert_eq!(json("payment-transactions/summary?q=sh&type=toll")["count"], 3);
    assert_eq!(json("payment-transactions/summary?q=30&type=toll")["count"], 0);
    let ann = user(&app, "ann");
    assert_eq!(json(&format!("payment-transactions/summary?q={ann}"))["totalValue"], "156.00");
    assert_eq!(json("payment-transactions/summary?q=tll2")["totalValue"], "6.00");
    assert_eq!(json("payment-transactions/summary?type=toll&q=conf-")["count"], 3);
    assert_eq!(json(&format!("payment-transactions/summary?userId={ann}&q=speed"))["totalValue"], "150.00");
    assert_eq!(json("missing-tickets/summary"), serde_json::json!({"total": 3, "pending": 3, "resolved": 0}));
    assert_eq!(json("vehicle-updates/summary"), serde_json::json!({"total": 3, "withPlates": 3}));
    assert_eq!(
        json("status-requests/summary"),
        serde_json::json!({"total": 3, "states": 1, "withLicenseNumbers": 3})
    );
    assert_eq!(
        json("help-inquiries/summary"),
        serde_json::json!({"total": 3, "pending": 3, "chat": 3, "callback": 0})
    );
    assert_eq!(json("text-notifications/summary"), serde_json::json!({"total": 3, "pending": 3}));
    let unsolved = |each: [i64; 6]| {
        let [hires, vehicles, tickets, inquiries, requests, texts] = each;
        serde_json::json!({"lawyerHires": hires, "vehicleUpdates": vehicles, "missingTickets": tickets,
            "helpInquiries": inquiries, "statusRequests": requests, "textNotifications": texts, "chargebacks": 2, "citations": 0, "textReplies": 0})
    };
    assert_eq!(json("unsolved-counts"), unsolved([3; 6]));
    app.sql(
        "UPDATE lawyer_hires SET is_solved = true; UPDATE users SET is_vehicle_update_solved = true WHERE vehicle_license_plate = 'PLT1';
         UPDATE missing_ticket_reports SET status = 'Found'; DELETE FROM text_notification_requests WHERE phone_number = '5550000000'",
    );
    assert_eq!(json("unsolved-counts"), unsolved([0, 2, 3, 3, 3, 2]));
    assert_eq!(json("missing-tickets/summary")["resolved"], 3);
}

#[test]
fn a_status_request_shows_asterisks_and_never_digits() {
    let (app, token) = filled();
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

#[test]
fn files_have_every_row_harmless_cells_and_leave_a_trace() {
    let (app, token) = filled();
    app.sql("INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) SELECT 2, 'Texas', 'Parking ticket', now() FROM generate_series(1, 2500)");
    for (list, lines) in [
        ("users", 5),
        ("lawyer-hires", 4),
        ("payment-transactions", 7),
        ("missing-tickets", 2504),
        ("vehicle-updates", 4),
        ("status-requests", 4),
        ("help-inquiries", 4),
        ("text-notifications", 4),
    ] {
        let answer = app.get(&format!("/api/admin/exports/{list}"), &token);
        assert_eq!(answer.status, 200, "{list}: {}", answer.text);
        assert_eq!(answer.text.lines().count(), lines, "{list}");
        assert!(
            answer
                .header("content-disposition")
                .unwrap()
                .starts_with(&format!("attachment; filename=\"lanewise-{list}-20"))
        );
        assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
        // The columns are the records' own fields, all of them.
        let path = match list {
            "users" | "lawyer-hires" | "payment-transactions" | "help-inquiries" | "text-notifications" => {
                format!("/api/{list}")
            }
            "missing-tickets" => "/api/missing-ticket-reports".to_owned(),
            _ => format!("/api/admin/{list}"),
        };
        let record = &app.get(&path, &token).json[0];
        let mut columns: Vec<&str> = answer.text.lines().next().unwrap().split(',').collect();
        columns.sort_unstable();
        // Where an inquiry stands on the desk just now is no field of a file.
        let fields = record.as_object().unwrap().keys().filter(|name| *name != "desk");
        assert_eq!(columns, fields.collect::<Vec<_>>(), "{list}");
    }
    let inquiries = app.get("/api/admin/exports/help-inquiries", &token).text;
    assert!(inquiries.contains(r#","'=HYPERLINK(""x"") help","#), "{inquiries}");
    let texas =
        app.get("/api/admin/exports/missing-tickets?state=Texas&q=parking&limit=3&sort=", &token).text;
    assert_eq!(texas.lines().count(), 2501);
    let mut seen: Vec<&str> = texas.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 2500, "each row once");
    assert!(!app.get("/api/admin/exports/status-requests", &token).text.contains("x01"));
    assert_eq!(app.get("/api/admin/exports/boats", &token).status, 404);
    let noted = "SELECT count(*) FROM audit_log WHERE action = 'list_exported' AND after->>'list' = 'missing-tickets' \
                 AND after->>'filters' = 'state=Texas&q=given&sort='";
    assert_eq!(app.count(noted), 1);
}
