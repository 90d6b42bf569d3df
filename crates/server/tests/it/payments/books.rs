//! The books over HTTP with a real PostgreSQL and the payment sandbox, and the command `server
//! books` (docs/product/payments.md#books).

use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::support::App;

/// Returns an app in which a ticket of $150 was paid, and staff's session token.
fn app_with_paid_ticket() -> (App, String) {
    let app = App::start();
    app.deliver_webhooks();
    let staff = app.log_in(app.admin());
    let driver = app.driver("payer");
    let token = app.log_in(driver);
    let ticket = app.ticket(driver, "$150");
    let body = json!({"amount": "150.00", "type": "ticket", "itemId": ticket});
    let started = app.post("/api/create-payment-intent", &token, &body);
    let intent = started.json["paymentIntentId"].as_str().unwrap().to_owned();
    assert_eq!(app.pay(&intent, "pm_card_visa").0, 200);
    let confirmed = app.post("/api/payment-transactions", &token, &json!({"paymentIntentId": intent}));
    assert_eq!(confirmed.status, 201, "{}", confirmed.text);
    (app, staff)
}

/// Matches the books with the provider, and returns the books.
fn match_books(app: &App, staff: &str) -> Value {
    let answer = app.post("/api/admin/books/match", staff, &json!({}));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json
}

/// Returns the balance of an account in the books.
fn balance<'a>(books: &'a Value, account: &str) -> &'a str {
    let all = books["balance"].as_array().unwrap();
    all.iter().find(|one| one["account"] == account).unwrap()["balance"].as_str().unwrap()
}

/// Runs `server books` on the app's database.
fn server_books(app: &App) -> Output {
    Command::new(env!("CARGO_BIN_EXE_server")).arg("books").envs(app.database.settings()).output().unwrap()
}

#[test]
fn fees_refunds_and_payouts_agree_with_the_provider_to_the_cent() {
    let (app, staff) = app_with_paid_ticket();
    let payment = app.count("SELECT id FROM payments");
    let order = json!({"amount": "20.00", "left": "150.00", "reason": "We charged too much."});
    let refunded = app.post(&format!("/api/admin/payments/{payment}/refunds"), &staff, &order);
    assert_eq!(refunded.status, 201, "{}", refunded.text);
    let books = match_books(&app, &staff);
    assert_eq!(
        (&books["isBalanced"], &books["faults"], &books["differences"]),
        (&json!(true), &json!(0), &json!([]))
    );
    let expected = [
        ("provider", "125.35"),
        ("traffic_fines", "-130.00"),
        ("provider_fees", "4.65"),
        ("in_question", "0.00"),
    ];
    for (account, amount) in expected {
        assert_eq!(balance(&books, account), amount, "{account}");
    }
    let figures = &books["months"][0]["figures"];
    let amounts = ["charges", "providerFees", "refunds", "owedToCourts", "ours"]
        .map(|name| figures[name].as_str().unwrap());
    assert_eq!(amounts, ["150.00", "-4.65", "-20.00", "130.00", "-4.65"]);
    assert_eq!(figures, &books["total"]);

    let (status, headers, file) = app.bytes("/api/admin/books/file", &staff);
    let text = String::from_utf8(file).unwrap();
    assert_eq!(status, 200);
    assert!(
        headers
            .iter()
            .any(|(name, value)| name == "content-disposition" && value.contains("lanewise-books-"))
    );
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(
        lines[0].starts_with("\u{feff}month (America/New_York),charges,providerFees,refunds,")
            && lines[1].contains(",150.00,-4.65,-20.00,")
    );
    assert_eq!(app.count("SELECT count(*)::int FROM audit_log WHERE action = 'list_exported'"), 1);

    assert_eq!(app.sandbox.control("POST", "payouts", &json!({"with_pending": true})).0, 200);
    let books = match_books(&app, &staff);
    assert_eq!((balance(&books, "provider"), balance(&books, "bank")), ("0.00", "125.35"));
    assert_eq!(books["total"]["payouts"], "125.35");
}

#[test]
fn the_books_command_reports_a_payment_of_another_environment_and_fails_on_a_difference() {
    let (app, staff) = app_with_paid_ticket();
    let unmatched = server_books(&app);
    assert!(!unmatched.status.success());
    assert!(String::from_utf8_lossy(&unmatched.stderr).contains("never matched"));
    let params =
        [("amount", "100"), ("currency", "usd"), ("confirm", "true"), ("payment_method", "pm_card_visa")];
    let (status, theirs) = app.sandbox.call("POST", "/v1/payment_intents", &params);
    assert_eq!(status, 200, "{theirs}");
    let books = match_books(&app, &staff);
    let differs = books["differences"].as_array().unwrap();
    assert_eq!((differs.len(), &differs[0]["kind"], &books["faults"]), (1, &json!("foreign"), &json!(0)));
    assert_eq!(differs[0]["subject"], theirs["id"]);
    let said = server_books(&app);
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success(), "{text} {}", String::from_utf8_lossy(&said.stderr));
    assert!(text.contains("traffic_fines") && text.contains("150.00") && text.contains("foreign"), "{text}");

    // Add two fees that the provider never took. Only the older one is a difference, because recent entries
    // aren't compared yet.
    for (subject, hours) in [("pi_young", 0), ("pi_gone", 2)] {
        app.sql(&format!(
            "WITH entry AS (
                 INSERT INTO ledger_entries (kind, source, subject, payment_id, happened_at)
                 SELECT 'provider_fee', '{subject}', '{subject}', id, now() - interval '{hours} hours' FROM payments RETURNING id
             )
             INSERT INTO ledger_postings SELECT id, account, cents
             FROM entry, (VALUES ('provider', -1), ('provider_fees', 1)) AS line (account, cents)"
        ));
    }
    assert_eq!(match_books(&app, &staff)["faults"], 1);
    let books = app.get("/api/admin/books", &staff).json;
    let fault = &books["differences"][0];
    assert_eq!((&fault["kind"], &fault["difference"]), (&json!("not_theirs"), &json!("0.01")), "{books}");
    assert_eq!(
        balance(&books, "in_question"),
        "-0.01",
        "the dollar of the other environment is not posted yet"
    );
    assert!(fault["confirmationNumber"].as_str().unwrap().starts_with("CONF-"));
    let said = server_books(&app);
    assert!(!said.status.success());
    assert!(String::from_utf8_lossy(&said.stderr).contains("1 differences"));
}
