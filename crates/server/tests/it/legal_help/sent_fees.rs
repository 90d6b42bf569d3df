//! Tests of fees that staff send to lawyers, and of fees that lawyers must return.

use serde_json::{Value, json};

use super::world::World;
use crate::support::{Answer, eventually};

impl World {
    /// Logs in a new staff member and returns the session token.
    fn staff(&self) -> String {
        self.app().log_in(self.app().admin())
    }

    /// Returns the overview of money owed to payees and money to recover from them, as staff see it.
    fn owed(&self, staff: &str) -> Value {
        self.app().get("/api/admin/money-owed", staff).json
    }

    /// Prepares a remittance, as staff.
    fn prepare(&self, staff: &str, body: &Value) -> Answer {
        self.app().post("/api/admin/remittances", staff, body)
    }

    /// Records that all money owed to a lawyer was sent. Returns the remittance's id.
    fn send(&self, staff: &str, lawyer: &Value) -> Value {
        let made = self.prepare(staff, &json!({"lawyerId": lawyer}));
        assert_eq!(made.status, 201, "{}", made.text);
        let id = made.json["id"].clone();
        let sent = json!({"sentOn": self.day(0), "reference": "ACH 12"});
        let sent = self.app().post(&format!("/api/admin/remittances/{id}/sent"), staff, &sent);
        assert_eq!(sent.status, 200, "{}", sent.text);
        id
    }

    /// Returns the totals of the lawyers' fees, as staff see them.
    fn fees(&self, staff: &str) -> Value {
        self.app().get("/api/admin/lawyer-hires/fees", staff).json
    }
}

#[test]
fn staff_send_the_fee_to_the_lawyers_trust_account_and_recover_the_unearned_part() {
    let world = World::with_one_lawyer();
    let staff = world.staff();
    let id = world.hire();
    assert_eq!(world.owed(&staff)["owed"], json!([]), "no lawyer has the case");
    world.sign(id);
    let owed = world.owed(&staff)["owed"][0].clone();
    let lawyer = owed["payee"]["id"].clone();
    assert_eq!((&owed["payee"]["kind"], &owed["amount"]), (&json!("lawyer"), &json!("150.00")));
    let wrong = world.prepare(&staff, &json!({"lawyerId": lawyer, "authorityId": 1}));
    assert_eq!(wrong.status, 422, "{}", wrong.text);

    let sent = world.send(&staff, &lawyer);
    let path = format!("/api/admin/remittances/{sent}");
    let shown = world.app().get(&path, &staff).json;
    assert_eq!(shown["remittance"]["payee"], owed["payee"]);
    let account = shown["remittance"]["trustAccount"].as_str().unwrap().to_owned();
    assert_eq!(shown["obligations"][0]["payee"], owed["payee"]);
    let file = world.app().get(&format!("{path}/file"), &staff).text;
    assert!(file.contains("trustAccount") && file.contains(&account), "{file}");
    let accepted = json!({"acceptedOn": world.day(0)});
    let accepted = world.app().post(&format!("{path}/accepted"), &staff, &accepted);
    assert_eq!((accepted.status, &accepted.json["status"]), (200, &json!("accepted")), "{}", accepted.text);
    let totals = json!({"held": "0.00", "sent": "150.00", "earned": "0.00", "toRecover": "0.00"});
    assert_eq!(world.fees(&staff), totals);

    world.app().sql("UPDATE lawyer_hires SET recorded_at = recorded_at - interval '8 days'");
    let filed = world.call(&world.first, id, "steps", json!({"step": "appearance_filed"}));
    assert_eq!(filed.status, 200, "{}", filed.text);
    let ended = world.call_as_driver(id, "end", json!({}));
    assert_eq!(ended.status, 200, "{}", ended.text);
    eventually("the driver is refunded first", || world.client.refund() == json!("refunded"));
    let one = world.owed(&staff)["toRecover"][0].clone();
    assert_eq!((&one["toRecover"], &one["payee"]), (&json!("75.00"), &owed["payee"]));
    let totals = json!({"held": "0.00", "sent": "150.00", "earned": "75.00", "toRecover": "75.00"});
    assert_eq!(world.fees(&staff), totals);

    let back = format!("/api/admin/obligations/{}/back", one["paymentId"]);
    let body = json!({"amount": "75.00", "how": "By check"});
    assert_eq!(world.app().post(&back, &staff, &body).status, 404, "no authority has the money");
    let body = json!({"amount": "75.00", "how": "By check", "lawyerId": lawyer});
    let returned = world.app().post(&back, &staff, &body);
    assert_eq!((returned.status, &returned.json["toRecover"]), (200, &json!("0.00")), "{}", returned.text);
    assert_eq!(world.owed(&staff)["toRecover"], json!([]));
    let balances = "SELECT coalesce(sum(abs(cents)), 0)::bigint FROM (SELECT sum(amount_cents) AS cents FROM ledger_postings
        WHERE account NOT IN ('provider', 'bank') GROUP BY account) AS accounts";
    assert_eq!(world.app().count(balances), 0, "nothing is owed");
}
