//! Filing, changes and removals of items by staff, users that staff create or change, and
//! the timeline, over HTTP.

use std::thread;

use crate::support::App;
use domain::driving_record::new_item::{NEVER_FILED, TicketDetails};
use ports::shared::field_names::json_name;
use serde_json::{Value, json};

/// Returns a ticket with every field that staff can enter, except the court's id. The value of each text field
/// without a required format is the field's name, so that the test detects swapped fields.
fn ticket(user: impl std::fmt::Display) -> Value {
    let user: i32 = user.to_string().parse().unwrap();
    let mut body = json!({
        "userId": user, "citationNumber": "AB 12-3", "date": "2026-03-01", "dueDate": "2026-04-01", "amount": "$1,250", "points": 3,
        "category": "speeding", "status": "Court Required", "isDisputed": true, "isCourtRequired": true,
        "courtDate": "2026-05-01", "courtState": "Texas", "processingFeeType": "percentage", "processingFeeAmount": 2.5,
        "ourProcessingFee": "1.00",
    });
    let others = TicketDetails::FIELDS.iter().filter(|field| !NEVER_FILED.contains(&field.name));
    // Without a registered court, there is no court id.
    for field in others.filter(|field| field.name != "court_id") {
        let value = body.as_object_mut().unwrap().entry(json_name(field.name));
        value.or_insert_with(|| json!(field.name));
    }
    body
}

fn with_field(body: &Value, field: &str, value: Value) -> Value {
    let mut body = body.clone();
    body[field] = value;
    body
}

#[test]
fn a_filed_ticket_has_all_fields_and_is_visible_to_the_driver_once_staff_update_the_record() {
    let app = App::start();
    let (driver, admin) = (app.driver("ann"), app.log_in(app.admin()));
    let token = app.log_in(driver);
    app.sql(&format!("UPDATE users SET last_admin_update_at = NULL WHERE id = {driver}"));
    let created = app.post("/api/tickets", &admin, &ticket(driver));
    assert_eq!(created.status, 201, "{}", created.text);
    for (field, value) in ticket(driver).as_object().unwrap() {
        let expected = if field == "processingFeeAmount" { &json!("2.50") } else { value };
        assert_eq!(&created.json[field], expected, "{field}");
    }
    assert_eq!(created.json["version"], 1);
    assert_eq!(app.get(&format!("/api/tickets/{driver}"), &token).json, json!([]));
    let updated = app.call("POST", &format!("/api/admin/bulk-update/{driver}"), Some(&admin), None);
    assert!(updated.json["updatedAt"].as_str().unwrap().ends_with('Z'));
    assert_eq!(app.get(&format!("/api/tickets/{driver}"), &token).json[0]["id"], created.json["id"]);
}

#[test]
fn parking_tickets_and_tolls_get_default_fees_and_stay_paid_once_paid() {
    let app = App::start();
    let (driver, admin) = (app.driver("ann"), app.log_in(app.admin()));
    let parking = json!({"userId": driver.0, "violationType": "Expired meter", "date": "2026-03-01",
        "location": "Elm St", "amount": "45"});
    let answer = app.post("/api/parking", &admin, &parking);
    let fees = |json: &Value| {
        ["status", "processingFeeType", "processingFeeAmount", "ourProcessingFee"]
            .map(|field| json[field].clone())
    };
    assert_eq!(fees(&answer.json), ["Unpaid", "flat", "0.00", "1.99"].map(Value::from));
    let toll = json!({"userId": driver.0, "tollRoad": "SH 130", "date": "2026-03-01", "amount": "3.50"});
    let answer = app.post("/api/tolls", &admin, &toll);
    assert_eq!(fees(&answer.json), ["Unpaid", "flat", "0.00", "1.50"].map(Value::from));
    let path = format!("/api/tolls/{}", answer.json["id"]);
    let paid = app.call("PATCH", &path, Some(&admin), Some(&json!({"version": 1, "status": "Paid"})));
    assert_eq!((&paid.json["isPaid"], &paid.json["status"]), (&json!(true), &json!("Paid")), "{}", paid.text);
    let back = json!({"version": paid.json["version"], "status": "Unpaid"});
    let refused = app.call("PATCH", &path, Some(&admin), Some(&back));
    assert_eq!(refused.json["fields"]["status"], "A paid item can’t become unpaid.");
}

#[test]
fn a_disputed_parking_ticket_or_toll_does_not_count_as_due() {
    let app = App::start();
    let (driver, admin) = (app.driver("ann"), app.log_in(app.admin()));
    let token = app.log_in(driver);
    let parking = json!({"userId": driver.0, "violationType": "Expired meter", "date": "2026-03-01",
        "location": "Elm St", "amount": "45"});
    let toll = json!({"userId": driver.0, "tollRoad": "SH 130", "date": "2026-03-01", "amount": "3.50"});
    for (list, body) in [("parking", parking), ("tolls", toll)] {
        let filed = app.post(&format!("/api/{list}"), &admin, &body).json;
        let listed = || app.get(&format!("/api/{list}/{driver}"), &token).json[0].clone();
        assert_eq!((&filed["isDisputed"], &listed()["countsAsDue"]), (&json!(false), &json!(true)), "{list}");
        let change = json!({"version": 1, "isDisputed": true});
        let path = format!("/api/{list}/{}", filed["id"]);
        assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&change)).status, 200, "{list}");
        let shown = listed();
        assert_eq!((&shown["isDisputed"], &shown["countsAsDue"]), (&json!(true), &json!(false)), "{list}");
        assert_eq!((&shown["mayPay"], &shown["standing"]), (&json!(true), &json!("due")), "{list}");
    }
}

#[test]
fn a_ticket_with_an_invalid_field_is_refused_and_not_stored() {
    let app = App::start();
    let (driver, admin) = (app.driver("ann"), app.log_in(app.admin()));
    let good = ticket(driver);
    let cases: &[(&str, Value)] = &[
        ("violationType", json!("")),
        ("violationType", json!("a\u{0}b")),
        ("date", json!("2026-02-30")),
        ("date", json!("2999-01-01")),
        ("dueDate", json!("2026-02-01")),
        ("location", json!("   ")),
        ("amount", json!("150,00")),
        ("amount", json!(150)),
        ("points", json!(12)),
        ("points", json!(-1)),
        ("points", json!(1.5)),
        ("points", Value::Null),
        ("category", json!("boats")),
        ("status", json!("Paid")),
        ("isCourtRequired", json!("yes")),
        ("processingFeeType", json!("dollars")),
        ("processingFeeAmount", json!("100.01")),
        ("processingFeeAmount", json!(1e300)),
        ("ourProcessingFee", json!("-2.99")),
        ("ourProcessingFee", json!("2.999")),
        ("version", json!(1)),
        ("userId", Value::Null),
        ("removedAt", json!("2026-01-01")),
    ];
    for (field, value) in cases {
        let answer = app.post("/api/tickets", &admin, &with_field(&good, field, value.clone()));
        assert_eq!(answer.status, 422, "{field} {value}: {}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{field} {value}: {}", answer.text);
    }
    let court = with_field(&good, "isCourtRequired", json!(false));
    assert!(app.post("/api/tickets", &admin, &court).json["fields"]["courtDate"].is_string());
    assert_eq!(app.post("/api/tickets", &admin, &with_field(&good, "userId", json!(999_999))).status, 404);
    assert_eq!(app.count("SELECT count(*) FROM tickets"), 0);
}

#[test]
fn staff_cannot_file_a_citation_twice_and_the_error_names_the_existing_item() {
    let app = App::start();
    let (ann, bea, admin) = (app.driver("ann"), app.driver("bea"), app.log_in(app.admin()));
    let filed =
        app.post("/api/tickets", &admin, &with_field(&ticket(ann), "issuer", json!("City of Austin")));
    assert_eq!(filed.status, 201, "{}", filed.text);
    let existing = json!({"type": "ticket", "itemId": filed.json["id"], "userId": ann.0});

    let meter = json!({"userId": bea.0, "violationType": "Expired meter", "location": "Elm St", "date": "2026-03-01",
        "amount": "$40", "citationNumber": "ab123", "issuer": "CITY OF AUSTIN"});
    let created = app.post("/api/parking", &admin, &meter);
    assert_eq!((created.status, created.code()), (409, "citation_exists"), "{}", created.text);
    assert_eq!(created.json["existing"], existing);
    let sentence = format!(
        "This citation is already on file: traffic ticket {} on driver {ann}’s record.",
        filed.json["id"]
    );
    assert_eq!(created.json["message"], sentence);

    let road = json!({"userId": bea.0, "tollRoad": "I-95", "date": "2026-03-01", "amount": "$4"});
    let path = format!("/api/tolls/{}", app.post("/api/tolls", &admin, &road).json["id"]);
    let change =
        json!({"version": 1, "citationNumber": "AB-12 3", "issuer": "City of Austin", "amount": "$5"});
    let changed = app.call("PATCH", &path, Some(&admin), Some(&change));
    assert_eq!((changed.status, changed.code()), (409, "citation_exists"), "{}", changed.text);
    assert_eq!(changed.json["existing"], existing);
    assert_eq!(app.count("SELECT count(*) FROM parking"), 0);
    assert_eq!(app.count("SELECT count(*) FROM tolls WHERE version = 1 AND amount = '$4'"), 1);
    let own = with_field(&change, "citationNumber", json!("AB-12 4"));
    assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&own)).status, 200);
}

#[test]
fn a_driver_cannot_change_the_details_of_a_ticket_or_remove_it() {
    let app = App::start();
    let driver = app.driver("ann");
    let (token, id) = (app.log_in(driver), app.ticket(driver, "$150"));
    for field in ["amount", "status", "points", "userId", "version", "isCourtRequired"] {
        let answer = app.call(
            "PATCH",
            &format!("/api/tickets/{id}"),
            Some(&token),
            Some(&with_field(&json!({"isPaid": true}), field, json!(1))),
        );
        assert_eq!(answer.status, 422, "{field}: {}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{field}: {}", answer.text);
    }
    let remove =
        app.call("DELETE", &format!("/api/tickets/{id}"), Some(&token), Some(&json!({"result": "x"})));
    assert_eq!(remove.status, 403);
    assert_eq!(app.count("SELECT count(*) FROM tickets WHERE version = 1 AND removed_at IS NULL"), 1);
}

#[test]
fn concurrent_edits_of_a_ticket_are_refused_except_the_first() {
    let app = App::start();
    let (driver, admin) = (app.driver("ann"), app.log_in(app.admin()));
    let id = app.post("/api/tickets", &admin, &ticket(driver)).json["id"].clone();
    let path = format!("/api/tickets/{id}");
    let statuses: Vec<u16> = thread::scope(|scope| {
        let edits: Vec<_> = ["$100", "$200", "$300", "$400"]
            .into_iter()
            .map(|amount| {
                let body =
                    with_field(&with_field(&ticket(driver), "amount", json!(amount)), "version", json!(1));
                let (app, admin, path) = (&app, &admin, &path);
                scope.spawn(move || app.call("PATCH", path, Some(admin), Some(&body)).status)
            })
            .collect();
        edits.into_iter().map(|edit| edit.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 3, "{statuses:?}");
    let stale = app.call("PATCH", &path, Some(&admin), Some(&json!({"version": 1, "location": "Elsewhere"})));
    assert_eq!((stale.status, stale.code()), (409, "changed_meanwhile"));
    assert_eq!(stale.json["changedBy"], "Test admin");
    assert!(stale.json["changedAt"].is_string());
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'item_changed'"), 1);
}

/// The specification's requests have no version.
#[test]
fn staff_can_change_each_kind_of_item_without_sending_a_version() {
    let app = App::start();
    let (admin, driver) = (app.log_in(app.admin()), app.driver("driver"));
    let meter = json!({"violationType": "Expired meter", "location": "Elm St", "date": "2026-03-01", "amount": "$40"});
    let road = json!({"tollRoad": "I-95", "date": "2026-03-01", "amount": "$4"});
    for (list, body) in [("tickets", ticket(driver)), ("parking", meter), ("tolls", road)] {
        let id = app
            .post(&format!("/api/{list}"), &admin, &with_field(&body, "userId", json!(driver.0)))
            .json["id"]
            .clone();
        let path = format!("/api/{list}/{id}");
        let patch = |body: &Value| app.call("PATCH", &path, Some(&admin), Some(body));
        let changed = patch(&json!({"amount": "$99"}));
        assert_eq!(
            (changed.status, &changed.json["amount"], &changed.json["version"]),
            (200, &json!("$99"), &json!(2))
        );
        assert_eq!(patch(&json!({"version": 1, "amount": "$98"})).code(), "changed_meanwhile");
        assert_eq!(patch(&json!({"isPaid": true})).json["isPaid"], true);
        assert_eq!(patch(&json!({"isPaid": false})).json["isPaid"], false);
    }
    let audit_count = "SELECT count(*) FROM audit_log WHERE action = 'item_changed' \
                AND before->>'amount' IS NOT NULL AND after->>'amount' = '$99'";
    assert_eq!(app.count(audit_count), 3);
}

#[test]
fn every_call_about_a_removed_item_gets_404_and_the_removal_is_audited() {
    let speeding =
        json!({"violationType": "Speeding", "category": "speeding", "points": 3, "location": "Elm St"});
    let meter = json!({"violationType": "Expired meter", "location": "Elm St"});
    assert_removed("tickets", "ticket", "ticket", &speeding);
    assert_removed("parking", "parking", "parking ticket", &meter);
    assert_removed("tolls", "toll", "toll", &json!({"tollRoad": "I-95"}));
}

/// Files an item, removes it, and asserts that it is gone. `list` is its list in paths, `kind` its kind in JSON, and
/// `noun` its name in messages. `of_kind` has the fields that only this kind has.
fn assert_removed(list: &str, kind: &str, noun: &str, of_kind: &Value) {
    let app = App::start();
    let (driver, admin) = (app.driver("ann"), app.log_in(app.admin()));
    let token = app.log_in(driver);
    app.sql(&format!("UPDATE users SET last_admin_update_at = now() WHERE id = {driver}"));
    let mut item = json!({"userId": driver.0, "date": "2026-01-05", "amount": "$150"});
    item.as_object_mut().unwrap().extend(of_kind.as_object().unwrap().clone());
    let filed = app.post(&format!("/api/{list}"), &admin, &item);
    assert_eq!(filed.status, 201, "{}", filed.text);
    let id = &filed.json["id"];
    let path = format!("/api/{list}/{id}");
    for body in [json!({}), json!({"result": " "}), json!({"result": null})] {
        let answer = app.call("DELETE", &path, Some(&admin), Some(&body));
        assert_eq!(answer.json["fields"]["result"], format!("Please enter a result for the {noun} removal."));
    }
    let removed = app.call("DELETE", &path, Some(&admin), Some(&json!({"result": "Dismissed"})));
    assert_eq!((removed.status, &removed.json["id"]), (200, id));
    for (method, path, body) in [
        ("DELETE", path.clone(), json!({"result": "Again"})),
        ("PATCH", path.clone(), json!({"version": 2, "amount": "$1"})),
        ("PATCH", path.clone(), json!({"isPaid": true})),
        (
            "POST",
            "/api/create-payment-intent".to_owned(),
            json!({"amount": "150.00", "type": kind, "itemId": id}),
        ),
    ] {
        assert_eq!(app.call(method, &path, Some(&admin), Some(&body)).status, 404, "{method} {path}");
    }
    assert_eq!(app.get(&format!("{path}/calendar"), &token).status, 404);
    assert_eq!(app.get(&format!("/api/{list}/{driver}"), &token).json, json!([]));
    let audit_count = format!(
        "SELECT count(*) FROM audit_log WHERE action = 'item_removed' AND subject_kind = '{kind}' \
         AND after->>'result' = 'Dismissed' AND before->>'amount' = '$150'"
    );
    assert_eq!(app.count(&audit_count), 1);
}

#[test]
fn staff_create_a_user_only_with_a_session_a_phone_number_and_an_unused_email_address() {
    let app = App::start();
    let admin = app.log_in(app.admin());
    let body = json!({"fullName": "New Driver", "email": "new@example.test", "password": "plum-tractor-violet-9",
        "state": "Texas", "driversLicenseNumber": "TX1", "dateOfBirth": "1990-01-02"});
    let missing = app.post("/api/users", &admin, &body);
    assert_eq!(missing.json["fields"]["phoneNumber"], "Phone number is required", "{}", missing.text);
    let whole = with_field(&body, "phoneNumber", json!("(555) 123-4567"));
    let created = app.post("/api/users", &admin, &whole);
    assert_eq!((created.status, created.header("set-cookie")), (201, None), "{}", created.text);
    let audit_count = "SELECT count(*) FROM audit_log WHERE action = 'user_created' AND actor_id = 1";
    assert_eq!(app.count(audit_count), 1);
    let answer = app.post("/api/users", &admin, &whole);
    assert_eq!((answer.status, answer.code()), (409, "email_taken"));
    // A request with `byStaff` and no session creates no account.
    let by_staff =
        with_field(&with_field(&whole, "email", json!("other@example.test")), "byStaff", json!(true));
    let ended = app.call("POST", "/api/users", None, Some(&by_staff));
    assert_eq!((ended.status, ended.header("set-cookie")), (401, None), "{}", ended.text);
    assert_eq!(app.post("/api/users", &admin, &by_staff).status, 201);
}

#[test]
fn only_staff_can_set_the_license_status_which_sets_the_driving_status() {
    let app = App::start();
    let (driver, admin) = (app.driver("ann"), app.log_in(app.admin()));
    let token = app.log_in(driver);
    let path = format!("/api/users/{driver}");
    let body = json!({"licenseStatus": "suspended"});
    let refused = app.call("PATCH", &path, Some(&token), Some(&body));
    assert!(refused.json["fields"]["licenseStatus"].is_string(), "{}", refused.text);
    assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&body)).json["licenseStatus"], "suspended");
    let profile = format!("/api/driving-profile/{driver}");
    assert_eq!(app.get(&profile, &token).json["status"], "Suspended");
    for wrong in [json!({"licenseStatus": "Active"}), json!({"licenseStatus": ""}), json!({"role": "admin"})]
    {
        assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&wrong)).status, 422, "{wrong}");
    }
    for wrong in [json!({}), json!({"currentPoints": -1}), json!({"totalPoints": 0}), json!({"status": " "})]
    {
        assert_eq!(app.call("PATCH", &profile, Some(&admin), Some(&wrong)).status, 422, "{wrong}");
    }
}

#[test]
fn a_timeline_lists_changes_and_refuses_invalid_queries() {
    let app = App::start();
    let (driver, admin) = (app.driver("ann"), app.log_in(app.admin()));
    let id = app.post("/api/tickets", &admin, &ticket(driver)).json["id"].clone();
    let body = json!({"version": 1, "amount": "$5"});
    app.call("PATCH", &format!("/api/tickets/{id}"), Some(&admin), Some(&body));
    app.call("DELETE", &format!("/api/tickets/{id}"), Some(&admin), Some(&json!({"result": "Dismissed"})));
    let path = format!("/api/admin/users/{driver}/timeline");
    let all = app.get(&path, &admin).json;
    let titles: Vec<_> =
        all.as_array().unwrap().iter().map(|entry| entry["title"].as_str().unwrap()).collect();
    assert_eq!(
        titles,
        ["item_removed", "item_changed", "item_created"],
        "the timeline includes the removed item"
    );
    assert_eq!(all[1]["subject"], format!("ticket {id}"));
    assert_eq!((&all[1]["detail"], &all[1]["by"]), (&json!("amount"), &json!("Test admin")));
    let cursor = all[1]["cursor"].as_str().unwrap();
    let rest = app.get(&format!("{path}?before={cursor}&kinds=audit,ticket"), &admin).json;
    assert_eq!(rest, json!([all[2]]));
    for wrong in
        ["kinds=boats", "before=x", "before=2026-01-01T00:00:00Z~audit", "limit=0", "limit=201", "before=%00"]
    {
        let answer = app.get(&format!("{path}?{wrong}"), &admin);
        assert_eq!(answer.status, 422, "{wrong}: {}", answer.text);
    }
}
