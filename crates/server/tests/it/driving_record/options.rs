//! A driver's options for an item, over HTTP.

use serde_json::{Value, json};

use crate::support::App;

fn kinds_of_options(answer: &Value) -> Vec<&str> {
    let list = answer["options"].as_array().unwrap();
    list.iter().map(|option| option["kind"].as_str().unwrap()).collect()
}

#[test]
fn the_options_for_a_texas_ticket_have_dates_prices_and_sources() {
    let app = App::start();
    let driver = app.driver("driver");
    let token = app.log_in(driver);
    let ticket = app.ticket(driver, "$150");
    let path = format!("/api/tickets/{ticket}/options");
    let unknown = app.get(&path, &token).json;
    assert_eq!((&unknown["place"], &unknown["paying"]), (&Value::Null, &Value::Null));
    assert_eq!(kinds_of_options(&unknown), ["pay", "lawyer", "cant_pay", "ask"]);
    app.sql(&format!(
        "UPDATE tickets SET court_state = 'Texas', due_date = '2099-12-01' WHERE id = {ticket}"
    ));
    let found = app.get(&path, &token);
    assert_eq!(found.status, 200, "{}", found.text);
    let found = found.json;
    assert_eq!((&found["label"], &found["fine"]), (&json!("Speeding"), &json!("150.00")));
    assert_eq!((&found["place"], &found["state"]), (&json!("Texas"), &json!("Texas")));
    let paying = &found["paying"];
    assert!(
        paying["text"].as_str().unwrap().starts_with("In Texas, paying is recorded as a no-contest plea.")
    );
    assert_eq!((&paying["mark"], &paying["asOf"]), (&json!("shown"), &json!("November 2026")));
    let pay = &found["options"][0];
    assert_eq!((&pay["kind"], &pay["next"], &pay["fit"]), (&json!("pay"), &json!("pay"), &json!("fits")));
    assert_eq!((&pay["costNow"], &pay["costTotal"]), (&json!("150.00"), &json!("150.00")));
    assert_eq!((&pay["latestDate"], &pay["dateBasis"]), (&json!("2099-12-01"), &json!("notice")));
    let lawyer = &found["options"][1];
    assert_eq!((&lawyer["kind"], &lawyer["costNow"]), (&json!("lawyer"), &json!("75.00")));
    for option in found["options"].as_array().unwrap() {
        for fact in option["facts"].as_array().unwrap() {
            for field in ["text", "source", "asOf", "mark"] {
                assert!(fact["statement"][field].as_str().is_some_and(|text| !text.is_empty()), "{fact}");
            }
        }
    }
    app.sql(&format!("UPDATE tickets SET due_date = '2026-01-05' WHERE id = {ticket}"));
    let late = app.get(&path, &token).json;
    let school =
        late["options"].as_array().unwrap().iter().find(|one| one["kind"] == "traffic_school").unwrap();
    assert_eq!((&school["fit"], &school["name"]), (&json!("passed"), &json!("Take a Driving Safety Course")));
    app.sql(&format!("UPDATE tickets SET is_paid = true, paid_at = now() WHERE id = {ticket}"));
    let paid = app.get(&path, &token).json;
    assert_eq!((&paid["standing"], &paid["options"]), (&json!("paid"), &json!([])));
}
