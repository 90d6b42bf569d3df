//! Reminders, news and changes that drivers get by text or email, and the calendar feed.

use std::env;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use adapters_postgres::{PgDatabase, PoolSettings};
use adapters_twilio::Twilio;

use application::Deps;
use application::jobs::{WORKERS, run_due_jobs};
use application::notices::planning::plan_notices;
use application::shared::outgoing::TextSender;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use ports::shared::clock::Clock;
use serde_json::json;
use sha1::Sha1;

use crate::support::texts::{RememberingProvider, account_at, start_text_provider};
use crate::support::{App, eventually};

/// A clock whose time the test sets.
struct TestClock(Mutex<DateTime<Utc>>);

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap()
    }
}

/// Returns the app's dependencies with a clock that always shows the time `now`.
fn deps_at(app: &App, now: &str) -> Deps {
    Deps { clock: Arc::new(TestClock(Mutex::new(now.parse().unwrap()))), ..app.deps().clone() }
}

/// Creates a driver in Texas with a confirmed phone number. Returns the driver's id.
fn driver_with_confirmed_number(app: &App) -> i32 {
    let driver = app.driver("ann").0;
    app.sql(&format!(
        "INSERT INTO text_notification_requests (user_id, phone_number, requested_at, confirmed_at)
         VALUES ({driver}, '5551234567', now(), now())"
    ));
    driver
}

const PLANNED: &str = "SELECT count(*) FROM notices WHERE kind = 'reminder' AND channel = 'text'";
const MORNING: &str = "2026-12-01T17:05:00Z";

#[test]
fn several_processes_plan_a_days_reminders_only_once() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    let driver = driver_with_confirmed_number(&app);
    let parking = app.parking(domain::shared::ids::UserId(driver), "$65");
    app.sql(&format!("UPDATE parking SET date = '2026-11-01', due_date = '2026-12-08' WHERE id = {parking}"));
    app.sql("DELETE FROM news_items");
    assert_eq!(
        plan_notices(&deps_at(&app, "2026-12-01T16:55:00Z"), "one").unwrap(),
        0,
        "it is before ten in the driver's time zone"
    );
    assert_eq!(app.count(PLANNED), 0);
    thread::scope(|scope| {
        for name in ["one", "two", "three"] {
            let deps = deps_at(&app, MORNING);
            scope.spawn(move || plan_notices(&deps, name).unwrap());
        }
    });
    app.sql("DELETE FROM leases; DELETE FROM reminder_days");
    plan_notices(&deps_at(&app, MORNING), "four").unwrap();
    assert_eq!(app.count(PLANNED), 1);
    let deps = deps_at(&app, "2026-12-01T17:06:00Z");
    assert_eq!(run_due_jobs(&deps, WORKERS).unwrap(), 1);
    let text = texts.recv().unwrap();
    assert!(text.contains("A+parking+ticket+for+%2465+is+due+Tuesday%2C+Dec+8."), "{text}");
    assert_eq!(run_due_jobs(&deps, WORKERS).unwrap(), 0);
    assert!(texts.try_recv().is_err(), "one text, not two");
}

#[test]
fn a_driver_is_reminded_of_the_last_day_to_contest_and_30_days_after_sending_a_letter() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    let driver = domain::shared::ids::UserId(driver_with_confirmed_number(&app));
    let parking = app.parking(driver, "$65");
    // New York City takes requests for a hearing within 30 days.
    app.sql("UPDATE parking SET date = '2026-11-08', issuer = 'New York City'");
    app.sql("DELETE FROM news_items");
    app.sql(&format!(
        "INSERT INTO contest_letters (user_id, parking_id, grounds, words, sender_name, sender_address, issuer_name, issuer_address,
             is_deadline_on_notice, counted_deadline, made_disputed, version, saved_at)
         VALUES ({driver}, {parking}, '{{}}', '', '', '', '', '', true, '2026-12-08', false, 1, now())"
    ));
    plan_notices(&deps_at(&app, MORNING), "one").unwrap();
    assert_eq!(app.count(PLANNED), 1);
    run_due_jobs(&deps_at(&app, "2026-12-01T17:06:00Z"), WORKERS).unwrap();
    let text = texts.recv().unwrap();
    assert!(text.contains("The+last+day+to+contest+a+parking+ticket+is+Tuesday%2C+Dec+8"), "{text}");
    app.sql("UPDATE contest_letters SET sent_on = '2026-12-02'");
    app.sql("UPDATE parking SET is_disputed = true");
    for (now, planned) in
        [("2026-12-31T17:05:00Z", 1), ("2027-01-01T17:05:00Z", 2), ("2027-01-02T17:05:00Z", 2)]
    {
        plan_notices(&deps_at(&app, now), "one").unwrap();
        assert_eq!(app.count(PLANNED), planned, "{now}");
        run_due_jobs(&deps_at(&app, &now.replace(":05:", ":06:")), WORKERS).unwrap();
    }
    let text = texts.recv().unwrap();
    assert!(text.contains("You+sent+a+letter+about+a+parking+ticket+on+Dec+2"), "{text}");
    assert!(texts.try_recv().is_err());
}

#[test]
fn new_items_and_raised_amounts_are_sent_in_one_text_per_day() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    let driver = domain::shared::ids::UserId(driver_with_confirmed_number(&app));
    let known = app.parking(driver, "$65");
    app.sql("DELETE FROM news_items");
    app.sql(&format!("UPDATE parking SET amount = '$80' WHERE id = {known}"));
    app.toll(driver, "$4.25");
    app.sql("UPDATE news_items SET noted_at = '2026-12-01T16:00:00Z'");
    for (now, expected) in
        [("2026-12-01T05:00:00Z", 0), ("2026-12-01T16:05:00Z", 0), ("2026-12-01T17:30:00Z", 1)]
    {
        plan_notices(&deps_at(&app, now), "one").unwrap();
        assert_eq!(
            app.count("SELECT count(*) FROM notices WHERE kind = 'news' AND channel = 'text'"),
            expected,
            "{now}"
        );
    }
    run_due_jobs(&deps_at(&app, "2026-12-01T17:31:00Z"), WORKERS).unwrap();
    let text = texts.recv().unwrap();
    assert!(text.contains("now+costs+%2480%2C+up+from+%2465"), "{text}");
    assert!(text.contains("A+toll+is+new"), "{text}");
    // The driver already got a text with news on that day, so further news wait until the next day.
    app.toll(driver, "$9");
    app.sql("UPDATE news_items SET noted_at = '2026-12-01T18:00:00Z' WHERE told_on IS NULL");
    plan_notices(&deps_at(&app, "2026-12-01T19:00:00Z"), "one").unwrap();
    assert_eq!(app.count("SELECT count(*) FROM news_items WHERE told_on IS NULL"), 1);
    plan_notices(&deps_at(&app, "2026-12-02T17:00:00Z"), "one").unwrap();
    assert_eq!(app.count("SELECT count(*) FROM news_items WHERE told_on IS NULL"), 0);
}

/// Plans a driver's news while another text is due at `until`, so that the news can't be sent before that time. Returns
/// how many news items are postponed. `has_mail` says whether the driver's email address is confirmed.
fn count_postponed_news(app: &App, until: &str, has_mail: bool) -> i64 {
    let driver = domain::shared::ids::UserId(driver_with_confirmed_number(app));
    app.toll(driver, "$4.25");
    app.sql("UPDATE news_items SET noted_at = '2026-12-01T16:00:00Z'");
    if has_mail {
        app.sql(&format!("UPDATE users SET email_verified_at = now() WHERE id = {driver}"));
    }
    app.sql(&format!(
        "INSERT INTO notices (user_id, channel, kind, day, phone, due_at)
         VALUES ({driver}, 'text', 'reminder', '2026-12-01', '5550000000', '{until}')"
    ));
    plan_notices(&deps_at(app, "2026-12-01T20:00:00Z"), "one").unwrap();
    app.count("SELECT count(*) FROM news_items WHERE told_on IS NULL")
}

#[test]
fn news_too_late_for_today_is_sent_the_next_morning() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    // In Texas, the evening hours without texts start at 03:00 UTC.
    assert_eq!(
        count_postponed_news(&app, "2026-12-02T02:59:59.5Z", false),
        1,
        "no updates are planned for the evening"
    );
    assert_eq!(app.count("SELECT count(*) FROM notices WHERE kind = 'news'"), 0);
    app.sql("DELETE FROM notices");
    plan_notices(&deps_at(&app, "2026-12-01T20:00:00Z"), "one").unwrap();
    let untold = || app.count("SELECT count(*) FROM news_items WHERE told_on IS NULL");
    assert_eq!(untold(), 0);
    app.sql("UPDATE tolls SET amount = '$9'");
    assert_eq!(untold(), 1);
    run_due_jobs(&deps_at(&app, "2026-12-02T03:05:00Z"), WORKERS).unwrap();
    assert_eq!(untold(), 1, "the update is still unsent because its text would be too late");
    plan_notices(&deps_at(&app, "2026-12-02T17:00:00Z"), "one").unwrap();
    run_due_jobs(&deps_at(&app, "2026-12-02T17:01:00Z"), WORKERS).unwrap();
    let text = texts.recv().unwrap();
    assert!(text.contains("A+toll+is+new"), "{text}");
    assert!(texts.try_recv().is_err(), "the text is sent once");
}

#[test]
fn news_sent_by_email_is_not_sent_again_if_its_text_was_too_late() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    assert_eq!(count_postponed_news(&app, "2026-12-01T21:00:00Z", true), 0);
    run_due_jobs(&deps_at(&app, "2026-12-01T20:01:00Z"), WORKERS).unwrap();
    assert_eq!(app.mails().len(), 1);
    run_due_jobs(&deps_at(&app, "2026-12-02T03:05:00Z"), WORKERS).unwrap();
    assert_eq!(app.count("SELECT count(*) FROM notices WHERE kind = 'news' AND status = 'skipped'"), 1);
    assert_eq!(app.count("SELECT count(*) FROM news_items WHERE told_on IS NULL"), 0);
    assert!(texts.try_recv().is_err());
}

#[test]
fn a_changed_court_date_is_emailed_in_the_evening_and_texted_the_next_morning() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    let driver = driver_with_confirmed_number(&app);
    app.ticket(domain::shared::ids::UserId(driver), "$150");
    app.sql(&format!(
        "UPDATE users SET email_verified_at = now() WHERE id = {driver};
         UPDATE tickets SET is_court_required = true, court_date = '2026-12-20', court_time = '9:30 AM';
         DELETE FROM news_items; DELETE FROM item_changes; UPDATE tickets SET court_date = '2026-12-21'"
    ));
    // The change is noted at 22:00 in Texas, when emails may be sent but texts may not.
    app.sql("UPDATE item_changes SET noted_at = '2026-12-02T04:00:00Z'");
    for now in ["2026-12-02T04:09:00Z", "2026-12-02T04:10:00Z", "2026-12-02T04:11:00Z"] {
        plan_notices(&deps_at(&app, now), "one").unwrap();
        run_due_jobs(&deps_at(&app, now), WORKERS).unwrap();
    }
    let mails = app.mails();
    let [mail] = mails.as_slice() else { panic!("{} emails", mails.len()) };
    assert!(mail.contains("Dec 20") && mail.contains("Dec 21"), "{mail}");
    assert!(texts.try_recv().is_err(), "no text in the evening");
    for now in ["2026-12-02T16:00:00Z", "2026-12-02T16:01:00Z"] {
        plan_notices(&deps_at(&app, now), "one").unwrap();
        run_due_jobs(&deps_at(&app, now), WORKERS).unwrap();
    }
    let text = texts.try_recv().unwrap();
    assert!(text.contains("Dec+21"), "{text}");
    assert!(texts.try_recv().is_err() && app.mails().len() == 1, "one message on each channel");
}

/// Returns Twilio's signature of a form: it covers the URL, then the fields sorted by name.
fn signature(app: &App, form: &[(&str, &str)]) -> String {
    let mut fields = form.to_vec();
    fields.sort_unstable();
    let mut mac = Hmac::<Sha1>::new_from_slice(b"secret").unwrap();
    mac.update(format!("{}/api/webhooks/twilio", app.state.settings.public_url).as_bytes());
    for (name, value) in fields {
        mac.update(format!("{name}{value}").as_bytes());
    }
    STANDARD.encode(mac.finalize().into_bytes())
}

#[test]
fn only_a_webhook_signed_by_the_provider_stops_texts_to_a_number() {
    let (twilio, _texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    driver_with_confirmed_number(&app);
    let form = [("MessageSid", "SM1"), ("From", "+15551234567"), ("Body", "Stop.")];
    let body = b"MessageSid=SM1&From=%2B15551234567&Body=Stop.";
    // As in requests of the provider, there is no cookie, and the header says cross-site.
    let call = |signature: &str| {
        let headers = [
            ("Content-Type", "application/x-www-form-urlencoded".to_owned()),
            ("Sec-Fetch-Site", "cross-site".to_owned()),
            ("X-Twilio-Signature", signature.to_owned()),
        ];
        app.raw("POST", "/api/webhooks/twilio", &headers, body)
    };
    let stopped = || app.count("SELECT count(*) FROM phone_states WHERE state = 'stopped'");
    for forged in ["", "AAAA", &signature(&app, &form[..2])] {
        let refused = call(forged);
        assert_eq!((refused.status, refused.code()), (400, "bad_signature"));
    }
    assert_eq!(stopped(), 0);
    let answer = call(&signature(&app, &form));
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(answer.text.ends_with("<Response></Response>"), "{}", answer.text);
    assert_eq!(stopped(), 1);
    app.sql("DELETE FROM phone_states");
    assert_eq!(call(&signature(&app, &form)).status, 200);
    assert_eq!(stopped(), 0, "a replay changes nothing");
}

#[test]
fn the_time_of_an_opt_out_is_shown_only_for_a_confirmed_number() {
    let app = App::start();
    let driver = domain::shared::ids::UserId(driver_with_confirmed_number(&app));
    let token = app.log_in(driver);
    app.sql("INSERT INTO phone_states (phone, state, since) VALUES ('5551234567', 'stopped', now())");
    let stopped_at = || {
        let number = app.get("/api/reminders", &token).json["numbers"][0].clone();
        let file = app.own_data(&token);
        assert_eq!(number["state"], "stopped", "{number}");
        (number["stateSince"].is_string(), file["numbersNotTexted"].as_array().unwrap().len())
    };
    assert_eq!(stopped_at(), (true, 1));
    app.sql("UPDATE text_notification_requests SET confirmed_at = NULL");
    assert_eq!(stopped_at(), (false, 0));
}

#[test]
fn a_calendar_feed_is_readable_at_its_address_until_it_is_revoked() {
    let app = App::start();
    let driver = app.driver("ann");
    let token = app.log_in(driver);
    let parking = app.parking(driver, "$65");
    app.sql(&format!("UPDATE parking SET date = '2026-11-01', due_date = '2026-12-08' WHERE id = {parking}"));
    let address = || {
        let feed = app.post("/api/reminders/feed", &token, &json!({}));
        assert_eq!(feed.status, 201, "{}", feed.text);
        let whole = feed.json["address"].as_str().unwrap().to_owned();
        whole.strip_prefix(&*app.state.settings.public_url).unwrap().to_owned()
    };
    let first = address();
    let read = |path: &str| app.raw("GET", path, &[], b"");
    let calendar = read(&first);
    assert_eq!(calendar.status, 200, "{}", calendar.text);
    assert!(calendar.header("content-type").unwrap().starts_with("text/calendar"));
    assert!(calendar.text.contains("DTSTART;VALUE=DATE:20261208"), "{}", calendar.text);
    let second = address();
    assert_eq!((read(&first).status, read(&second).status), (404, 200));
    assert_eq!(app.call("DELETE", "/api/reminders/feed", Some(&token), None).status, 200);
    assert_eq!(read(&second).status, 404);
}

#[test]
fn one_click_unsubscribes_a_driver_from_reminder_emails() {
    let app = App::start();
    let driver = driver_with_confirmed_number(&app);
    app.sql(&format!("UPDATE users SET email_verified_at = now() WHERE id = {driver}"));
    let parking = app.parking(domain::shared::ids::UserId(driver), "$65");
    app.sql(&format!("UPDATE parking SET date = '2026-11-01', due_date = '2026-12-08' WHERE id = {parking}"));
    app.sql("DELETE FROM news_items");
    plan_notices(&deps_at(&app, MORNING), "one").unwrap();
    run_due_jobs(&deps_at(&app, "2026-12-01T17:06:00Z"), WORKERS).unwrap();
    let mail = app.mails().into_iter().find(|mail| mail.contains("/api/unsubscribe/")).unwrap();
    let (_, rest) = mail.split_once("/api/unsubscribe/").unwrap();
    let token: String = rest.chars().take_while(|c| *c != '>' && !c.is_whitespace()).collect();
    let path = format!("/api/unsubscribe/{token}");
    let headers = [
        ("Content-Type", "application/x-www-form-urlencoded".to_owned()),
        ("Sec-Fetch-Site", "cross-site".to_owned()),
    ];
    assert_eq!(app.raw("GET", &path, &[], b"").status, 200);
    let off =
        "SELECT count(*) FROM reminder_choices WHERE NOT mail_reminders AND NOT mail_news AND text_reminders";
    assert_eq!(app.count(off), 0, "opening the link alone unsubscribes nothing");
    for _ in 0..2 {
        let done = app.raw("POST", &path, &headers, b"List-Unsubscribe=One-Click");
        assert_eq!(done.status, 200, "{}", done.text);
    }
    assert_eq!(app.count(off), 1);
    assert_eq!(app.raw("POST", "/api/unsubscribe/other", &headers, b"").status, 404);
}

/// Names of the environment variables with the database and the provider for the killed process.
const KILLED: [&str; 2] = ["REMINDERS_DATABASE", "REMINDERS_PROVIDER"];

/// This function isn't a test. `reminders_are_sent_exactly_once_despite_a_killed_process` runs it
/// in another process, and kills that process.
#[test]
#[ignore = "another test starts it in a separate process"]
fn helper_process_that_is_killed_while_sending_reminders() {
    let [Ok(url), Ok(provider)] = KILLED.map(env::var) else {
        panic!("only another test starts this function")
    };
    let app = App::start();
    let deps = Deps {
        database: Arc::new(PgDatabase::open(&url, PoolSettings::default()).unwrap()),
        texts: Some(TextSender::new(Arc::new(Twilio::new(account_at(provider)).unwrap()))),
        ..deps_at(&app, MORNING)
    };
    plan_notices(&deps, "killed").unwrap();
    let deps = Deps { clock: deps_at(&app, "2026-12-01T17:06:00Z").clock, ..deps };
    run_due_jobs(&deps, WORKERS).unwrap();
}

#[test]
fn reminders_are_sent_exactly_once_despite_a_killed_process() {
    const DRIVERS: usize = 9;
    let provider = RememberingProvider::silent_after(4);
    let app = App::start_with(|config| config.twilio = Some(account_at(provider.api_base.clone())));
    for number in 0..DRIVERS {
        let driver = app.driver(&format!("driver{number}")).0;
        app.sql(&format!(
            "INSERT INTO text_notification_requests (user_id, phone_number, requested_at, confirmed_at)
             VALUES ({driver}, '555123456{number}', now(), now())"
        ));
        let parking = app.parking(domain::shared::ids::UserId(driver), "$65");
        app.sql(&format!(
            "UPDATE parking SET date = '2026-11-01', due_date = '2026-12-08' WHERE id = {parking}"
        ));
    }
    app.sql("DELETE FROM news_items");
    let [database, address] = KILLED;
    let mut process = Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "reminders::helper_process_that_is_killed_while_sending_reminders"])
        .env(database, app.database.url())
        .env(address, &provider.api_base)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    eventually("the provider has a text to which it does not respond", || {
        assert!(process.try_wait().unwrap().is_none(), "the process ended on its own");
        provider.numbers().len() == 5
    });
    process.kill().unwrap();
    process.wait().unwrap();
    assert_eq!(app.count("SELECT count(*) FROM notices WHERE status = 'sending'"), 1);

    // By this time, all leases of the killed process have expired.
    let later = deps_at(&app, "2026-12-01T18:00:00Z");
    plan_notices(&later, "another").unwrap();
    run_due_jobs(&later, WORKERS).unwrap();
    let mut numbers = provider.numbers();
    numbers.sort_unstable();
    let expected: Vec<String> = (0..DRIVERS).map(|number| format!("+1555123456{number}")).collect();
    assert_eq!(numbers, expected, "each driver got one text");
    assert_eq!(app.count("SELECT count(*) FROM notices WHERE channel = 'text' AND status = 'sent'"), 9);
}
