//! Hires of lawyers over HTTP, with a real PostgreSQL and the payment sandbox.

use std::io::Write;

use super::client::{Client, GOOD};
use crate::support::{App, eventually, sandbox_keys};
use application::payments::reconciliation::reconcile::reconcile;
use serde_json::{Value, json};
use stripe_sandbox::Fault;
use stripe_sandbox::FaultKind;

#[test]
fn the_webhook_the_confirmation_page_and_reconciliation_create_only_one_hire_together() {
    let client = Client::new();
    let intent = client.pay();
    eventually("the webhook makes the hire", || client.hire().is_some());
    let hire = client.hire().unwrap();
    assert_eq!(
        (&hire["status"], &hire["amount"], &hire["refund"]),
        (&json!("Pending"), &json!("150.00"), &Value::Null)
    );
    // Repeat the confirmation, reconciliation and the webhooks. They must change nothing.
    let body = json!({"paymentIntentId": intent});
    assert_eq!(client.app.post("/api/lawyer-hires", &client.token, &body).json["id"], hire["id"]);
    reconcile(client.app.deps(), true).unwrap();
    let (_, events) = client.app.sandbox.call("GET", "/v1/events", &[]);
    for event in events["data"].as_array().unwrap() {
        assert!(client.app.sandbox.redeliver(event["id"].as_str().unwrap()));
    }
    eventually("all webhooks are delivered", || client.app.sandbox.pending_deliveries() == 0);
    assert_eq!(client.hire().unwrap()["id"], hire["id"]);
    assert_eq!(client.app.count("SELECT count(*) FROM lawyer_hires"), 1);
}

#[test]
fn the_refund_of_a_canceled_hire_is_pending_until_the_money_arrives() {
    let client = Client::new();
    client.app.sandbox.inject(Fault::once(FaultKind::RefundPending));
    assert_eq!(client.cancel()["refund"], json!("pending"));
    assert_eq!(client.start("lawyer", "150").status, 201, "in the meantime a lawyer can be hired again");
    eventually("the money arrives", || client.refund() == json!("refunded"));
    assert_eq!(client.refunds(), 1);
}

#[test]
fn a_failed_refund_of_a_hire_is_retried_only_by_staff() {
    let client = Client::new();
    client.app.sandbox.inject(Fault::once(FaultKind::RefundFailing));
    assert_eq!(client.cancel()["refund"], json!("pending"));
    eventually("the refund fails", || client.refund() == json!("failed"));
    assert_eq!(client.app.count("SELECT count(*) FROM audit_log WHERE action = 'refund_failed'"), 1);
    client.app.sql("UPDATE refunds SET updated_at = updated_at - interval '40 hours'");
    reconcile(client.app.deps(), true).unwrap();
    assert_eq!(
        (client.refund(), client.refunds()),
        (json!("failed"), 1),
        "a failed refund is not retried automatically"
    );
    let admin = client.app.log_in(client.app.admin());
    let failed =
        client.app.get("/api/admin/money-attention", &admin).json["refunds"][0]["refund"]["id"].clone();
    let path = format!("/api/admin/refunds/{failed}/retry");
    let again = client.app.call("POST", &path, Some(&admin), None);
    assert_eq!((again.status, &again.json["status"]), (200, &json!("succeeded")), "{}", again.text);
    assert_eq!((client.refund(), client.refunds()), (json!("refunded"), 2));
}

/// Writes a legal help file that turns legal help off in Texas, the state of test drivers.
fn write_rules_off_in_texas() -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let rule = json!({
        "mode": "off",
        "guaranteePaidBy": {"infraction": "operator", "misdemeanor": "operator"},
        "claimsShown": true,
        "appearanceEarns": 50,
        "reason": "a test",
        "source": "none",
    });
    write!(file, "{}", json!({ "Texas": rule })).unwrap();
    file
}

#[test]
fn hiring_a_lawyer_in_a_state_without_legal_help_is_refused_with_an_explanation() {
    let file = write_rules_off_in_texas();
    let client = Client::of(App::start_with(|config| config.legal_help_file = Some(file.path().to_owned())));
    let refused = client.start("lawyer", "150");
    assert_eq!((refused.status, refused.code()), (409, "legal_help_not_offered"));
    assert_eq!(refused.json["message"], json!("Legal help isn’t available in Texas right now."));
    assert_eq!(client.app.count("SELECT count(*) FROM payments"), 0);
    assert_eq!(client.start("ticket", "300").status, 201);
    let config = client.app.call("GET", "/api/config", None, None);
    let off = json!({"state": "Texas", "offered": false, "guaranteeShown": false, "claimsShown": false});
    assert_eq!(config.json["legalHelp"][0], off, "no guarantee is shown where lawyers aren't sold");
    let guam = json!({"state": "Guam", "offered": false, "guaranteeShown": false, "claimsShown": false});
    assert_eq!(config.json["legalHelp"][3], guam, "legal help is off in the territories");
    client.app.sql("UPDATE users SET state = NULL");
    assert_eq!(client.start("lawyer", "150").status, 201, "legal help is offered if the state is unknown");
}

#[test]
fn a_payment_started_before_legal_help_was_switched_off_still_makes_a_hire() {
    let file = write_rules_off_in_texas();
    let client = Client::of(App::start());
    let intent = client.start("lawyer", "150").json["paymentIntentId"].as_str().unwrap().to_owned();
    let Client { app, token, .. } = client;
    let switched = App::start_on(app.database.clone(), |config| {
        config.provider = server::config::Provider::Stripe(sandbox_keys(&app.sandbox));
        config.legal_help_file = Some(file.path().to_owned());
    });
    assert_eq!(app.pay(&intent, GOOD).0, 200);
    let hire = switched.post("/api/lawyer-hires", &token, &json!({"paymentIntentId": intent}));
    assert_eq!((hire.status, &hire.json["status"]), (201, &json!("Pending")), "{}", hire.text);
    let path = format!("/api/lawyer-hires/{}/cancel", hire.json["id"]);
    let cancelled = switched.call("POST", &path, Some(&token), None);
    assert_eq!((cancelled.status, &cancelled.json["refund"]), (200, &json!("refunded")));
}

#[test]
fn a_ticket_with_an_active_lawyer_can_be_paid_only_with_a_confirmation() {
    let client = Client::new();
    client.pay();
    eventually("the webhook makes the hire", || client.hire().is_some());
    let hire = client.hire().unwrap();
    let ticket = || {
        client.app.get(&format!("/api/tickets/{}?all=true", client.owner()), &client.token).json[0].clone()
    };
    let shown = ticket();
    assert_eq!((&shown["standing"], &shown["hireId"]), (&json!("with_lawyer"), &hire["id"]));
    assert_eq!(
        (&shown["countsAsDue"], &shown["mayPay"], &shown["mayHireLawyer"]),
        (&json!(false), &json!(true), &json!(false))
    );
    assert_eq!(shown["payNeedsConfirmation"], json!("lawyer_at_work"));
    assert_eq!(hire["isTicketPaid"], json!(false));

    let refused = client.start("ticket", "300");
    assert_eq!((refused.status, refused.code()), (409, "lawyer_at_work"));
    let body = json!({"amount": "300", "type": "ticket", "itemId": client.ticket, "despiteLawyer": true});
    let begun = client.app.post("/api/create-payment-intent", &client.token, &body);
    assert_eq!(begun.status, 201, "{}", begun.text);
    assert_eq!(client.app.pay(begun.json["paymentIntentId"].as_str().unwrap(), GOOD).0, 200);
    eventually("the webhook settles the payment", || ticket()["standing"] == json!("paid"));
    assert_eq!(client.hire().unwrap()["isTicketPaid"], json!(true));
    let audited = "SELECT count(*) FROM audit_log WHERE action = 'paid_despite_lawyer' AND subject_kind = 'lawyer_hire'";
    assert_eq!(client.app.count(audited), 1);
}
