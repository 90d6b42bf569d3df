//! Tests of cases that are offered to one lawyer after another, worked on, and ended.

use super::world::World;
use crate::support::eventually;
use application::legal_help::cases::deadlines::handle_case_deadlines;
use serde_json::{Value, json};

#[test]
fn a_case_declined_by_one_lawyer_and_accepted_by_another_ends_with_a_reduced_fine() {
    let world = World::new();
    let id = world.hire();
    let case = world.case_of_driver(id);
    assert_eq!((&case["step"], &case["label"]), (&json!("offered"), &json!("Pending")));
    assert_eq!((&case["isRepresented"], &case["lawyer"]), (&json!(false), &Value::Null));
    assert_eq!(case["next"]["by"], case["acceptBy"]);
    assert_eq!(world.ticket()["standing"], json!("with_lawyer"));

    // Before accepting, the lawyer sees only what a conflict check needs.
    let offered = world.case_of_lawyer(&world.first, id).json;
    assert_eq!(
        offered["driver"],
        json!({"name": "Test client", "phone": null, "email": null, "contactMethod": null, "contactValue": null})
    );
    assert_eq!(offered["citation"]["violation"], json!("Speeding"));
    for field in ["fine", "dueDate", "issuedOn", "violationCode", "location", "points"] {
        assert_eq!(offered["citation"][field], Value::Null, "{field}");
    }
    assert_eq!((&offered["acceptBy"], &offered["offenseClass"]), (&Value::Null, &json!("unknown")));
    assert_eq!((&offered["ticketId"], &offered["events"]), (&Value::Null, &json!([])));
    assert_eq!(offered["actions"], json!(["accept", "decline"]));
    assert_eq!(world.case_of_lawyer(&world.second, id).status, 404);

    let declined = world.call(&world.first, id, "decline", json!({"reason": "I know the driver."}));
    assert_eq!((declined.status, &declined.json["actions"]), (200, &json!([])), "{}", declined.text);
    assert_eq!(world.case_of_lawyer(&world.first, id).status, 404);
    assert!(
        !world.case_of_driver(id).to_string().contains("I know the driver."),
        "the reason is for staff only"
    );
    let again = world.call(&world.first, id, "accept", json!({}));
    assert_eq!((again.status, again.code()), (409, "matching_stopped"));

    let accepted = world.call(&world.second, id, "accept", json!({"offenseClass": "misdemeanor"}));
    assert_eq!((accepted.status, &accepted.json["step"]), (200, &json!("accepted")), "{}", accepted.text);
    assert_eq!(accepted.json["driver"]["email"], json!("client@example.test"));
    assert_eq!(world.client.hire().unwrap()["status"], json!("In Progress"));
    assert_eq!(world.case_of_driver(id)["lawyer"]["name"], json!("Test second"));

    let template = world.app().get(&format!("/api/lawyer/cases/{id}/agreement-template"), &world.second);
    assert!(template.json["text"].as_str().unwrap().contains("Test client"), "{}", template.text);
    let sent = world.call(&world.second, id, "agreement", json!({"text": template.json["text"]}));
    assert_eq!(sent.status, 200, "{}", sent.text);
    assert_eq!(world.case_of_driver(id)["asked"], json!(["sign"]));
    let other_name = world.call_as_driver(id, "sign", json!({"name": "Someone Else"}));
    assert_eq!((other_name.status, other_name.code()), (409, "name_differs"));
    let signed =
        world.call_as_driver(id, "sign", json!({"name": "Someone Else", "isOtherNameConfirmed": true}));
    assert_eq!((signed.status, &signed.json["isRepresented"]), (200, &json!(true)), "{}", signed.text);

    let filed = world.call(&world.second, id, "steps", json!({"step": "appearance_filed"}));
    assert_eq!(filed.status, 200, "{}", filed.text);
    let past = json!({"step": "court_date_set", "courtDate": "2026-01-05"});
    let past = world.call(&world.second, id, "steps", past);
    assert_eq!((past.status, past.json["fields"]["courtDate"].is_string()), (422, true), "{}", past.text);
    let date = world.day(20);
    let dated = json!({"step": "court_date_set", "courtDate": date, "courtTime": "9:30 AM", "note": "See you there."});
    let dated = world.call(&world.second, id, "steps", dated);
    assert_eq!((dated.status, &dated.json["courtDate"]), (200, &json!(date)), "{}", dated.text);
    let ticket = world.ticket();
    assert_eq!((&ticket["courtDate"], &ticket["courtTime"]), (&json!(date), &json!("9:30 AM")));

    let verdict = json!({"outcome": "reduced", "fine": "150.00", "points": 2, "due": world.day(40)});
    let decided = world.call(
        &world.second,
        id,
        "steps",
        json!({"step": "decided", "verdict": verdict, "isDocumentPending": true}),
    );
    assert_eq!(decided.status, 200, "{}", decided.text);
    assert_eq!(decided.json["verdict"]["guarantee"], json!("won"), "the fine fell by half");
    let ticket = world.ticket();
    assert_eq!((&ticket["standing"], &ticket["amount"]), (&json!("due"), &json!("$150.00")));
    assert_eq!(ticket["dueDate"], json!(world.day(40)));
    let hire = world.client.hire().unwrap();
    assert_eq!((&hire["status"], &hire["caseStep"]), (&json!("Completed"), &json!("decided")));
    assert_eq!(hire["refund"], Value::Null);
}

#[test]
fn a_case_that_no_lawyer_accepts_in_time_is_refunded() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    world.app().sql(
        "UPDATE cases SET accept_by = now() - interval '1 minute', answer_by = now() - interval '1 minute';
         UPDATE case_offers SET answer_by = now() - interval '1 minute'",
    );
    let late = world.call(&world.first, id, "accept", json!({}));
    assert_eq!((late.status, late.code()), (409, "matching_stopped"));
    assert_eq!(handle_case_deadlines(world.app().deps()).unwrap(), 1);
    let case = world.case_of_driver(id);
    assert_eq!((&case["step"], &case["label"]), (&json!("no_lawyer"), &json!("Cancelled")));
    eventually("the price is refunded", || world.client.refund() == json!("refunded"));
    assert_eq!(handle_case_deadlines(world.app().deps()).unwrap(), 0);
    assert_eq!(world.client.refunds(), 1);
    let ticket = world.ticket();
    assert_eq!((&ticket["standing"], &ticket["mayHireLawyer"]), (&json!("due"), &json!(true)));
}

#[test]
fn a_case_that_every_lawyer_declines_is_refunded_before_its_deadline() {
    let world = World::new();
    let id = world.hire();
    for lawyer in [&world.first, &world.second] {
        let declined = world.call(lawyer, id, "decline", json!({"reason": "No time"}));
        assert_eq!(declined.status, 200, "{}", declined.text);
    }
    assert_eq!(world.case_of_driver(id)["step"], json!("no_lawyer"));
    eventually("the price is refunded", || world.client.refund() == json!("refunded"));
}

#[test]
fn a_dismissed_ticket_is_no_longer_owed() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    world.sign(id);
    for body in [
        json!({"step": "appearance_filed"}),
        json!({"step": "decided", "isDocumentPending": true, "verdict": {"outcome": "guilty", "fine": "300", "points": 2}}),
        json!({"step": "decided", "isDocumentPending": true, "verdict": {"outcome": "dismissed"}, "note": "The court corrected it."}),
    ] {
        let answer = world.call(&world.first, id, "steps", body);
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    let outcomes: Vec<_> = world.case_of_driver(id)["events"].as_array().unwrap().clone();
    let outcomes: Vec<_> = outcomes.iter().filter_map(|event| event["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["guilty", "dismissed"], "both outcomes stay in the timeline");
    let ticket = world.ticket();
    assert_eq!((&ticket["standing"], &ticket["mayPay"]), (&json!("dismissed"), &json!(false)));
    let refused = world.client.start("ticket", "300");
    assert_eq!((refused.status, refused.code()), (409, "dismissed"));
}

#[test]
fn a_driver_answers_the_prosecutors_offer() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    world.sign(id);
    for body in [
        json!({"step": "appearance_filed"}),
        json!({"step": "offer_pending", "note": "Half the fine and no points."}),
    ] {
        let answer = world.call(&world.first, id, "steps", body);
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    let case = world.case_of_driver(id);
    assert_eq!((&case["asked"], &case["offer"]["answer"]), (&json!(["answer"]), &Value::Null));
    let question = world.call_as_driver(id, "answer", json!({"answer": "ask"}));
    assert_eq!((question.status, question.json["fields"]["text"].is_string()), (422, true));
    let accepted = world.call_as_driver(id, "answer", json!({"answer": "accept"}));
    assert_eq!((accepted.status, &accepted.json["asked"]), (200, &json!([])), "{}", accepted.text);
    assert_eq!(world.case_of_lawyer(&world.first, id).json["offer"]["answer"], json!("accept"));
}

#[test]
fn a_driver_who_ends_a_case_before_an_appearance_gets_a_refund() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    world.sign(id);
    world.app().sql("UPDATE lawyer_hires SET recorded_at = recorded_at - interval '8 days'");
    let ended = world.call_as_driver(id, "end", json!({}));
    assert_eq!((ended.status, &ended.json["step"]), (200, &json!("ended")), "{}", ended.text);
    eventually("the price is refunded", || world.client.refund() == json!("refunded"));
    let late = world.call(&world.first, id, "steps", json!({"step": "appearance_filed"}));
    assert_eq!((late.status, late.code()), (409, "changed_meanwhile"));
}

#[test]
fn a_lawyer_gets_not_found_for_another_lawyers_case() {
    let world = World::new();
    let id = world.hire();
    world.sign(id);
    assert_eq!(world.app().get("/api/lawyer/cases", &world.second).json, json!([]));
    assert_eq!(world.case_of_lawyer(&world.second, id).status, 404);
    for (call, body) in [
        ("accept", json!({})),
        ("decline", json!({"reason": "No time"})),
        ("agreement", json!({"text": "I represent you."})),
        ("steps", json!({"note": "News"})),
        ("withdraw", json!({"reason": "No time"})),
    ] {
        // Another lawyer's case is "not found" for any version.
        for version in [json!(1), world.case_of_driver(id)["version"].clone()] {
            let mut body = body.clone();
            body["version"] = version;
            let path = format!("/api/lawyer/cases/{id}/{call}");
            assert_eq!(world.app().post(&path, &world.second, &body).status, 404, "{call}");
        }
    }
}

#[test]
fn a_change_based_on_an_outdated_version_of_a_case_is_refused() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    let version = world.case_of_driver(id)["version"].as_i64().unwrap();
    let path = format!("/api/lawyer/cases/{id}/accept");
    let stale = world.app().post(&path, &world.first, &json!({"version": version - 1}));
    assert_eq!((stale.status, stale.code()), (409, "changed_meanwhile"));
    world.sign(id);
    let path = format!("/api/lawyer-cases/{id}/end");
    let stale = world.app().post(&path, &world.client.token, &json!({"version": version}));
    assert_eq!((stale.status, stale.code()), (409, "changed_meanwhile"));
}

#[test]
fn staff_can_skip_a_lawyer_correct_the_court_and_see_deadlines() {
    let world = World::new();
    let id = world.hire();
    let staff = world.app().log_in(world.app().admin());
    let desk = world.app().get("/api/admin/cases", &staff).json;
    let open: i64 = ["late", "today", "later"].iter().map(|when| desk[when].as_i64().unwrap()).sum();
    assert_eq!(open, 2, "the contact and the acceptance: {desk}");
    let path = |call: &str| format!("/api/admin/cases/{id}{call}");
    let skipped = world.app().post(&path("/skip"), &staff, &json!({"reason": "On vacation"}));
    assert_eq!((skipped.status, &skipped.json["lawyer"]["name"]), (200, &json!("Test second")));
    let contacted = world.app().call("POST", &path("/contacted"), Some(&staff), None);
    assert!(contacted.json["contactedAt"].is_string(), "{}", contacted.text);
    let court = json!({"courtState": "Texas", "courtName": "Austin Municipal Court", "version": contacted.json["version"]});
    let corrected = world.app().call("PATCH", &path(""), Some(&staff), Some(&court));
    assert_eq!(corrected.json["courtName"], json!("Austin Municipal Court"), "{}", corrected.text);
    assert_eq!(world.case_of_lawyer(&world.first, id).status, 404);
    assert_eq!(world.case_of_lawyer(&world.second, id).json["courtName"], json!("Austin Municipal Court"));
}

#[test]
fn a_hire_status_set_by_staff_ends_a_matched_case_only_if_ends_case_is_true() {
    let world = World::with_one_lawyer();
    let id = world.hire();
    let staff = world.app().log_in(world.app().admin());
    let set = |body: Value| {
        world.app().call("PATCH", &format!("/api/lawyer-hires/{id}"), Some(&staff), Some(&body)).json
    };
    let labeled = set(json!({"status": "Completed"}));
    assert_eq!((&labeled["status"], &labeled["isLabelByStaff"]), (&json!("Completed"), &json!(true)));
    assert_eq!(labeled["caseStep"], json!("offered"));
    assert_eq!(world.ticket()["standing"], json!("with_lawyer"));
    let ended = set(json!({"status": "Cancelled", "endsCase": true}));
    assert_eq!((&ended["status"], &ended["caseStep"]), (&json!("Cancelled"), &json!("ended")));
    assert_eq!(world.ticket()["standing"], json!("due"));
}
