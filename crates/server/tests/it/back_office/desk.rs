//! The back office's search and the list of open work, over HTTP.

use serde_json::Value;

use crate::support::{Answer, App};

/// Returns the value of a field in each row, as text.
fn field_texts(rows: &Value, field: &str) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row[field].to_string().trim_matches('"').to_owned()).collect()
}

/// Returns an app with the drivers Ann and Bob and Ann's records, and staff's session token.
fn app_with_records() -> (App, String) {
    let app = App::start();
    let token = app.log_in(app.admin());
    let (ann, _) = (app.driver("ann"), app.driver("bob"));
    let ticket = app.ticket(ann, "$150");
    app.sql(&format!(
        "UPDATE users SET vehicle_license_plate = 'ABC-123', vehicle_state = 'Ohio', vehicle_info_added_at = now() - interval '3 days',
             phone_number = '2125550100', drivers_license_number = 'QX99' WHERE id = {ann};
         INSERT INTO lawyer_hires (user_id, ticket_id, violation_type, amount_cents, confirmation_number, created_at)
             VALUES ({ann}, {ticket}, 'Speeding', 7500, 'CONF-HREAAAAAAA', now() - interval '2 days');
         INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at)
             VALUES ({ann}, 'Ohio', 'Parking ticket', now() - interval '9 days');
         INSERT INTO help_inquiries (user_id, type, message, created_at, is_solved) VALUES ({ann}, 'chat', 'Done', now(), true)"
    ));
    (app, token)
}

fn search(app: &App, token: &str, text: &str) -> Answer {
    let answer = app.get(&format!("/api/admin/search?q={text}"), token);
    assert_eq!(answer.status, 200, "{text}: {}", answer.text);
    answer
}

#[test]
fn the_staff_search_finds_drivers_by_parts_of_name_license_plate_phone_and_email() {
    let (app, token) = app_with_records();
    for (q, found) in [
        ("a", vec!["Test ann", "Test admin"]),
        ("an", vec!["Test ann"]),
        ("q", vec!["Test ann"]),
        ("qx9", vec!["Test ann"]),
        ("abc", vec!["Test ann"]),
        ("abc-12", vec!["Test ann"]),
        ("bc", vec![]),
        ("21", vec!["Test ann"]),
        ("%28212%29%20555", vec!["Test ann"]),
        ("0100", vec!["Test ann"]),
        ("bob%40example", vec!["Test bob"]),
        ("%25", vec![]),
        ("", vec![]),
    ] {
        let answer = search(&app, &token, q);
        assert_eq!(field_texts(&answer.json["drivers"], "fullName"), found, "{q}");
        assert!(!answer.text.contains("password") && !answer.text.contains("lastFourSSN"), "{q}");
    }
}

#[test]
fn the_staff_search_finds_records_by_id_and_confirmation_number_but_no_closed_accounts() {
    let (app, token) = app_with_records();
    for q in ["conf-hre", "hreaaa"] {
        let found = search(&app, &token, q);
        assert_eq!(field_texts(&found.json["records"], "confirmationNumber"), ["CONF-HREAAAAAAA"], "{q}");
        assert_eq!(found.json["records"][0]["driverName"], "Test ann");
    }
    assert_eq!(
        field_texts(&search(&app, &token, "1").json["records"], "kind"),
        ["ticket", "hire", "inquiry", "report"]
    );
    app.sql("UPDATE users SET full_name = NULL, closed_at = now() WHERE email = 'bob@example.test'");
    let bob = app.count("SELECT id FROM users WHERE email = 'bob@example.test'");
    let by_id = search(&app, &token, &bob.to_string());
    assert!(!field_texts(&by_id.json["drivers"], "id").contains(&bob.to_string()), "{}", by_id.text);
}

#[test]
fn the_back_office_lists_open_requests_longest_waiting_first() {
    let (app, token) = app_with_records();
    let waiting = app.get("/api/admin/waiting", &token);
    assert_eq!(field_texts(&waiting.json, "queue"), ["missing-ticket", "vehicle-update", "lawyer-hire"]);
    assert_eq!(field_texts(&waiting.json, "driverName"), ["Test ann"; 3]);
    assert_eq!(field_texts(&waiting.json, "label"), ["Parking ticket in Ohio", "ABC-123", "Speeding"]);
}

#[test]
fn lists_for_staff_have_the_drivers_name_and_lists_for_drivers_do_not() {
    let (app, token) = app_with_records();
    for list in ["lawyer-hires", "missing-ticket-reports", "help-inquiries"] {
        assert_eq!(
            field_texts(&app.get(&format!("/api/{list}"), &token).json, "driverName"),
            ["Test ann"],
            "{list}"
        );
    }
    let file = app.get("/api/admin/exports/lawyer-hires", &token);
    assert!(
        file.text.starts_with("\u{feff}id,userId,driverName,") && file.text.contains(",Test ann,"),
        "{}",
        file.text
    );
    let ann = domain::shared::ids::UserId(
        i32::try_from(app.count("SELECT id FROM users WHERE email = 'ann@example.test'")).unwrap(),
    );
    let own = app.get("/api/lawyer-hires", &app.log_in(ann));
    assert!(own.status == 200 && !own.text.contains("driverName"), "{}", own.text);
}
