//! Closing an account erases everything that identifies the person from all tables
//! (docs/product/accounts.md#closing-an-account).

use serde_json::{Value, json};

use crate::support::{Answer, App};

const PASSWORD: &str = "violet-tractor-plum-4";
/// An IP address that only this person uses.
const ADDRESS: &str = "203.0.113.77";

/// Strings that identify the person.
const TRACES: &[&str] = &[
    "zephyrina",
    "quuxley",
    "ZQX98765",
    "1987-06-05",
    "5559870123",
    "555) 987",
    "ZQPLATE",
    "zq-words",
    "4821",
    ADDRESS,
];

/// The person's browser.
struct Page<'a> {
    app: &'a App,
    cookie: String,
}

impl Page<'_> {
    /// Sends a request from the person's IP address and browser.
    fn call(&self, method: &str, path: &str, body: &Value) -> Answer {
        let headers = [
            ("sec-fetch-site", "same-origin".to_owned()),
            ("content-type", "application/json".to_owned()),
            ("x-forwarded-for", ADDRESS.to_owned()),
            ("user-agent", "Mozilla/5.0 (X11; Linux x86_64) zq-words".to_owned()),
            ("cookie", self.cookie.clone()),
        ];
        self.app.raw(method, path, &headers, body.to_string().as_bytes())
    }

    /// Sends a request that must succeed, and returns the response.
    #[track_caller]
    fn done(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.call(method, path, body);
        assert!((200..300).contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.text);
        answer.json
    }

    /// Pays an item after a declined card. Returns the intent's id.
    #[track_caller]
    fn pay(&self, kind: &str, item: i32, amount: &str) -> String {
        let intent = self.done(
            "POST",
            "/api/create-payment-intent",
            &json!({"amount": amount, "type": kind, "itemId": item}),
        );
        let id = intent["paymentIntentId"].as_str().unwrap().to_owned();
        self.app.pay(&id, "pm_card_chargeDeclined");
        assert_eq!(self.app.pay(&id, "pm_card_visa").0, 200);
        id
    }
}

/// Returns every row of every table as a string, together with the table's name.
fn dump_all_rows(app: &App) -> Vec<(String, String)> {
    let tables = app.database.values(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
    );
    let mut rows = vec![];
    for table in tables.into_iter().flatten() {
        let texts = app.database.values(&format!("SELECT row_to_json(one)::text FROM {table} AS one"));
        rows.extend(texts.into_iter().flatten().map(|text| (table.clone(), text)));
    }
    rows
}

/// Returns whether a row contains a string. Four digits within a longer number don't count.
fn contains_trace(row: &str, trace: &str) -> bool {
    let is_short = trace.len() == 4 && trace.bytes().all(|byte| byte.is_ascii_digit());
    let goes_on = |next: Option<char>| next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '.');
    row.match_indices(trace).any(|(at, _)| {
        let (before, after) = (&row[..at], &row[at + trace.len()..]);
        !is_short || !goes_on(before.chars().next_back()) && !goes_on(after.chars().next())
    })
}

#[test]
fn the_personal_data_search_matches_digits_only_as_a_whole_number() {
    for text in ["\"digits\": \"4821\"", "SSN 4821", "4821", "31.348213 and 4821"] {
        assert!(contains_trace(text, "4821"), "{text}");
    }
    for chance in ["23:36:31.348213", "31.4821", "a4821f", "482100"] {
        assert!(!contains_trace(chance, "4821"), "{chance}");
    }
    assert!(contains_trace("zephyrina2@example.test", "zephyrina"));
}

/// Finds the strings in [`TRACES`] in all tables. Returns each match as the table, the string and the row. Ignores
/// the IP address in the audit trail, which may contain it.
fn find_traces(app: &App) -> Vec<(String, &'static str, String)> {
    let mut found = vec![];
    for (table, text) in dump_all_rows(app) {
        let lower = text.to_lowercase();
        // Search bytes too, which PostgreSQL writes as hexadecimal digits.
        let is_in = |trace: &str| {
            contains_trace(&lower, &trace.to_lowercase()) || lower.contains(&hex::encode(trace))
        };
        for trace in TRACES.iter().filter(|trace| is_in(trace)) {
            if (table.as_str(), *trace) != ("audit_log", ADDRESS) {
                found.push((table.clone(), *trace, text.clone()));
            }
        }
    }
    found
}

/// Creates a driver who has used the features that store personal data. Returns the driver's browser and id.
fn use_every_driver_page(app: &App) -> (Page<'_>, i64) {
    let mut page = Page { app, cookie: String::new() };
    let signed_up = page.call("POST", "/api/users", &json!({
        "fullName": "Zephyrina Quuxley", "state": "Texas", "driversLicenseNumber": "ZQX98765", "dateOfBirth": "1987-06-05",
        "email": "Zephyrina.Quuxley@example.test", "password": PASSWORD, "phoneNumber": "(555) 987-0123",
        "vehicleLicensePlate": "zqplate", "vehicleState": "Ohio",
    }));
    assert_eq!(signed_up.status, 201, "{}", signed_up.text);
    let id = signed_up.json["id"].as_i64().unwrap();
    let user = domain::shared::ids::UserId(i32::try_from(id).unwrap());
    let credentials =
        |password: &str| json!({"email": "zephyrina.quuxley@example.test", "password": password});
    assert_eq!(page.call("POST", "/api/authenticate", &credentials("wrong")).status, 401);
    let entered = page.call("POST", "/api/authenticate", &credentials(PASSWORD));
    page.cookie = entered.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    app.sql(&format!("UPDATE users SET last_admin_update_at = now() WHERE id = {id}"));

    page.done("PATCH", "/api/account/contact", &json!({"phoneNumber": "5559870123"}));
    page.done(
        "PATCH",
        &format!("/api/users/{id}"),
        &json!({"vehicleLicensePlate": "zqplate 2", "vehicleState": "Texas"}),
    );
    page.done("PATCH", &format!("/api/users/{id}/request-status"), &json!({"lastFourSSN": "4821"}));
    page.done("POST", "/api/text-notifications", &json!({"userId": id, "phoneNumber": "5559870123"}));
    page.done(
        "POST",
        "/api/missing-ticket-reports",
        &json!({"userId": id, "state": "Ohio", "ticketType": "Parking ticket"}),
    );
    let chat = page.done(
        "POST",
        "/api/help-inquiries",
        &json!({"userId": id, "type": "chat", "message": "zq-words first"}),
    );
    page.done(
        "POST",
        "/api/chat-messages",
        &json!({"helpInquiryId": chat["id"], "message": "zq-words again"}),
    );
    page.done(
        "POST",
        "/api/help-inquiries",
        &json!({"userId": id, "type": "callback", "message": "zq-words", "phoneNumber": "5559870123"}),
    );
    assert_eq!(page.call("GET", "/api/users/999", &json!({})).status, 403, "recorded as a security event");
    page.done("GET", "/api/account/data", &json!({}));

    let (ticket, fought, parking, toll) = (
        app.ticket(user, "$150"),
        app.ticket(user, "$200"),
        app.parking(user, "$40"),
        app.toll(user, "$3.50"),
    );
    for (kind, item, amount) in
        [("ticket", ticket, "150"), ("parking", parking, "40"), ("toll", toll, "3.50")]
    {
        let intent = page.pay(kind, item, amount);
        page.done("POST", "/api/payment-transactions", &json!({"paymentIntentId": intent}));
    }
    let intent = page.pay("lawyer", fought, "100");
    let hire = page.done("POST", "/api/lawyer-hires", &json!({"paymentIntentId": intent}));
    let contact = json!({"contactMethod": "phone", "contactValue": "5559870123"});
    page.done("PATCH", &format!("/api/lawyer-hires/{}", hire["id"]), &contact);

    // Staff answer the driver's status request, finish the hire and invite the driver.
    let admin = app.admin();
    let staff = app.log_in(admin);
    let checked = json!({"licenseStatus": "active"});
    let changed = app.call("PATCH", &format!("/api/users/{id}"), Some(&staff), Some(&checked));
    assert_eq!(changed.status, 200, "{}", changed.text);
    let ended = app.call(
        "PATCH",
        &format!("/api/lawyer-hires/{}", hire["id"]),
        Some(&staff),
        Some(&json!({"status": "Completed"})),
    );
    assert_eq!(ended.status, 200, "{}", ended.text);
    app.sql(&format!(
        "INSERT INTO staff_invitations (email, invited_by, created_at, expires_at)
             VALUES ('zephyrina.quuxley@example.test', {admin}, now(), now() + interval '3 days');
         INSERT INTO second_factors (user_id, sealed_secret, created_at) VALUES ({id}, 'zq-words', now());
         INSERT INTO pending_logins (token_hash, user_id, password_hash, expires_at)
             VALUES (decode(md5('a') || md5('b'), 'hex'), {id}, 'zq-words', now() + interval '5 minutes');
         INSERT INTO card_declines (charge_id, payment_id, user_id, address, fingerprint, declined_at)
             SELECT 'ch_zq', id, user_id, '{ADDRESS}', 'zq-words', now() FROM payments WHERE user_id = {id} LIMIT 1
             ON CONFLICT DO NOTHING"
    ));
    let shown = app.get(&format!("/api/users/{id}"), &staff).json;
    let request = json!({"claim": "license", "number": shown["driversLicenseNumber"], "state": shown["state"],
        "basis": "zq-words on a card"});
    let verified = app.call("POST", &format!("/api/admin/users/{id}/verify"), Some(&staff), Some(&request));
    assert_eq!(verified.status, 200, "{}", verified.text);
    // An imported file of a city names the driver.
    app.sql(&format!(
        "INSERT INTO imports (kind, status, file_name, file_columns, total_lines, created_by, created_at, ended_at)
             VALUES ('parking', 'stored', 'city.csv', '[]', 4, {admin}, now(), now());
         INSERT INTO waiting_citations (import_id, line, kind, fields, key, email, license_number, license_state, plate, plate_state,
             candidate_id, created_at, stored_at)
         SELECT (SELECT max(id) FROM imports), line, 'parking', '[[\"location\", \"zq-words\"]]', decode(md5('k' || line) || md5('l'), 'hex'),
             email, license, license_state, plate, plate_state, candidate, now(), now()
         FROM (VALUES (1, 'zephyrina.quuxley@example.test', NULL, NULL, NULL, NULL, NULL), (2, NULL, 'ZQX98765', 'Texas', NULL, NULL, NULL),
             (3, NULL, NULL, NULL, 'ZQPLATE2', 'Texas', NULL), (4, NULL, NULL, NULL, 'ZQPLATE', 'Maine', {id}))
             AS named (line, email, license, license_state, plate, plate_state, candidate)"
    ));
    // A city's data has a citation that the driver paid.
    app.sql(&format!(
        "INSERT INTO source_plates (source, user_id, asked_at) VALUES ('nyc', {id}, now());
         INSERT INTO source_citations (source, number, user_id, parking_id, authority, plate, plate_state, owed_cents, as_of)
         SELECT 'nyc', '1467619188', {id}, id, 'New York City', 'ZQPLATE', 'Maine', 100, now()
         FROM parking WHERE user_id = {id} AND is_paid ORDER BY id LIMIT 1"
    ));
    // Start an email change and a password reset, and don't confirm them.
    page.done(
        "POST",
        "/api/account/email-changes",
        &json!({"email": "zephyrina2@example.test", "password": PASSWORD}),
    );
    assert_eq!(
        page.call("POST", "/api/password-resets", &json!({"email": "Zephyrina.Quuxley@example.test"})).status,
        202
    );
    (page, id)
}

#[test]
fn closing_an_account_leaves_no_personal_data_in_the_database() {
    let app = App::start_with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()]);
    let (page, id) = use_every_driver_page(&app);
    let before = find_traces(&app);
    for trace in TRACES.iter().filter(|trace| **trace != "4821" && **trace != "555) 987") {
        assert!(before.iter().any(|(_, found, _)| found == trace), "the test would not find {trace}");
    }
    let close = page.call("POST", "/api/account/close", &json!({"password": PASSWORD}));
    assert_eq!(close.status, 200, "{}", close.text);
    let after = find_traces(&app);
    assert!(after.is_empty(), "{after:#?}");
    let own = |table: &str| app.count(&format!("SELECT count(*) FROM {table} WHERE user_id = {id}"));
    for table in [
        "sessions",
        "second_factors",
        "recovery_codes",
        "pending_logins",
        "account_links",
        "login_places",
        "security_events",
    ] {
        assert_eq!(own(table), 0, "{table}");
    }
    assert_eq!(own("payments"), 4, "payment records are retained");
    assert_eq!(own("payment_transactions") + own("lawyer_hires"), 4);
}
