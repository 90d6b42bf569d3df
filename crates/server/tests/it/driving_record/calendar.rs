//! Calendar files with due dates and court dates.

use serde_json::{Value, json};

use crate::support::{App, eventually};

/// Returns the lines of a calendar file. Folded lines are joined again.
fn unfold_lines(text: &str) -> Vec<String> {
    assert!(text.ends_with("END:VCALENDAR\r\n"), "{text}");
    for line in text.split("\r\n") {
        // RFC 5545 allows 75 bytes per line, but the library writes up to 76.
        assert!(line.len() <= 76 && !line.contains(['\r', '\n']), "{line:?}");
    }
    text.replace("\r\n ", "").split("\r\n").map(str::to_owned).collect()
}

#[test]
fn a_tickets_due_date_and_court_date_are_two_calendar_entries() {
    let app = App::start();
    let driver = app.driver("driver");
    let token = app.log_in(driver);
    let ticket = app.ticket(driver, "$150");
    app.sql(&format!(
        "UPDATE tickets SET due_date = '2026-12-01', is_court_required = true, court_date = '2026-12-08', \
         court_time = '1:30 PM' WHERE id = {ticket}"
    ));
    let path = format!("/api/tickets/{ticket}/calendar");
    let answer = app.get(&path, &token);
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let name = format!("attachment; filename=\"lanewise-ticket-{ticket}.ics\"");
    assert_eq!(answer.header("content-disposition"), Some(name.as_str()));
    let lines = unfold_lines(&answer.text);
    let count = |line: &str| lines.iter().filter(|found| *found == line).count();
    for line in [
        "SUMMARY:Ticket due: Speeding",
        "DTSTART;VALUE=DATE:20261201",
        "SUMMARY:Court: Speeding",
        "DTSTART;VALUE=DATE:20261208",
        "PRODID:-//Lanewise//Driving record//EN",
        "LOCATION:Main St",
        "LOCATION:The court named on your ticket",
        &format!("UID:ticket-{ticket}-due@lanewise"),
        &format!("UID:ticket-{ticket}-court@lanewise"),
    ] {
        assert_eq!(count(line), 1, "{line}: {}", answer.text);
    }
    assert_eq!((count("BEGIN:VEVENT"), count("BEGIN:VALARM"), count("ACTION:DISPLAY")), (2, 2, 2));
    assert!(
        lines.iter().any(|line| line.contains("Fine: $150") && !line.contains("$150.")),
        "{}",
        answer.text
    );
    let quoted = "Court time as written on the ticket: 1:30 PM";
    assert!(
        lines.iter().any(|line| line.ends_with(quoted)),
        "the court's state isn't known: {}",
        answer.text
    );
    let links = lines.iter().filter(|line| line.starts_with("URL:http") && line.ends_with("/due"));
    assert_eq!(links.count(), 2, "{}", answer.text);
    app.sql(&format!("UPDATE tickets SET is_paid = true, paid_at = now() WHERE id = {ticket}"));
    let paid = unfold_lines(&app.get(&path, &token).text);
    assert_eq!(
        paid.iter().filter(|line| *line == "BEGIN:VEVENT").count(),
        1,
        "a paid ticket keeps only its court date"
    );
    app.sql(&format!("UPDATE tickets SET court_time = 'after lunch; bring, papers' WHERE id = {ticket}"));
    let unclear = app.get(&path, &token).text;
    let lines = unfold_lines(&unclear);
    assert!(lines.contains(&"DTSTART;VALUE=DATE:20261208".to_owned()), "{unclear}");
    assert!(lines.iter().any(|line| line.ends_with(r"after lunch\; bring\, papers")), "{unclear}");
}

#[test]
fn a_court_time_has_the_time_zone_of_a_court_that_is_registered_later() {
    let app = App::start();
    let driver = app.driver("driver");
    let (token, staff) = (app.log_in(driver), app.log_in(app.admin()));
    let body = json!({
        "userId": driver.0, "violationType": "Speeding", "date": "2026-03-01", "location": "I-10", "amount": "$150",
        "points": 3, "category": "speeding", "issuer": "El Paso municipal court", "isCourtRequired": true,
        "courtDate": "2026-12-08", "courtTime": "1:30 PM",
    });
    let created = app.post("/api/tickets", &staff, &body).json;
    assert_eq!((&created["courtState"], &created["court"]), (&Value::Null, &Value::Null), "{created}");
    let feed =
        app.post("/api/reminders/feed", &token, &json!({})).json["address"].as_str().unwrap().to_owned();
    let feed = feed[feed.find("/calendar/").unwrap()..].to_owned();
    let file = format!("/api/tickets/{}/calendar", created["id"]);
    let both = || [app.call("GET", &feed, None, None).text, app.get(&file, &token).text];
    for text in both() {
        let lines = unfold_lines(&text);
        assert!(lines.contains(&"DTSTART;VALUE=DATE:20261208".to_owned()), "{text}");
        assert!(
            lines.iter().any(|line| line.ends_with("Court time as written on the ticket: 1:30 PM")),
            "{text}"
        );
        assert!(!text.contains("TZID"), "the state of the court isn't known: {text}");
    }
    let court = json!({
        "name": "El Paso Municipal Court", "kind": "court", "state": "Texas", "county": "El Paso County",
        "timeZone": "America/Denver",
    });
    let court = app.post("/api/admin/authorities", &staff, &court);
    assert_eq!(court.status, 201, "{}", court.text);
    for text in both() {
        let lines = unfold_lines(&text);
        for line in ["DTSTART;TZID=America/Denver:20261208T133000", "BEGIN:VTIMEZONE", "TZID:America/Denver"]
        {
            assert_eq!(lines.iter().filter(|found| *found == line).count(), 1, "{line}: {text}");
        }
    }
    let listed = app.get(&format!("/api/tickets/{driver}"), &token).json[0].clone();
    assert_eq!((&listed["courtState"], &listed["courtId"]), (&json!("Texas"), &court.json["id"]));
    let expected = json!({
        "id": court.json["id"], "name": "El Paso Municipal Court", "state": "Texas", "county": "El Paso County",
    });
    assert_eq!(listed["court"], expected);
    let wrong = json!({"courtId": 99});
    let refused = app.call("PATCH", &format!("/api/tickets/{}", created["id"]), Some(&staff), Some(&wrong));
    assert_eq!(
        (refused.status, refused.json["fields"]["courtId"].is_string()),
        (422, true),
        "{}",
        refused.text
    );
}

#[test]
fn parking_tickets_and_tolls_have_a_calendar_entry_until_paid() {
    let app = App::start();
    let driver = app.driver("driver");
    let token = app.log_in(driver);
    let (parking, toll) = (app.parking(driver, "45"), app.toll(driver, "6.42"));
    for (table, path) in [("parking", format!("parking/{parking}")), ("tolls", format!("tolls/{toll}"))] {
        let path = format!("/api/{path}/calendar");
        assert_eq!(app.get(&path, &token).status, 404, "an item without a due date has no calendar file");
        app.sql(&format!("UPDATE {table} SET due_date = '2026-12-01'"));
        assert!(
            unfold_lines(&app.get(&path, &token).text).contains(&"DTSTART;VALUE=DATE:20261201".to_owned())
        );
        app.sql(&format!("UPDATE {table} SET is_paid = true, status = 'Paid', paid_at = now()"));
        assert_eq!(app.get(&path, &token).status, 404, "paid");
    }
}

#[test]
fn hostile_text_cannot_inject_calendar_lines_and_hidden_items_have_no_calendar() {
    let app = App::start();
    let driver = app.driver("driver");
    let token = app.log_in(driver);
    let ticket = app.ticket(driver, "$150");
    let path = format!("/api/tickets/{ticket}/calendar");
    for evil in [
        r"E'x\r\nEND:VEVENT\r\nATTACH:http://evil.test'",
        r"repeat(E'\u00e9\u4e2d\U0001F980 ', 40)",
        "repeat(' ', 150) || 'x'",
        r"repeat(E'\u2003', 100) || 'x'",
        r"E'../../\\,;:\u202e'",
        "repeat('x', 200)",
    ] {
        app.sql(&format!("UPDATE tickets SET violation_type = {evil} WHERE id = {ticket}"));
        let answer = app.get(&path, &token);
        assert_eq!(answer.status, 200, "{evil}: {}", answer.text);
        let lines = unfold_lines(&answer.text);
        assert!(!lines.iter().any(|line| line.starts_with("ATTACH")), "{}", answer.text);
        assert_eq!(lines.iter().filter(|line| *line == "END:VEVENT").count(), 1, "{}", answer.text);
    }
    app.sql(&format!("UPDATE users SET last_admin_update_at = NULL WHERE id = {driver}"));
    eventually("the record is being prepared", || app.get(&path, &token).status == 404);
    let staff = app.log_in(app.admin());
    assert_eq!(app.get(&path, &staff).status, 200);
    app.sql(&format!(
        "UPDATE tickets SET removed_at = now(), removed_by = {driver}, removal_result = 'x' WHERE id = {ticket}"
    ));
    assert_eq!(app.get(&path, &staff).status, 404, "removed");
}
