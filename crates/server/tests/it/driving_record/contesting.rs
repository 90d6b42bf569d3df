//! Letters in which drivers contest items, over HTTP.

use domain::shared::ids::UserId;
use serde_json::{Value, json};

use crate::support::{Answer, App};

const PICTURE: &[u8] = include_bytes!("../../../../../frontend/public/icon-192.png");

struct World {
    app: App,
    driver: UserId,
    token: String,
    parking: i32,
}

impl World {
    fn new() -> Self {
        let app = App::start();
        let driver = app.driver("ann");
        let (token, parking) = (app.log_in(driver), app.parking(driver, "$65"));
        Self { app, driver, token, parking }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/items/parking/{}/{rest}", self.parking)
    }

    /// Returns the letter as its driver sees it.
    fn letter(&self) -> Value {
        self.app.get(&self.path("contest-letter"), &self.token).json
    }

    fn save(&self, body: &Value) -> Answer {
        self.app.call("POST", &self.path("contest-letter"), Some(&self.token), Some(body))
    }

    /// Records that the driver sent the letter on this day, or undoes that if `sent_on` is null.
    fn send(&self, version: i32, sent_on: &Value) -> Answer {
        let body = json!({"version": version, "sentOn": sent_on});
        self.app.call("POST", &self.path("contest-letter/sent"), Some(&self.token), Some(&body))
    }

    /// Uploads a picture to this path. Returns the file's id.
    fn upload(&self, token: &str, path: &str) -> Value {
        let headers = [
            ("sec-fetch-site", "same-origin".to_owned()),
            ("cookie", format!("lanewise_session={token}")),
            ("content-type", "application/octet-stream".to_owned()),
        ];
        let added = self.app.raw("POST", &format!("{path}?fileName=Sign.png"), &headers, PICTURE);
        assert_eq!(added.status, 201, "{}", added.text);
        added.json["id"].clone()
    }

    /// Returns the parking ticket as its driver's list shows it.
    fn listed(&self) -> Value {
        self.app.get(&format!("/api/parking/{}", self.driver), &self.token).json[0].clone()
    }
}

/// Returns a valid letter. `version` is null for a new letter.
fn body(version: &Value) -> Value {
    json!({
        "version": version, "grounds": ["meter_broken"], "words": "The meter took my card twice.",
        "senderName": "Dana Rivera", "senderAddress": "1 Main St\nAustin, TX 78701",
        "issuerName": "City of Austin", "issuerAddress": "700 E 7th St\nAustin, TX 78701", "fileIds": [],
    })
}

/// Returns a valid new letter with another value for this field.
fn with_field(field: &str, value: Value) -> Value {
    let mut body = body(&Value::Null);
    body[field] = value;
    body
}

#[test]
fn a_driver_saves_a_contest_letter_records_it_as_sent_and_undoes_the_record() {
    let world = World::new();
    let before = world.letter();
    assert_eq!(
        (&before["version"], &before["isComplete"], &before["mayWrite"]),
        (&Value::Null, &json!(false), &json!(true))
    );
    let sentences: Vec<_> =
        before["knownGrounds"].as_array().unwrap().iter().map(|one| &one["sentence"]).collect();
    assert!(sentences.contains(&&json!("The meter or the payment machine did not work.")), "{sentences:?}");
    let photo = world.upload(&world.token, &world.path("files"));
    let saved = world.save(&with_field("fileIds", json!([photo])));
    assert_eq!(saved.status, 200, "{}", saved.text);
    assert_eq!((&saved.json["version"], &saved.json["fileIds"]), (&json!(1), &json!([photo])));
    let (status, headers, pdf) = world.app.bytes(&world.path("contest-letter/pdf"), &world.token);
    assert_eq!(status, 200);
    let disposition = headers.iter().find(|(name, _)| name == "content-disposition").unwrap();
    assert_eq!(
        disposition.1,
        format!("attachment; filename=\"lanewise-letter-parking-{}.pdf\"", world.parking)
    );
    let document = lopdf::Document::load_mem(&pdf).unwrap();
    let text = document.extract_text(&[1]).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["Dana Rivera", "700 E 7th St", "The meter took my card twice.", "1. Sign.png", "Signature"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let sent = world.send(1, &json!(world.listed()["date"]));
    assert_eq!((sent.status, &sent.json["version"]), (200, &json!(2)), "{}", sent.text);
    let item = world.listed();
    assert_eq!((&item["isDisputed"], &item["countsAsDue"]), (&json!(true), &json!(false)));
    assert_eq!((&item["letterSentOn"], &item["standing"]), (&item["date"], &json!("due")));
    assert_eq!(item["mayContest"], json!(true));
    assert_eq!(world.save(&body(&json!(2))).code(), "letter_sent");
    assert_eq!(world.send(2, &json!("2000-01-01")).code(), "letter_sent");
    assert_eq!(world.send(2, &Value::Null).json["sentOn"], Value::Null);
    let item = world.listed();
    assert_eq!((&item["isDisputed"], &item["letterSentOn"]), (&json!(false), &Value::Null));
}

#[test]
fn a_letter_of_10_000_characters_in_arabic_with_emoji_is_saved_and_a_longer_one_is_refused() {
    let world = World::new();
    let words: String = "لم تكن هناك علامة 🚗 ".chars().cycle().take(9_999).chain(['x']).collect();
    let saved = world.save(&with_field("words", json!(words)));
    assert_eq!((saved.status, &saved.json["words"]), (200, &json!(words)), "{}", saved.text);
    assert_eq!(saved.json["unprintable"], json!([{"field": "words", "characters": ["🚗"]}]));
    assert_eq!(world.letter()["unprintable"], saved.json["unprintable"]);
    let mut longer = with_field("words", json!(format!("{words}y")));
    longer["version"] = json!(1);
    let refused = world.save(&longer);
    assert_eq!(
        (refused.status, &refused.json["fields"]["words"]),
        (422, &json!("Please use at most 10000 characters."))
    );
}

#[test]
fn a_contest_letter_with_an_invalid_field_is_not_saved() {
    let world = World::new();
    for (field, value) in [
        ("grounds", json!(["not_driver"])),
        ("words", json!("a\u{0}b")),
        ("senderName", json!("two\nlines")),
        ("senderAddress", json!("a".repeat(501))),
        ("issuerName", json!("a".repeat(201))),
    ] {
        let refused = world.save(&with_field(field, value));
        assert_eq!(
            (refused.status, refused.json["fields"][field].is_string()),
            (422, true),
            "{field}: {}",
            refused.text
        );
    }
    assert_eq!(world.letter()["version"], Value::Null);
    assert_eq!(world.save(&body(&Value::Null)).status, 200);
    for day in ["2999-01-01", "1990-01-01", "yesterday"] {
        let refused = world.send(1, &json!(day));
        assert_eq!((refused.status, refused.json["fields"]["sentOn"].is_string()), (422, true), "{day}");
    }
    assert_eq!(world.listed()["isDisputed"], json!(false));
}

#[test]
fn a_driver_in_california_records_when_they_sent_the_courts_own_form() {
    let world = World::new();
    let ticket = world.app.ticket(world.driver, "$150");
    let path = |rest: &str| format!("/api/items/ticket/{ticket}/contest-letter{rest}");
    let court = json!({"courtState": "California"});
    let stated =
        world.app.call("PATCH", &format!("/api/tickets/{ticket}/court"), Some(&world.token), Some(&court));
    assert!(stated.status < 300, "{}", stated.text);
    let before = world.app.get(&path(""), &world.token).json;
    assert_eq!(
        (&before["ownForm"], &before["mayWrite"], &before["mayMarkSent"]),
        (&json!("form TR-205"), &json!(false), &json!(true))
    );
    let send = |version: Value, on: &Value| {
        let body = json!({"version": version, "sentOn": on});
        world.app.call("POST", &path("/sent"), Some(&world.token), Some(&body))
    };
    let listed = || {
        let tickets = world.app.get(&format!("/api/tickets/{}", world.driver), &world.token).json;
        tickets.as_array().unwrap().iter().find(|one| one["id"] == json!(ticket)).unwrap().clone()
    };
    let sent = send(Value::Null, &before["date"]);
    assert_eq!((sent.status, &sent.json["isOwnFormSent"]), (200, &json!(true)), "{}", sent.text);
    let item = listed();
    assert_eq!((&item["isDisputed"], &item["countsAsDue"]), (&json!(true), &json!(false)));
    assert_eq!((&item["letterSentOn"], &item["isOwnFormSent"]), (&before["date"], &json!(true)));
    assert_eq!(world.app.get(&path("/pdf"), &world.token).code(), "letter_incomplete");
    let undone = send(sent.json["version"].clone(), &Value::Null);
    assert_eq!((undone.status, &undone.json["version"]), (200, &Value::Null), "{}", undone.text);
    assert_eq!((&listed()["isDisputed"], &listed()["letterSentOn"]), (&json!(false), &Value::Null));
}

#[test]
fn a_driver_cannot_read_another_drivers_contest_letter_or_enclose_that_drivers_picture() {
    let world = World::new();
    let other = world.app.driver("bob");
    let token = world.app.log_in(other);
    let ticket = world.app.ticket(other, "$150");
    let picture = world.upload(&token, &format!("/api/items/ticket/{ticket}/files"));
    let saved = world.save(&with_field("fileIds", json!([picture])));
    assert_eq!((saved.status, &saved.json["fileIds"]), (200, &json!([])), "{}", saved.text);
    for path in ["contest-letter", "contest-letter/pdf"] {
        assert_eq!(world.app.get(&world.path(path), &token).status, 404, "{path}");
    }
}

#[test]
fn staff_can_read_a_contest_letter_and_each_reading_is_audited() {
    let world = World::new();
    assert_eq!(world.save(&body(&Value::Null)).status, 200);
    let (admin, count) = (world.app.admin(), "SELECT count(*) FROM audit_log WHERE action = 'file_read'");
    let staff = world.app.log_in(admin);
    let read = world.app.get(&world.path("contest-letter"), &staff);
    assert_eq!((read.status, &read.json["mayWrite"]), (200, &json!(false)));
    let (status, _, _) = world.app.bytes(&world.path("contest-letter/pdf"), &staff);
    assert_eq!((status, world.app.count(count)), (200, 2));
}

#[test]
fn a_drivers_data_download_contains_their_contest_letters() {
    let world = World::new();
    assert_eq!(world.save(&body(&Value::Null)).status, 200);
    let data = world.app.own_data(&world.token);
    assert_eq!(data["contestLetters"][0]["words"], json!("The meter took my card twice."));
    assert_eq!(data["contestLetters"][0]["grounds"], json!(["meter_broken"]));
}
