//! Merging two authorities over HTTP and a real PostgreSQL.

use serde_json::{Value, json};

use crate::support::App;

#[test]
fn staff_preview_and_merge_two_spellings_of_an_authority() {
    let app = App::start();
    let (driver, staff) = (app.driver("driver"), app.log_in(app.admin()));
    let add = |name: &str, kind: &str| -> Value {
        let body = json!({"name": name, "kind": kind, "payTo": format!("ACH of {name}")});
        let answer = app.post("/api/admin/authorities", &staff, &body);
        assert_eq!(answer.status, 201, "{}", answer.text);
        answer.json
    };
    let (kept, merged) = (add("New York City", "city"), add("NYC Finance", "city"));
    let court = add("A Court", "court");
    let (one, other) = (app.parking(driver, "65.00"), app.parking(driver, "80.00"));
    app.sql(&format!(
        "UPDATE parking SET citation_number = 'AB 1', issuer = 'N.Y.C. Finance' WHERE id = {one};
         UPDATE parking SET citation_number = 'ab-1', issuer = 'NEW YORK CITY' WHERE id = {other}"
    ));
    let path = format!("/api/admin/authorities/{}/merge", merged["id"]);
    let preview = |into: &str| app.get(&format!("{path}?into={into}"), &staff);
    let id = |authority: &Value| authority["id"].to_string();

    for (into, status) in [(&*id(&merged), 422), (&*id(&court), 422), ("99", 404), ("x", 422)] {
        assert_eq!(preview(into).status, status, "{into}");
    }
    let seen = preview(&id(&kept));
    assert_eq!(seen.status, 200, "{}", seen.text);
    assert_eq!((&seen.json["parkingTickets"], &seen.json["tickets"]), (&json!(1), &json!(0)));
    assert_eq!(seen.json["after"]["alsoCalled"], json!(["NYC Finance"]));
    assert_eq!(seen.json["after"]["payTo"], "ACH of New York City");
    let pair = json!([{"number": "AB1", "items": [
        {"type": "parking", "itemId": one, "userId": driver.0},
        {"type": "parking", "itemId": other, "userId": driver.0},
    ]}]);
    assert_eq!(seen.json["equal"], pair);

    let merge = |into_version: i32| {
        let body = json!({"into": kept["id"], "version": seen.json["version"], "intoVersion": into_version});
        app.post(&path, &staff, &body)
    };
    let refused = merge(1);
    assert_eq!((refused.status, refused.code()), (409, "equal_citations"), "{}", refused.text);
    assert_eq!(refused.json["equal"], pair);
    app.sql(&format!("UPDATE parking SET citation_number = 'AB-2' WHERE id = {one}"));
    let stale = merge(7);
    assert_eq!((stale.status, stale.code()), (409, "changed_meanwhile"), "{}", stale.text);

    let done = merge(1);
    assert_eq!((done.status, &done.json["version"]), (200, &json!(2)), "{}", done.text);
    let all = app.get("/api/admin/authorities", &staff).json;
    assert_eq!(all, json!([court, done.json]));
    assert_eq!(merge(2).status, 404);
    // The old spelling is now a name of the remaining authority. An item of this authority already has this number.
    let again = json!({"userId": driver.0, "violationType": "Meter", "date": "2026-01-03", "location": "Elm St",
        "amount": "80.00", "citationNumber": "AB1", "issuer": "nyc finance"});
    let equal = app.post("/api/parking", &staff, &again);
    assert_eq!((equal.status, equal.code()), (409, "citation_exists"), "{}", equal.text);
    assert_eq!(equal.json["existing"]["itemId"], other);
}
