//! Tests of the amount that a lawyer has earned, and of the refund for the driver.

use super::world::World;
use crate::support::eventually;
use application::legal_help::cases::deadlines::handle_case_deadlines;
use serde_json::{Value, json};

impl World {
    /// Makes the lawyer file an appearance, after the driver's cancellation period.
    fn appear(&self, id: i64) {
        self.sign(id);
        self.app().sql("UPDATE lawyer_hires SET recorded_at = recorded_at - interval '8 days'");
        let filed = self.call(&self.first, id, "steps", json!({"step": "appearance_filed"}));
        assert_eq!(filed.status, 200, "{}", filed.text);
    }

    /// Records that the court found the driver guilty.
    fn lose(&self, id: i64) {
        let verdict = json!({"outcome": "guilty", "fine": null, "points": null, "until": null, "due": null});
        let decided = self.call(
            &self.first,
            id,
            "steps",
            json!({"step": "decided", "verdict": verdict, "isDocumentPending": true}),
        );
        assert_eq!(decided.status, 200, "{}", decided.text);
    }

    /// Returns the sum of all refunds, in cents.
    fn refunded_cents(&self) -> i64 {
        self.app().count("SELECT coalesce(sum(amount_cents), 0)::bigint FROM refunds")
    }

    /// Returns the balance of a ledger account, in cents.
    fn balance(&self, account: &str) -> i64 {
        self.app().count(&format!(
            "SELECT coalesce(sum(amount_cents), 0)::bigint FROM ledger_postings WHERE account = '{account}'"
        ))
    }
}

#[test]
fn ending_a_case_after_an_appearance_refunds_the_unearned_part_of_the_price() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    world.appear(id);
    assert_eq!(world.case_of_driver(id)["refundAtEnd"], json!("75.00"));
    assert_eq!(
        world.case_of_lawyer(&world.first, id).json["refundAtEnd"],
        Value::Null,
        "the lawyer does not see the refund"
    );
    let ended = world.call_as_driver(id, "end", json!({}));
    assert_eq!((ended.status, &ended.json["refunded"]), (200, &json!("75.00")), "{}", ended.text);
    eventually("the rest is refunded", || world.client.refund() == json!("refunded"));
    assert_eq!((world.refunded_cents(), world.balance("lawyers")), (7_500, -7_500));
    assert_eq!(world.client.hire().unwrap()["refundAmount"], json!("75.00"));
}

#[test]
fn a_driver_can_request_the_refund_of_a_lost_case_only_once() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    world.appear(id);
    world.lose(id);
    let lost = world.case_of_driver(id);
    assert_eq!((&lost["moneyBack"], &lost["actions"]), (&json!("150.00"), &json!(["message", "money_back"])));
    let refunded = world.call_as_driver(id, "money-back", json!({}));
    assert_eq!((refunded.status, &refunded.json["moneyBack"]), (200, &Value::Null), "{}", refunded.text);
    eventually("the price is refunded", || world.client.refund() == json!("refunded"));
    assert_eq!(world.client.hire().unwrap()["status"], json!("Completed"));
    assert_eq!((world.balance("lawyers"), world.balance("guarantees")), (-15_000, 15_000));
    let again = world.call_as_driver(id, "money-back", json!({}));
    assert_eq!((again.status, again.code()), (409, "changed_meanwhile"));
}

#[test]
fn staff_can_refund_a_lost_case_with_the_suggested_amount() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    world.appear(id);
    world.lose(id);
    let staff = world.app().log_in(world.app().admin());
    let path = format!("/api/admin/cases/{id}");
    let seen = world.app().get(&path, &staff).json;
    assert_eq!(seen["moneyBack"], json!("150.00"));
    let body = json!({"version": seen["version"]});
    let refunded = world.app().post(&format!("{path}/money-back"), &staff, &body);
    assert_eq!(refunded.status, 200, "{}", refunded.text);
    assert_eq!(world.refunded_cents(), 15_000);
    let audited = world.app().count("SELECT count(*) FROM audit_log WHERE action = 'case_changed'");
    assert_eq!(audited, 1);
}

#[test]
fn a_removed_ticket_ends_its_case_and_refunds_the_price() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    world.sign(id);
    let staff = world.app().log_in(world.app().admin());
    let path = format!("/api/tickets/{}", world.client.ticket);
    let removed = world.app().call("DELETE", &path, Some(&staff), Some(&json!({"result": "A mistake"})));
    assert!(removed.status < 300, "{}", removed.text);
    handle_case_deadlines(world.app().deps()).unwrap();
    assert_eq!(world.case_of_driver(id)["step"], json!("ended"));
    assert_eq!(world.refunded_cents(), 15_000);
}

#[test]
fn a_case_whose_agreement_is_not_signed_ends_with_a_full_refund() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    assert_eq!(world.call(&world.first, id, "accept", json!({})).status, 200);
    world.app().sql("UPDATE cases SET accept_by = now() - interval '1 second'");
    handle_case_deadlines(world.app().deps()).unwrap();
    let ended = world.case_of_driver(id);
    assert_eq!((&ended["step"], &ended["refunded"]), (&json!("ended"), &json!("150.00")));
    let reason = world.app().count("SELECT count(*) FROM refunds WHERE reason = 'not_signed'");
    assert_eq!(reason, 1);
}

#[test]
fn the_driver_can_change_lawyers_when_the_lawyers_update_is_overdue() {
    let world = World::new();
    let id = world.hire();
    world.appear(id);
    let early = world.call_as_driver(id, "another-lawyer", json!({}));
    assert_eq!((early.status, early.code()), (409, "changed_meanwhile"));
    world.app().sql("UPDATE cases SET update_due = now() - interval '1 second'");
    assert_eq!(world.case_of_driver(id)["actions"], json!(["message", "change_lawyer", "end"]));
    let changed = world.call_as_driver(id, "another-lawyer", json!({}));
    assert_eq!((changed.status, &changed.json["step"]), (200, &json!("offered")), "{}", changed.text);
    assert_eq!(world.case_of_lawyer(&world.first, id).status, 404);
    assert_eq!(world.case_of_lawyer(&world.second, id).status, 200);
    assert_eq!((world.balance("lawyers"), world.balance("guarantees")), (-22_500, 7_500));
}
