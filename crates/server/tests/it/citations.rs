//! Tests of how citations in a city's file are matched, decided and undone.

use serde_json::{Value, json};

use crate::imports::{
    app_with_drivers, confirm, confirm_and_store, line_counts, run_import_jobs, upload_and_check,
};
use crate::support::App;

const NEW_YORK: &str = "Plate,State,License Type,Summons Number,Issue Date,Violation Time,Violation,Fine Amount,Penalty Amount,\
    Interest Amount,Reduction Amount,Payment Amount,Amount Due,Precinct,County,Issuing Agency,Violation Status";

/// Returns a line of New York City's file. `owed` is the amount due, in dollars.
fn summons_line(plate: &str, state: &str, number: u32, owed: &str) -> String {
    let paid = if owed == "0" { "75" } else { "0" };
    format!(
        "{plate},{state},PAS,{number},03/01/2026,02:10A,NO PARKING-STREET CLEANING,65,10,0,0,{paid},{owed},043,BX,TRAFFIC,\n"
    )
}

/// Returns New York City's file with these lines.
fn city_file(lines: &[String]) -> String {
    format!("{NEW_YORK}\n{}", lines.concat())
}

/// Returns an app in which Ann's plate is verified and Bob's isn't, and staff's session token.
fn app_with_plates() -> (App, String) {
    let (app, token) = app_with_drivers();
    for (name, plate) in [("ann", "ABC 123"), ("bob", "XYZ-9")] {
        app.sql(&format!(
            "UPDATE users SET vehicle_license_plate = '{plate}', vehicle_state = 'New York', plate_from = '2020-01-01' WHERE email = '{name}@example.test'"
        ));
    }
    verify_plate(&app, &token, "ann");
    (app, token)
}

fn id_of(app: &App, name: &str) -> i64 {
    app.count(&format!("SELECT id FROM users WHERE email = '{name}@example.test'"))
}

/// Verifies the plate of the driver with this name, as staff.
fn verify_plate(app: &App, token: &str, name: &str) {
    let id = id_of(app, name);
    let shown = app.get(&format!("/api/users/{id}"), token).json;
    let body = json!({"claim": "plate", "number": shown["vehicleLicensePlate"], "state": shown["vehicleState"],
        "basis": "Registration document"});
    let answer = app.post(&format!("/api/admin/users/{id}/verify"), token, &body);
    assert_eq!(answer.status, 200, "{}", answer.text);
}

/// Returns the citations to review that wait for a `decision` or a `driver` (`waits`).
fn waiting_citations(app: &App, token: &str, waits: &str) -> Vec<Value> {
    let answer = app.get(&format!("/api/admin/citations?waits={waits}"), token);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json.as_array().unwrap().clone()
}

/// Decides, as staff, whether a citation belongs to the proposed driver. Returns the response.
fn decide(app: &App, token: &str, citation: &Value, is_theirs: bool) -> Value {
    let body = json!({"ids": [citation["id"]], "isTheirs": is_theirs});
    let answer = app.post("/api/admin/citations/decide", token, &body);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json
}

#[test]
fn a_citys_file_is_recognized_and_only_verified_plates_match_automatically() {
    let (app, token) = app_with_plates();
    let lines = [
        summons_line("ABC123", "NY", 1, "75"),
        summons_line("ABC123", "NY", 2, "0"),
        summons_line("XYZ9", "NY", 3, "75"),
        summons_line("NOBODY1", "NJ", 4, "75"),
    ];
    let import = upload_and_check(&app, &token, "parking", &city_file(&lines));
    assert_eq!(line_counts(&import), [2, 0, 0], "{import}");
    assert_eq!((&import["queuedLines"], &import["unclaimedLines"]), (&json!(1), &json!(1)));
    confirm_and_store(&app, &token, &import);
    let of_ann = id_of(&app, "ann");
    assert_eq!(app.count(&format!("SELECT count(*) FROM parking WHERE user_id = {of_ann}")), 2);
    assert_eq!(app.count("SELECT count(*) FROM parking WHERE amount = '75' AND NOT is_paid AND location = 'Precinct 43, Bronx, 2:10 AM'"), 1);
    assert_eq!(
        app.count("SELECT count(*) FROM parking WHERE amount = '65' AND is_paid AND status = 'Paid'"),
        1,
        "nothing is owed, so it is paid"
    );

    let queue = waiting_citations(&app, &token, "decision");
    assert_eq!((queue.len(), queue[0]["userId"].as_i64()), (1, Some(id_of(&app, "bob"))));
    assert_eq!(app.get("/api/admin/unsolved-counts", &token).json["citations"], 1);
    let desk = app.get("/api/admin/waiting", &token).json;
    assert_eq!(
        (&desk[0]["queue"], &desk[0]["label"], desk.as_array().unwrap().len()),
        (&json!("citation"), &json!("3"), 1)
    );
    for (name, found) in [("bob", 1), ("ann", 0)] {
        let theirs = app.get(&format!("/api/admin/citations?userId={}", id_of(&app, name)), &token);
        assert_eq!(theirs.json.as_array().unwrap().len(), found, "{name}: {}", theirs.text);
    }
    assert_eq!((&queue[0]["plate"], &queue[0]["citation"]), (&json!("XYZ9"), &json!("3")));
    let of_bob = id_of(&app, "bob");
    assert_eq!(app.count(&format!("SELECT count(*) FROM parking WHERE user_id = {of_bob}")), 0);
    assert_eq!(decide(&app, &token, &queue[0], true)["filed"], 1);
    assert_eq!(decide(&app, &token, &queue[0], true)["gone"], 1);
    assert_eq!(app.count(&format!("SELECT count(*) FROM parking WHERE user_id = {of_bob}")), 1);
    // Importing the same file again creates nothing.
    let again = upload_and_check(&app, &token, "parking", &city_file(&lines));
    assert_eq!((line_counts(&again), again["unclaimedLines"].as_i64()), ([0, 3, 0], Some(1)), "{again}");
    confirm_and_store(&app, &token, &again);
    assert_eq!(waiting_citations(&app, &token, "driver").len(), 1);
}

#[test]
fn a_citation_dated_before_the_driver_had_the_plate_waits_for_staff() {
    let (app, token) = app_with_plates();
    let ann = id_of(&app, "ann");
    let body = json!({"vehicleLicensePlate": "ABC 123", "vehicleState": "New York", "plateFrom": "2026-03-02", "plateUntil": ""});
    let dated = app.call("PATCH", &format!("/api/users/{ann}"), Some(&token), Some(&body));
    assert_eq!((dated.status, &dated.json["plateFrom"]), (200, &json!("2026-03-02")), "{}", dated.text);
    assert!(dated.json["plateVerifiedAt"].is_string(), "staff's dates keep the verification");
    let import =
        upload_and_check(&app, &token, "parking", &city_file(&[summons_line("ABC123", "NY", 1, "75")]));
    assert_eq!((line_counts(&import), import["queuedLines"].as_i64()), ([0, 0, 0], Some(1)), "{import}");
    confirm_and_store(&app, &token, &import);
    let queue = waiting_citations(&app, &token, "decision");
    assert_eq!(queue[0]["reason"], "The driver didn’t have this plate on this date.");
    let late =
        json!({"vehicleLicensePlate": "ABC 123", "vehicleState": "New York", "plateFrom": "2999-01-01"});
    let refused = app.call("PATCH", &format!("/api/users/{ann}"), Some(&token), Some(&late));
    assert!(refused.json["fields"]["plateFrom"].is_string(), "{}", refused.text);
}

#[test]
fn items_from_a_time_when_the_driver_did_not_have_the_plate_are_listed_until_staff_decide() {
    let (app, token) = app_with_plates();
    let import = upload_and_check(
        &app,
        &token,
        "parking",
        &city_file(&[summons_line("ABC123", "NY", 1, "75"), summons_line("ABC123", "NY", 2, "75")]),
    );
    confirm_and_store(&app, &token, &import);
    app.sql("UPDATE parking SET date = '2016-05-01'");
    app.sql(include_str!("../../../../migrations/2026-11-27-000034_list_items_outside_plate_dates/up.sql"));
    let listed = || app.get("/api/admin/plate-reviews", &token).json.as_array().unwrap().clone();
    let all = listed();
    assert_eq!(
        (all.len(), &all[0]["date"], &all[0]["userId"]),
        (2, &json!("2016-05-01"), &json!(id_of(&app, "ann"))),
        "{all:?}"
    );
    for (review, is_theirs) in all.iter().zip([true, false]) {
        let body = json!({"kind": "parking", "itemId": review["itemId"], "isTheirs": is_theirs});
        assert_eq!(app.post("/api/admin/plate-reviews/decide", &token, &body).status, 200);
    }
    assert_eq!(listed().len(), 0);
    assert_eq!(app.count("SELECT count(*) FROM parking WHERE removed_at IS NULL"), 1);
}

#[test]
fn a_not_guilty_verdict_in_a_citys_file_makes_an_item_settled_but_not_paid() {
    let (app, token) = app_with_plates();
    let row = "ABC123,NY,PAS,9000000006,03/06/2026,02:10P,FIRE HYDRANT,115.00,0.00,0.00,115.00,0.00,0.00,013,BK,TRAFFIC,HEARING HELD-NOT GUILTY\n";
    let import = upload_and_check(&app, &token, "parking", &city_file(&[row.to_owned()]));
    assert_eq!(line_counts(&import), [1, 0, 0], "{import}");
    confirm_and_store(&app, &token, &import);
    let ann = id_of(&app, "ann");
    app.sql(&format!("UPDATE users SET last_admin_update_at = now() WHERE id = {ann}"));
    let item = app.get(&format!("/api/parking/{ann}?all=true"), &token).json[0].clone();
    assert_eq!((&item["standing"], &item["isPaid"]), (&json!("settled_with_city"), &json!(false)), "{item}");
    assert_eq!((&item["mayPay"], &item["countsAsDue"]), (&json!(false), &json!(false)));
    assert_eq!(app.get(&format!("/api/payment-history/{ann}"), &token).json, json!([]));
    let path = format!("/api/parking/{}", item["id"]);
    let changed = app.call("PATCH", &path, Some(&token), Some(&json!({"amount": "65"})));
    assert_eq!(changed.json["standing"], "due", "the item is due again, because staff changed the amount");
}

#[test]
fn a_missing_due_date_is_estimated_until_staff_enter_a_due_date() {
    let (app, token) = app_with_plates();
    let uploaded = crate::imports::upload(
        &app,
        &token,
        "parking",
        city_file(&[summons_line("ABC123", "NY", 1, "75")]).as_bytes(),
    );
    assert_eq!(uploaded.json["dueDays"], 30, "{}", uploaded.text);
    let columns: Vec<&Value> =
        uploaded.json["columns"].as_array().unwrap().iter().map(|column| &column["guess"]).collect();
    let path = format!("/api/admin/imports/{}", uploaded.json["id"]);
    app.post(&format!("{path}/check"), &token, &json!({"columns": columns, "dueDays": 30}));
    run_import_jobs(&app);
    confirm_and_store(&app, &token, &app.get(&path, &token).json);
    let ours = "SELECT count(*) FROM parking WHERE due_date = '2026-03-31' AND is_due_date_ours";
    assert_eq!(app.count(ours), 1);
    let parking = app.count("SELECT max(id) FROM parking");
    let body = json!({"version": 1, "dueDate": "2026-04-15"});
    let changed = app.call("PATCH", &format!("/api/parking/{parking}"), Some(&token), Some(&body));
    assert_eq!((changed.status, &changed.json["isDueDateOurs"]), (200, &json!(false)), "{}", changed.text);
}

#[test]
fn verifying_a_plate_queues_its_citations_for_staff_unless_staff_declined_them_earlier() {
    let (app, token) = app_with_plates();
    app.sql("UPDATE users SET vehicle_license_plate = NULL WHERE email = 'bob@example.test'");
    let import =
        upload_and_check(&app, &token, "parking", &city_file(&[summons_line("XYZ9", "NY", 3, "75")]));
    confirm_and_store(&app, &token, &import);
    assert_eq!(
        (waiting_citations(&app, &token, "decision").len(), waiting_citations(&app, &token, "driver").len()),
        (0, 1)
    );
    app.sql("UPDATE users SET vehicle_license_plate = 'XYZ-9', vehicle_state = 'New York' WHERE email = 'bob@example.test'");
    assert_eq!(waiting_citations(&app, &token, "decision").len(), 0, "an unverified plate matches nothing");
    verify_plate(&app, &token, "bob");
    let queue = waiting_citations(&app, &token, "decision");
    assert_eq!((queue.len(), queue[0]["userId"].as_i64()), (1, Some(id_of(&app, "bob"))));
    assert_eq!(decide(&app, &token, &queue[0], false)["declined"], 1);
    let take_back = json!({"claim": "plate"});
    app.post(&format!("/api/admin/users/{}/unverify", id_of(&app, "bob")), &token, &take_back);
    verify_plate(&app, &token, "bob");
    assert_eq!(
        (waiting_citations(&app, &token, "decision").len(), waiting_citations(&app, &token, "driver").len()),
        (0, 1)
    );
}

#[test]
fn staff_can_import_the_valid_lines_of_a_file_and_download_the_invalid_lines() {
    let (app, token) = app_with_plates();
    let long = format!("NO PARKING{}", " HERE".repeat(50));
    let bad =
        summons_line("ABC123", "NY", 2, "75").replace("03/01/2026", "soon").replace("NO PARKING", &long);
    let import =
        upload_and_check(&app, &token, "parking", &city_file(&[summons_line("ABC123", "NY", 1, "75"), bad]));
    assert_eq!(line_counts(&import), [1, 0, 1]);
    assert_eq!(
        confirm(&app, &token, &import).code(),
        "import_has_problems",
        "all or nothing unless staff set invalid lines aside"
    );
    let path = format!("/api/admin/imports/{}", import["id"]);
    assert_eq!(app.call("POST", &format!("{path}/confirm?setAside=true"), Some(&token), None).status, 200);
    run_import_jobs(&app);
    let after = app.get(&path, &token).json;
    assert_eq!(
        (&after["status"], &after["hasSetAside"], &after["storedItems"]),
        (&json!("stored"), &json!(true), &json!(1))
    );
    let (status, _, bytes) = app.bytes(&format!("{path}/mend"), &token);
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!((status, text.lines().count()), (200, 2), "{text}");
    assert!(text.contains("\"Summons Number\"") && text.contains("MM/DD/YYYY"), "{text}");
    assert!(text.contains(&long), "long cells are not shortened: {text}");
    let text = text.replace("soon", "03/01/2026").replace(&long, "NO PARKING");
    let mended = upload_and_check(&app, &token, "parking", &text);
    assert_eq!(line_counts(&mended), [1, 0, 0], "{mended}");
}

#[test]
fn an_import_can_be_undone_until_one_of_its_items_is_paid() {
    let (app, token) = app_with_plates();
    let lines = [
        summons_line("ABC123", "NY", 1, "75"),
        summons_line("ABC123", "NY", 2, "0"),
        summons_line("NOBODY1", "NJ", 4, "75"),
    ];
    let import = upload_and_check(&app, &token, "parking", &city_file(&lines));
    confirm_and_store(&app, &token, &import);
    let undo = |import: &Value| {
        app.call("POST", &format!("/api/admin/imports/{}/undo", import["id"]), Some(&token), None)
    };
    let undone = undo(&import);
    assert_eq!((undone.status, undone.json["undoneAt"].is_string()), (200, true), "{}", undone.text);
    assert_eq!(
        app.count("SELECT (SELECT count(*) FROM parking) + (SELECT count(*) FROM waiting_citations)"),
        0
    );
    assert_eq!(undo(&import).code(), "import_elsewhere");
    let again = upload_and_check(&app, &token, "parking", &city_file(&lines));
    assert_eq!(line_counts(&again), [2, 0, 0], "the file can be imported again");
    confirm_and_store(&app, &token, &again);
    app.sql("UPDATE parking SET is_paid = true, status = 'Paid', paid_at = now() + interval '1 minute' WHERE amount = '75'");
    assert_eq!(undo(&again).code(), "import_paid");
    assert_eq!(app.count("SELECT count(*) FROM parking"), 2);
}
