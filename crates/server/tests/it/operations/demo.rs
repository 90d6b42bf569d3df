//! The demo data: payments, books, remittances and the payment provider agree (docs/product/running.md#demo-data).

use std::collections::BTreeSet;

use application::payments::reconciliation::reconcile::reconcile;
use chrono::{DateTime, Utc};
use domain::driving_record::standing::Standing;
use domain::payments::remittances::obligation::send_by;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::UserId;
use serde_json::{Value, json};
use server::demo;

use crate::support::App;

/// Starts an app with the demo data. Returns the session token of user 1, the administrator.
fn start() -> (App, String) {
    let app = App::start();
    let payments = demo::load_demo_accounts(app.deps(), app.database.owner_url(), 2).unwrap();
    let payments: Vec<_> = payments.iter().map(demo::to_past_payment).collect();
    app.sandbox.add_past_payments(&payments);
    let staff = app.log_in(UserId(1));
    (app, staff)
}

/// Parses an amount with two decimals into cents.
fn cents(amount: &Value) -> i64 {
    amount.as_str().and_then(|text| text.replace('.', "").parse().ok()).unwrap_or_else(|| panic!("{amount}"))
}

/// Returns the sum of a field of all rows, in cents.
fn sum(rows: &Value, field: &str) -> i64 {
    rows.as_array().unwrap().iter().map(|row| cents(&row[field])).sum()
}

/// Returns the times that a query selects, separated by spaces in each row.
fn query_times(app: &App, query: &str) -> Vec<Vec<DateTime<Utc>>> {
    let rows = app.database.values(query);
    rows.iter().flatten().map(|row| row.split(' ').map(|text| text.parse().unwrap()).collect()).collect()
}

#[test]
fn the_demo_overview_and_books_agree_with_the_provider_to_the_cent() {
    let (app, staff) = start();
    let overview = app.get("/api/admin/overview?days=90", &staff).json;
    let books = app.get("/api/admin/books", &staff).json;
    let total = &books["total"];
    let (days, types) = (&overview["moneyByDay"], &overview["paymentsByType"]);
    let (charges, refunds) = (cents(&total["charges"]), -cents(&total["refunds"]));
    assert!(charges > 1_000_000 && refunds > 0, "{total}");
    assert_eq!(sum(days, "fines") + sum(days, "legalHelp"), charges);
    assert_eq!(sum(days, "wentBack"), refunds);
    assert_eq!(sum(types, "amount"), charges - refunds);
    let posted = "SELECT sum(-amount_cents) FROM ledger_entries JOIN ledger_postings ON entry_id = id
        WHERE kind IN ('charge', 'refund') AND account IN ('traffic_fines', 'parking_fines', 'tolls', 'lawyers')";
    assert_eq!(app.count(posted), charges - refunds);
    let count: i64 = types.as_array().unwrap().iter().map(|one| one["count"].as_i64().unwrap()).sum();
    assert_eq!(count, app.count("SELECT count(*) FROM payments WHERE charged_at IS NOT NULL"));
    assert_eq!(app.count("SELECT sum(amount_received_cents) FROM payments"), charges);

    let balances = books["balance"].clone();
    let matched = app.post("/api/admin/books/match", &staff, &json!({})).json;
    assert_eq!(
        (&matched["isBalanced"], &matched["faults"], &matched["differences"], &matched["balance"]),
        (&json!(true), &json!(0), &json!([]), &balances)
    );
    assert_eq!(matched["total"], *total, "matching posts nothing new");
    assert_eq!(reconcile(app.deps(), true).unwrap().failed, 0);
}

#[test]
fn in_the_demo_data_each_paid_item_and_hire_has_a_payment_and_the_payments_span_about_two_months() {
    let (app, staff) = start();
    let paid = "SELECT 'ticket' AS kind, id, amount FROM tickets WHERE is_paid
        UNION ALL SELECT 'parking', id, amount FROM parking WHERE is_paid
        UNION ALL SELECT 'toll', id, amount FROM tolls WHERE is_paid";
    let settled = "SELECT p.id, p.kind, coalesce(p.ticket_id, p.parking_id, p.toll_id) AS item_id, p.amount_cents
        FROM payments p JOIN ledger_entries e ON e.payment_id = p.id AND e.kind = 'charge' AND e.happened_at = p.charged_at
            JOIN ledger_postings l ON l.entry_id = e.id AND l.account = 'provider' AND l.amount_cents = p.amount_cents
        WHERE p.status = 'settled' AND p.amount_received_cents = p.amount_cents";
    let items = app.count(&format!("SELECT count(*) FROM ({paid}) AS paid"));
    assert!(items > 70, "{items}");
    let with_payment = format!(
        "SELECT count(*) FROM ({paid}) AS paid JOIN ({settled}) AS settled ON settled.kind = paid.kind AND item_id = paid.id
            JOIN payment_transactions t ON t.payment_id = settled.id
                AND t.status IN ('Completed', 'Refund Pending', 'Chargeback')
            JOIN obligations o ON o.payment_id = settled.id AND o.authority_id IS NOT NULL
         WHERE settled.amount_cents = t.amount_cents AND t.amount_cents = replace(substr(amount, 2), ',', '')::numeric * 100"
    );
    assert_eq!(app.count(&with_payment), items);
    let of_items = format!("SELECT count(*) FROM ({settled}) AS settled WHERE kind <> 'lawyer'");
    assert_eq!(app.count(&of_items), items, "no other item is settled");
    assert_eq!(app.count("SELECT count(*) FROM payment_transactions WHERE payment_id IS NULL"), 0);

    let hires = app.count("SELECT count(*) FROM lawyer_hires WHERE status <> 'Cancelled'");
    let with_payment = format!(
        "SELECT count(*) FROM lawyer_hires h JOIN ({settled}) AS settled ON settled.id = h.payment_id AND settled.kind = 'lawyer'
            AND settled.item_id = h.ticket_id AND settled.amount_cents = h.amount_cents
         JOIN payments p ON p.id = h.payment_id AND p.confirmation_number = h.confirmation_number"
    );
    assert!(hires > 10, "{hires}");
    assert_eq!(app.count(&with_payment), hires);

    let refunded = "SELECT count(*) FROM payments p JOIN tickets k ON k.id = p.ticket_id AND NOT k.is_paid
        JOIN payment_transactions t ON t.payment_id = p.id AND t.status = 'Refunded' WHERE p.status = 'refunded'";
    assert_eq!(
        app.count(refunded),
        app.count("SELECT count(*) FROM refunds JOIN payments p ON p.id = payment_id AND p.kind = 'ticket'"),
        "a refunded item is due again"
    );
    let cancelled =
        "SELECT count(*) FROM lawyer_hires h JOIN payments p ON p.id = h.payment_id AND p.status = 'refunded'
        WHERE h.status = 'Cancelled'";
    assert_eq!(app.count(cancelled), 1);

    let charged = query_times(&app, "SELECT to_json(charged_at) #>> '{}' FROM payments").concat();
    let (first, last) = (charged.iter().min().unwrap(), charged.iter().max().unwrap());
    let days = (*last - *first).num_days();
    assert!((45..62).contains(&days), "{days} days from the first payment to the last");
    let weeks: BTreeSet<i64> = charged.iter().map(|at| (*last - *at).num_days() / 7).collect();
    assert!(weeks.len() > 6, "payments in almost every week: {weeks:?}");

    let deadlines =
        "SELECT concat_ws(' ', to_json(charged_at) #>> '{}', to_json(send_by) #>> '{}') FROM obligations";
    for row in query_times(&app, deadlines) {
        assert_eq!(row[1], send_by(row[0], BUSINESS_ZONE), "charged at {}", row[0]);
    }
    let owed = app.get("/api/admin/money-owed", &staff).json;
    let owed = owed["owed"].as_array().unwrap();
    assert!(!owed.is_empty() && owed.iter().all(|one| one["late"] == 0), "{owed:?}");
}

#[test]
fn the_demo_data_has_an_item_with_each_standing() {
    let (app, staff) = start();
    let mut standings = BTreeSet::new();
    for driver in app.database.values("SELECT id FROM users WHERE role = 'driver'").iter().flatten() {
        for kind in ["tickets", "parking", "tolls"] {
            let items = app.get(&format!("/api/{kind}/{driver}?all=true"), &staff).json;
            standings.extend(items.as_array().unwrap().iter().map(|item| item["standing"].to_string()));
        }
    }
    let expected = Standing::ALL.iter().map(|one| format!("\"{}\"", one.as_str()));
    assert_eq!(standings, expected.collect());
}

#[test]
fn staff_can_refund_a_demo_payment() {
    let (app, staff) = start();
    let newest = "SELECT max(id) FROM payments WHERE kind = 'ticket' AND status = 'settled'
        AND id NOT IN (SELECT payment_id FROM chargebacks)";
    let (payment, refundable) =
        (app.count(newest), app.count(&format!("SELECT amount_cents FROM payments WHERE id = ({newest})")));
    let refundable = format!("{}.{:02}", refundable / 100, refundable % 100);
    let order = json!({"amount": refundable, "left": refundable, "reason": "The court dismissed it."});
    let refunded = app.post(&format!("/api/admin/payments/{payment}/refunds"), &staff, &order);
    assert_eq!(refunded.status, 201, "{}", refunded.text);
    assert_eq!(app.count("SELECT count(*) FROM refunds WHERE status = 'succeeded'"), 4);
    let matched = app.post("/api/admin/books/match", &staff, &json!({})).json;
    assert_eq!((&matched["faults"], &matched["differences"]), (&json!(0), &json!([])));
}
