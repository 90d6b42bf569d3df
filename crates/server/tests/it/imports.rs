//! Imports of citations over HTTP with a real PostgreSQL: malicious files, duplicates,
//! all-or-nothing storing, and repeated imports.

use std::fmt::Write as _;

use crate::support::{Answer, App};
use serde_json::{Value, json};

const HEADER: &str = "Email,Violation,Date,Location,Amount";

/// Uploads a file of this kind of item, such as `ticket`.
pub fn upload(app: &App, token: &str, kind: &str, file: &[u8]) -> Answer {
    let headers = [
        ("sec-fetch-site", "same-origin".to_owned()),
        ("cookie", format!("lanewise_session={token}")),
        ("content-type", "text/csv".to_owned()),
    ];
    app.raw("POST", &format!("/api/admin/imports?kind={kind}&fileName=x.csv"), &headers, file)
}

pub fn run_import_jobs(app: &App) {
    application::jobs::run_due_jobs(app.deps(), application::jobs::SLOW_WORKERS).unwrap();
}

/// Uploads a file and starts the check with the guessed columns. Returns the checked import.
pub fn upload_and_check(app: &App, token: &str, kind: &str, file: &str) -> Value {
    let answer = upload(app, token, kind, file.as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text);
    let columns: Vec<&Value> =
        answer.json["columns"].as_array().unwrap().iter().map(|column| &column["guess"]).collect();
    let id = answer.json["id"].as_i64().unwrap();
    let check_answer =
        app.post(&format!("/api/admin/imports/{id}/check"), token, &json!({"columns": columns}));
    assert_eq!(
        (check_answer.status, &check_answer.json["status"]),
        (200, &json!("checking")),
        "{}",
        check_answer.text
    );
    run_import_jobs(app);
    app.get(&format!("/api/admin/imports/{id}"), token).json
}

/// Returns the numbers of new, existing and invalid lines, in this order.
pub fn line_counts(import: &Value) -> [i64; 3] {
    ["newLines", "existingLines", "badLines"].map(|name| import[name].as_i64().unwrap())
}

pub fn confirm(app: &App, token: &str, import: &Value) -> Answer {
    app.call("POST", &format!("/api/admin/imports/{}/confirm", import["id"]), Some(token), None)
}

/// Confirms an import and runs the job that stores it. Returns the stored import.
pub fn confirm_and_store(app: &App, token: &str, import: &Value) -> Value {
    assert_eq!(confirm(app, token, import).status, 200);
    run_import_jobs(app);
    let after = app.get(&format!("/api/admin/imports/{}", import["id"]), token).json;
    assert_eq!(after["status"], "stored", "{after}");
    after
}

/// Returns an app with the drivers Ann and Bob, whose addresses are confirmed, and staff's session token.
pub fn app_with_drivers() -> (App, String) {
    let app = App::start();
    let token = app.log_in(app.admin());
    app.driver("ann");
    app.driver("bob");
    app.sql("UPDATE users SET email_verified_at = now()");
    (app, token)
}

#[test]
fn a_confirmed_file_is_stored_and_importing_it_again_creates_nothing() {
    let (app, token) = app_with_drivers();
    let file = format!(
        "{HEADER}\nann@example.test,Speeding,2026-03-01,Main St,$150\nBOB@example.test,\"Stop, sign\",3/2/2026,Elm St,75.50\n"
    );
    let import = upload_and_check(&app, &token, "ticket", &file);
    assert_eq!((import["status"].as_str(), line_counts(&import)), (Some("checked"), [2, 0, 0]), "{import}");
    assert_eq!(app.count("SELECT count(*) FROM tickets"), 0, "nothing is stored before the confirmation");
    let after = confirm_and_store(&app, &token, &import);
    assert_eq!((after["storedItems"].as_i64(), app.count("SELECT count(*) FROM tickets")), (Some(2), 2));
    assert_eq!(app.count("SELECT count(*) FROM tickets WHERE violation_type = 'Stop, sign' AND date = '2026-03-02' AND amount = '75.50'"), 1);
    assert_eq!(
        app.count("SELECT count(*) FROM import_lines") + app.count("SELECT count(*) FROM import_pieces"),
        0
    );
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'items_imported' AND after->>'stored' = '2' AND actor_id IS NOT NULL"), 1);
    let statuses =
        "SELECT string_agg(after->>'status', ' ' ORDER BY id) FROM audit_log WHERE action = 'import_changed'";
    assert_eq!(app.database.value(statuses).as_deref(), Some("uploaded checking storing"));

    // The same lines are uploaded again in another format, after staff changed an item.
    app.sql("UPDATE tickets SET location = 'Oak St' WHERE violation_type = 'Speeding'");
    let again = upload_and_check(
        &app,
        &token,
        "ticket",
        &file.replace("$150", "150.00").replace("Main St", "main  st"),
    );
    assert_eq!(line_counts(&again), [0, 2, 0]);
    assert_eq!(confirm(&app, &token, &again).code(), "import_has_problems");
}

#[test]
fn an_import_recognizes_items_that_staff_entered_and_stores_identical_lines_separately() {
    let (app, token) = app_with_drivers();
    app.sql("INSERT INTO tolls (user_id, toll_road, date, amount) SELECT id, 'SH 130', '2026-03-01', '$3.50' FROM users WHERE email = 'ann@example.test'");
    let line = "ann@example.test,SH 130,2026-03-01,3.5\n";
    let file = format!("email,road,date,amount\n{line}{line}{line}");
    let import = upload_and_check(&app, &token, "toll", &file);
    assert_eq!(line_counts(&import), [2, 1, 0], "one toll is already filed, two more are new");
    confirm_and_store(&app, &token, &import);
    assert_eq!(app.count("SELECT count(*) FROM tolls"), 3);
    assert_eq!(line_counts(&upload_and_check(&app, &token, "toll", &file)), [0, 3, 0]);
    assert_eq!(line_counts(&upload_and_check(&app, &token, "toll", &format!("{file}{line}"))), [1, 3, 0]);
}

#[test]
fn a_citation_number_distinguishes_otherwise_identical_lines() {
    let (app, token) = app_with_drivers();
    let line = |number: &str| format!("ann@example.test,{number},Meter,2026-03-01,Main St,45\n");
    let file = |lines: &[&str]| {
        let lines: String = lines.iter().map(|number| line(number)).collect();
        format!("email,citation,violation,date,location,amount\n{lines}")
    };
    let import = upload_and_check(&app, &token, "parking", &file(&["A1", "A2"]));
    assert_eq!(line_counts(&import), [2, 0, 0]);
    confirm_and_store(&app, &token, &import);
    assert_eq!(
        line_counts(&upload_and_check(&app, &token, "parking", &file(&["a2", "A3", "A1"]))),
        [1, 2, 0]
    );
    assert_eq!(line_counts(&upload_and_check(&app, &token, "parking", &file(&["B1", "B1"]))), [1, 0, 1]);
}

#[test]
fn every_invalid_line_of_an_import_is_reported_and_nothing_is_stored() {
    let (app, token) = app_with_drivers();
    let file = format!(
        "{HEADER}\nann@example.test,Speeding,2026-03-01,Main St,$150\nnot an email,Speeding,2026-03-01,Main St,$150\n\
         ann@example.test,=HYPERLINK(1),soon,,150 USD\nann@example.test,short\n"
    );
    let import = upload_and_check(&app, &token, "ticket", &file);
    assert_eq!(line_counts(&import), [1, 0, 3]);
    assert_eq!(confirm(&app, &token, &import).code(), "import_has_problems");
    assert_eq!(app.count("SELECT count(*) FROM tickets"), 0);
    let lines = app.get(&format!("/api/admin/imports/{}/lines?outcome=bad", import["id"]), &token);
    let numbers: Vec<i64> =
        lines.json.as_array().unwrap().iter().map(|line| line["line"].as_i64().unwrap()).collect();
    assert_eq!((numbers, lines.header("x-total-count")), (vec![3, 4, 5], Some("3")));
    assert_eq!(lines.json[0]["problems"][0]["name"], "email");
    let names: Vec<&str> = lines.json[1]["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["date", "location", "amount"]);
    let (status, headers, bytes) =
        app.bytes(&format!("/api/admin/imports/{}/problems", import["id"]), &token);
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!((status, text.lines().count()), (200, 6), "{text}");
    assert!(
        headers.iter().any(|(name, value)| name == "content-disposition" && value.starts_with("attachment"))
    );
}

#[test]
fn the_user_id_email_and_license_in_an_import_line_must_match_the_same_driver() {
    let (app, token) = app_with_drivers();
    app.sql("UPDATE users SET drivers_license_number = 'A 12-3' WHERE email = 'bob@example.test'");
    app.sql("UPDATE users SET license_verified_at = now() WHERE email = 'bob@example.test'");
    let ann = app.count("SELECT id FROM users WHERE email = 'ann@example.test'");
    let line = |id: &str, email: &str, number: &str, state: &str| {
        format!("{id},{email},{number},{state},I-80,2026-03-01,5\n")
    };
    let file = [
        "user id,email,license number,license state,toll road,date,amount\n".to_owned(),
        line(&ann.to_string(), "ann@example.test", "", ""),
        line("", "", "a123", "tx"),
        line(&ann.to_string(), "", "a123", "Texas"),
        line("", "", "", ""),
        line("", "", "a123", ""),
        line("", "", "a123", "Ohio"),
    ]
    .concat();
    let import = upload_and_check(&app, &token, "toll", &file);
    assert_eq!((line_counts(&import), import["unclaimedLines"].as_i64()), ([2, 0, 3], Some(1)), "{import}");
    let lines = app.get(&format!("/api/admin/imports/{}/lines?outcome=bad", import["id"]), &token).json;
    let first = |index: usize| lines[index]["problems"][0]["name"].as_str().unwrap().to_owned();
    assert_eq!([first(0), first(1), first(2)], ["licenseNumber", "userId", "licenseState"]);
}

#[test]
fn concurrent_confirmations_of_an_import_or_of_an_identical_file_store_each_item_once() {
    let (app, token) = app_with_drivers();
    let mut file = format!("{HEADER}\n");
    for day in 1..=28 {
        writeln!(file, "ann@example.test,Speeding,2026-02-{day:02},Main St,$150").unwrap();
    }
    let (one, other) =
        (upload_and_check(&app, &token, "ticket", &file), upload_and_check(&app, &token, "ticket", &file));
    assert_eq!((line_counts(&one), line_counts(&other)), ([28, 0, 0], [28, 0, 0]));
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..6).map(|_| scope.spawn(|| confirm(&app, &token, &one).status)).collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(confirm(&app, &token, &other).status, 200);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| run_import_jobs(&app));
        }
    });
    run_import_jobs(&app);
    assert_eq!(app.count("SELECT count(*) FROM tickets"), 28);
    assert_eq!(app.count("SELECT count(*) FROM imports WHERE status = 'stored'"), 2);
    assert_eq!(app.count("SELECT sum(stored_items) FROM imports"), 28);
}

#[test]
fn an_unreadable_empty_or_oversized_import_file_is_refused_with_a_reason() {
    let (app, token) = app_with_drivers();
    let long = vec![b'x'; 10 * 1024 * 1024];
    let mut many = format!("{HEADER}\n").into_bytes();
    for _ in 0..200_001 {
        many.extend_from_slice(b"a,b,c,d,e\n");
    }
    let cases: [(&[u8], &str); 8] = [
        (b"", "empty"),
        (b" \r\n", "empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not a CSV file"),
        (b"email,\x81t\n1,2\n", "Row 1 has characters that we can’t read"),
        (b"\xff\xfee\0m\0", "no rows"),
        (b"email,date\n", "no rows"),
        (&long, "too long"),
        (&many, "more than 200,000 rows"),
    ];
    for (file, expected) in cases {
        let answer = upload(&app, &token, "ticket", file);
        let message = answer.json["fields"]["file"].as_str().unwrap_or_default();
        assert!(answer.status == 422 && message.contains(expected), "{} {}", answer.status, answer.text);
    }
    assert_eq!(upload(&app, &token, "boat", b"a\nb\n").status, 422);
    assert_eq!(upload(&app, &token, "ticket", &vec![b'a'; 49 * 1024 * 1024]).status, 413);
    assert_eq!(app.count("SELECT count(*) FROM imports"), 0);
    // The file has an unclosed quotation mark, semicolons, a byte order mark, a repeated header,
    // and unusual characters in a cell.
    let import = upload_and_check(
        &app,
        &token,
        "ticket",
        "\u{feff}Email;Violation;Date;Location;Amount;Amount\nann@example.test;\"Open;2026-03-01;x;1;2\n",
    );
    assert_eq!(line_counts(&import), [0, 0, 1], "{import}");
}

#[test]
fn a_canceled_or_stale_import_leaves_no_lines() {
    let (app, token) = app_with_drivers();
    let file = format!("{HEADER}\nann@example.test,Speeding,2026-03-01,Main St,$150\n");
    let import = upload_and_check(&app, &token, "ticket", &file);
    let path = format!("/api/admin/imports/{}", import["id"]);
    assert_eq!(app.call("DELETE", &path, Some(&token), None).json["status"], "cancelled");
    assert_eq!(app.call("DELETE", &path, Some(&token), None).code(), "import_elsewhere");
    assert_eq!(confirm(&app, &token, &import).code(), "import_elsewhere");
    upload_and_check(&app, &token, "ticket", &file);
    app.sql("UPDATE imports SET created_at = now() - interval '25 hours'");
    ports::store::with_store(&*app.deps().database, |store| {
        application::imports::files::delete_stale_files(app.deps(), store)
    })
    .unwrap();
    assert_eq!(app.count("SELECT count(*) FROM imports WHERE status = 'cancelled'"), 2);
    assert_eq!(
        app.count("SELECT count(*) FROM import_lines") + app.count("SELECT count(*) FROM import_pieces"),
        0
    );
}

#[test]
fn an_import_whose_job_is_abandoned_fails_and_its_file_can_be_uploaded_again() {
    let (app, token) = app_with_drivers();
    let file = format!("{HEADER}\nann@example.test,Speeding,2026-03-01,Main St,$150\n");
    let import = upload_and_check(&app, &token, "ticket", &file);
    assert_eq!(confirm(&app, &token, &import).status, 200);
    // The job's last attempt runs while another transaction has locked the table.
    app.sql("UPDATE jobs SET attempts = 11 WHERE kind = 'store_import'");
    let mut other = app.database.connection();
    diesel::connection::SimpleConnection::batch_execute(&mut other, "BEGIN; LOCK TABLE tickets").unwrap();
    run_import_jobs(&app);
    drop(other);
    let failed = app.get(&format!("/api/admin/imports/{}", import["id"]), &token).json;
    assert_eq!(failed["status"], "failed", "{failed}");
    assert!(failed["message"].as_str().unwrap().contains("Nothing was stored"), "{failed}");
    assert_eq!(app.count("SELECT count(*) FROM jobs WHERE kind = 'store_import' AND done_at IS NOT NULL"), 1);
    assert_eq!(app.count("SELECT count(*) FROM import_lines") + app.count("SELECT count(*) FROM tickets"), 0);
    let again = upload_and_check(&app, &token, "ticket", &file);
    confirm_and_store(&app, &token, &again);
}

/// The environment variable `IMPORT_LINES` sets the number of lines.
#[test]
fn an_import_of_ten_thousand_lines_is_checked_and_stored() {
    let lines: u32 = std::env::var("IMPORT_LINES").map_or(10_000, |lines| lines.parse().unwrap());
    let (app, token) = app_with_drivers();
    app.sql("INSERT INTO users (email, password_hash, email_verified_at) SELECT 'many' || n || '@example.test', '$argon2id$x', now() FROM generate_series(1, 5000) n");
    let mut file = format!("{HEADER}\n");
    for line in 0..lines {
        writeln!(
            file,
            "many{}@example.test,Speeding,2026-02-{:02},Main St {line},$150",
            line % 5000 + 1,
            line % 28 + 1
        )
        .unwrap();
    }
    let started_at = std::time::Instant::now();
    let import = upload_and_check(&app, &token, "ticket", &file);
    assert_eq!(line_counts(&import), [i64::from(lines), 0, 0]);
    let checked_in = started_at.elapsed();
    confirm_and_store(&app, &token, &import);
    println!("{lines} lines: checked in {checked_in:?}, stored in {:?}", started_at.elapsed() - checked_in);
    assert_eq!(app.count("SELECT count(*) FROM tickets"), i64::from(lines));
}

#[test]
fn large_amounts_need_a_separate_confirmation_and_a_fine_without_a_number_is_estimated() {
    let (app, token) = app_with_drivers();
    let file = format!(
        "{HEADER},Points\nann@example.test,Speeding,2026-03-01,Main St,\"$5,000.01\",0\n\
         ann@example.test,Speeding,2026-03-02,Main St,See court,3\nann@example.test,Speeding,2026-03-03,Main St,5000,0\n"
    );
    let import = upload_and_check(&app, &token, "ticket", &file);
    assert_eq!(
        (line_counts(&import), import["largeLines"].as_i64(), import["estimatedLines"].as_i64()),
        ([3, 0, 0], Some(1), Some(1))
    );
    let lines = app.get(&format!("/api/admin/imports/{}/lines?outcome=new", import["id"]), &token).json;
    let fine_at = |at: usize| {
        (lines[at]["fine"].clone(), lines[at]["isEstimated"].clone(), lines[at]["isLarge"].clone())
    };
    assert_eq!(fine_at(0), (json!("5000.01"), json!(false), json!(true)));
    assert_eq!(fine_at(1), (json!("225.00"), json!(true), json!(false)));
    assert_eq!(fine_at(2), (json!("5000.00"), json!(false), json!(false)));

    let path = format!("/api/admin/imports/{}/confirm", import["id"]);
    assert_eq!(confirm(&app, &token, &import).code(), "large_amounts");
    assert_eq!(app.call("POST", &format!("{path}?largeAmounts=perhaps"), Some(&token), None).status, 422);
    assert_eq!(app.count("SELECT count(*) FROM tickets"), 0);
    assert_eq!(app.call("POST", &format!("{path}?largeAmounts=true"), Some(&token), None).status, 200);
    run_import_jobs(&app);
    assert_eq!(app.count("SELECT count(*) FROM tickets"), 3);
}

#[test]
fn a_decimal_comma_makes_a_line_invalid() {
    let (app, token) = app_with_drivers();
    let import = upload_and_check(
        &app,
        &token,
        "toll",
        "email,road,date,amount\nann@example.test,SH 130,2026-03-01,\"150,00\"\n",
    );
    assert_eq!(line_counts(&import), [0, 0, 1]);
    let lines = app.get(&format!("/api/admin/imports/{}/lines?outcome=bad", import["id"]), &token).json;
    let problem = lines[0]["problems"][0]["text"].as_str().unwrap();
    assert!(problem.starts_with("Use commas only to group thousands"), "{problem}");
}
