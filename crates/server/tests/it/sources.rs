//! Tests of querying a city's data for verified plates, over HTTP. A local sandbox stands in for the city's server.

use std::time::Instant;

use application::sources::rounds::run_due_rounds;
use domain::shared::ids::UserId;
use serde_json::{Value, json};
use server::config::Cities;
use soda_sandbox::{Fault, Options, Sandbox, row, start};

use crate::support::App;

/// Starts a sandbox city without rows, and a server that queries it.
fn start_app_with_city() -> (App, Sandbox) {
    let city = start(Options { is_empty: true, ..Options::default() }).unwrap();
    let cities = Cities::Named {
        names: vec!["nyc".to_owned()],
        api_base: Some(city.base_url().to_owned()),
        app_token: Some("token".to_owned()),
    };
    (App::start_with(|config| config.cities = cities), city)
}

/// Creates a driver with this verified plate.
fn create_driver_with_plate(app: &App, staff: &str, name: &str, plate: &str) -> UserId {
    let driver = app.driver(name);
    app.sql(&format!(
        "UPDATE users SET vehicle_license_plate = '{plate}', vehicle_state = 'New York' WHERE id = {driver}"
    ));
    verify_plate(app, staff, driver);
    driver
}

/// Verifies the driver's plate, as staff.
fn verify_plate(app: &App, staff: &str, driver: UserId) {
    let shown = app.get(&format!("/api/users/{driver}"), staff).json;
    let body = json!({"claim": "plate", "number": shown["vehicleLicensePlate"], "state": shown["vehicleState"],
        "basis": "Registration document", "plateFrom": "2020-01-01"});
    let answer = app.post(&format!("/api/admin/users/{driver}/verify"), staff, &body);
    assert_eq!(answer.status, 200, "{}", answer.text);
}

/// Queries the cities that are due. Returns the number of queried plates.
fn query_due_cities(app: &App) -> usize {
    run_due_rounds(app.deps(), "test").unwrap()
}

/// Starts a run as a staff member, completes it and returns it.
fn start_run_as_staff(app: &App, staff: &str) -> Value {
    let run = app.call("POST", "/api/admin/sources/nyc/runs", Some(staff), None);
    assert_eq!(run.status, 201, "{}", run.text);
    query_due_cities(app);
    source(app, staff)["runs"][0].clone()
}

/// Returns the city's source as staff see it.
fn source(app: &App, staff: &str) -> Value {
    let answer = app.get("/api/admin/sources", staff);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json[0].clone()
}

/// Returns the driver's parking tickets.
fn parking(app: &App, driver: UserId) -> Vec<Value> {
    let token = app.log_in(driver);
    let answer = app.get(&format!("/api/parking/{driver}"), &token);
    answer.json.as_array().unwrap().clone()
}

#[test]
fn a_citys_citation_is_filed_changed_and_settled_with_the_city() {
    let (app, city) = start_app_with_city();
    let staff = app.log_in(app.admin());
    let ann = create_driver_with_plate(&app, &staff, "ann", "LNW-2047");
    city.put([row("LNW2047", "NY", "1467619188", "115"), row("OTHER1", "NY", "1467619189", "50")]);
    assert_eq!(query_due_cities(&app), 1);
    let item = parking(&app, ann).remove(0);
    assert_eq!(
        (&item["standing"], &item["amount"], &item["mayPay"]),
        (&json!("due"), &json!("115"), &json!(true))
    );
    assert_eq!((&item["dueDate"], &item["isDueDateOurs"]), (&json!("2026-11-11"), &json!(true)));
    assert_eq!(
        (&item["city"]["authority"], &item["city"]["number"]),
        (&json!("New York City"), &json!("1467619188"))
    );
    let begin = |amount: &str| {
        let body = json!({"amount": amount, "type": "parking", "itemId": item["id"]});
        app.post("/api/create-payment-intent", &app.log_in(ann), &body)
    };
    assert!(begin("115.00").status < 300);

    city.put([row("LNW2047", "NY", "1467619188", "125")]);
    let run = start_run_as_staff(&app, &staff);
    assert_eq!(
        (&run["changed"], &run["filed"], &run["byName"]),
        (&json!(1), &json!(0), &json!("Test admin"))
    );
    assert_eq!(parking(&app, ann)[0]["fine"], "125.00");
    assert_eq!(begin("115.00").code(), "amount_changed");

    city.put([row("LNW2047", "NY", "1467619188", "0")]);
    assert_eq!(start_run_as_staff(&app, &staff)["settled"], 1);
    let item = &parking(&app, ann)[0];
    assert_eq!((&item["standing"], &item["mayPay"]), (&json!("settled_with_city"), &json!(false)));
    assert_eq!(begin("125.00").code(), "settled_with_city");
    assert_eq!(app.count("SELECT count(*) FROM jobs WHERE kind = 'call_off_intent'"), 2);
    // The audit entries name the source instead of a staff member.
    assert_eq!(
        app.count("SELECT count(*) FROM audit_log WHERE subject_kind = 'parking' AND actor_id IS NULL AND after->>'source' = 'nyc'"),
        3
    );
    let row = source(&app, &staff);
    assert_eq!((&row["plates"], &row["platesAsked"], &row["isTest"]), (&json!(1), &json!(1), &json!(false)));
}

#[test]
fn a_citation_imported_from_a_file_and_found_at_the_city_becomes_one_item() {
    let (app, city) = start_app_with_city();
    let staff = app.log_in(app.admin());
    let ann = create_driver_with_plate(&app, &staff, "ann", "LNW2047");
    let header = "Plate,State,Summons Number,Issue Date,Violation Time,Violation,Fine Amount,Amount Due,Precinct,County";
    let file = |number: &str, due: &str| {
        format!(
            "{header}\nLNW2047,NY,{number},10/12/2026,07:38P,NO STANDING-DAY/TIME LIMITS,115,{due},050,BX\n"
        )
    };
    let import = crate::imports::upload_and_check(&app, &staff, "parking", &file("1467619188", "115"));
    crate::imports::confirm_and_store(&app, &staff, &import);
    city.put([row("LNW2047", "NY", "1467619188", "130"), row("LNW2047", "NY", "1467619199", "65")]);
    query_due_cities(&app);
    let fines: Vec<Value> = parking(&app, ann).into_iter().map(|item| item["fine"].clone()).collect();
    assert_eq!(fines, [json!("65.00"), json!("130.00")]);
    let again = crate::imports::upload_and_check(&app, &staff, "parking", &file("1467619199", "65"));
    assert_eq!(crate::imports::line_counts(&again), [0, 1, 0], "{again}");
}

#[test]
fn staff_see_failed_queries_of_a_city_and_decide_doubtful_citations() {
    let (app, city) = start_app_with_city();
    let staff = app.log_in(app.admin());
    let ann = create_driver_with_plate(&app, &staff, "ann", "LNW2047");
    city.put([row("LNW2047", "NY", "1467619188", "115")]);
    city.inject(Fault::WithoutColumn { name: "amount_due".to_owned() }, None);
    let run = start_run_as_staff(&app, &staff);
    assert_eq!((&run["trouble"], &run["filed"]), (&json!("columns_changed"), &json!(0)), "{run}");
    assert!(run["words"][0].as_str().unwrap().contains("amount_due"), "{run}");
    city.clear_faults();
    city.inject(Fault::EveryPlate, None);
    city.put([row("OTHER1", "NY", "1467619189", "50")]);
    let run = start_run_as_staff(&app, &staff);
    assert_eq!((&run["trouble"], parking(&app, ann).len()), (&json!("nonsense"), 0), "{run}");
    city.clear_faults();
    city.put([row("LNW2047", "NY", "1467619188", "9999")]);
    assert_eq!(start_run_as_staff(&app, &staff)["queued"], 1);
    let waiting = app.get("/api/admin/citations?waits=decision", &staff).json;
    assert_eq!(waiting[0]["reason"], "The city says that $9,999 is owed, which is unusually high.");
    assert_eq!((&waiting[0]["importId"], &waiting[0]["source"]), (&json!(null), &json!("nyc")));
    let decide = |large_amounts: bool| {
        let body = json!({"ids": [waiting[0]["id"]], "isTheirs": true, "largeAmounts": large_amounts});
        app.post("/api/admin/citations/decide", &staff, &body)
    };
    assert_eq!(decide(false).code(), "large_amounts");
    assert_eq!(decide(true).json["filed"], 1);
    assert_eq!(parking(&app, ann)[0]["amount"], "9999");
}

#[test]
fn two_processes_that_query_a_city_concurrently_create_no_item_twice() {
    let (app, city) = start_app_with_city();
    let staff = app.log_in(app.admin());
    for number in 0..20 {
        create_driver_with_plate(&app, &staff, &format!("driver{number}"), &format!("LNW{number}"));
    }
    city.put(
        (0..60).map(|number| row(&format!("LNW{}", number % 20), "NY", &format!("14676{number:05}"), "65")),
    );
    // Each process first deletes the other process's lease, so that both query the city at the same time.
    std::thread::scope(|scope| {
        for process in ["one", "two"] {
            let app = &app;
            scope.spawn(move || {
                for _ in 0..5 {
                    app.sql("DELETE FROM leases WHERE work = 'sources'");
                    run_due_rounds(app.deps(), process).unwrap();
                }
            });
        }
    });
    query_due_cities(&app);
    assert_eq!(app.count("SELECT count(*) FROM parking"), 60);
    assert_eq!(app.count("SELECT count(*) FROM source_citations"), 60);
}

/// Measures a query of all plates. With `SOURCE_PLATES=100000`, prints the numbers in docs/product/citation-sources.md.
#[test]
fn a_round_of_queries_for_many_plates_sends_one_request_per_100_plates() {
    let plates: u32 = std::env::var("SOURCE_PLATES").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    let (app, city) = start_app_with_city();
    app.sql(&format!(
        "INSERT INTO users (email, password_hash, full_name, vehicle_license_plate, vehicle_state, plate_verified_at, plate_from, plate_basis)
         SELECT 'd' || n || '@example.test', '$argon2id$none', 'Driver ' || n, 'P' || n, CASE n % 3 WHEN 0 THEN 'New Jersey' ELSE 'New York' END, now(), '2020-01-01', 'x'
         FROM generate_series(1, {plates}) AS n"
    ));
    // Every tenth plate has two unpaid citations.
    city.put((1..=plates).step_by(10).flat_map(|n| {
        let state = if n % 3 == 0 { "NJ" } else { "NY" };
        [1, 2].map(|of| row(&format!("P{n}"), state, &format!("{}{n:08}", of), "65"))
    }));
    let round = || {
        let (started_at, calls) = (Instant::now(), city.call_count());
        let mut queried = 0;
        loop {
            match query_due_cities(&app) {
                0 => break,
                more => queried += more,
            }
        }
        (queried, city.call_count() - calls, started_at.elapsed())
    };
    let (queried, calls, took) = round();
    let filed = app.count("SELECT count(*) FROM parking");
    println!("first round: {queried} plates, {filed} citations, {calls} calls, {took:?}");
    assert_eq!((queried, calls), (usize::try_from(plates).unwrap(), u64::from(plates.div_ceil(100))));
    assert_eq!(filed, i64::from(plates.div_ceil(10) * 2));
    app.sql("UPDATE source_runs SET round_at = round_at - interval '25 hours'");
    app.sql("UPDATE source_plates SET asked_at = asked_at - interval '25 hours'");
    if plates <= 50_000 {
        let (again, calls, took) = round();
        println!("the next day: {again} plates, {calls} calls, {took:?}");
        assert_eq!((again, calls), (queried, u64::from(plates.div_ceil(100))));
        assert_eq!(app.count("SELECT count(*) FROM parking"), filed);
    }
}
