//! Tests of who can read the messages, files and consents of a case, and who can't.

use super::client::Client;
use crate::support::{Answer, App, eventually};
use serde_json::{Value, json};

/// A picture that browsers can show.
const PICTURE: &[u8] = include_bytes!("../../../../../frontend/public/icon-192.png");
const SECRET: &str = "The light was green, I swear.";

/// A driver's case that the first of two lawyers accepted. `first`, `second` and `staff` are session tokens.
struct World {
    client: Client,
    first: String,
    second: String,
    staff: String,
    id: i64,
}

impl World {
    fn new() -> Self {
        let client = Client::new();
        let [first, second] = ["first", "second"].map(|name| client.app.log_in(client.app.lawyer(name)));
        let staff = client.app.log_in(client.app.admin());
        client.pay();
        eventually("the webhook makes the hire", || client.hire().is_some());
        let id = client.hire().unwrap()["id"].as_i64().unwrap();
        let world = Self { client, first, second, staff, id };
        let version = world.case()["version"].clone();
        let accepted =
            world.app().post(&world.lawyer_path("accept"), &world.first, &json!({"version": version}));
        assert_eq!(accepted.status, 200, "{}", accepted.text);
        let sent = world.write(&world.client.token, &world.driver_path("messages"));
        assert_eq!(sent.status, 201, "{}", sent.text);
        let uploaded = world.upload(&world.client.token, &world.driver_path("files"), PICTURE);
        assert_eq!(uploaded.status, 201, "{}", uploaded.text);
        world
    }

    fn app(&self) -> &App {
        &self.client.app
    }

    /// Returns the path of a driver's call about the case.
    fn driver_path(&self, call: &str) -> String {
        format!("/api/lawyer-cases/{}/{call}", self.id)
    }

    /// Returns the path of a lawyer's call about the case.
    fn lawyer_path(&self, call: &str) -> String {
        format!("/api/lawyer/cases/{}/{call}", self.id)
    }

    /// Returns the path of a staff member's call about the case.
    fn staff_path(&self, call: &str) -> String {
        format!("/api/admin/cases/{}/{call}", self.id)
    }

    /// Returns the case as the driver sees it.
    fn case(&self) -> Value {
        self.app().get(&format!("/api/lawyer-cases/{}", self.id), &self.client.token).json
    }

    /// Sends the message [`SECRET`] to this path.
    fn write(&self, token: &str, path: &str) -> Answer {
        self.app().post(path, token, &json!({"text": SECRET}))
    }

    fn upload(&self, token: &str, path: &str, file: &[u8]) -> Answer {
        let headers = [
            ("sec-fetch-site", "same-origin".to_owned()),
            ("cookie", format!("lanewise_session={token}")),
            ("content-type", "application/octet-stream".to_owned()),
        ];
        self.app().raw("POST", &format!("{path}?fileName=Photo%20of%20the%20light.png"), &headers, file)
    }

    /// Returns the id of the newest file.
    fn file(&self) -> i64 {
        self.app().count("SELECT max(id) FROM case_files")
    }

    /// Sends a POST request without a body.
    fn press(&self, path: &str, token: &str) -> Answer {
        self.app().call("POST", path, Some(token), None)
    }

    /// Gives, refuses or withdraws the consent that was requested last.
    fn answer_consent(&self, is_allowed: bool) -> Answer {
        let id = self.app().count("SELECT max(id) FROM case_consents");
        let body = json!({"consentId": id, "isAllowed": is_allowed});
        self.app().post(&self.driver_path("consents"), &self.client.token, &body)
    }
}

#[test]
fn a_driver_and_a_lawyer_exchange_messages_and_files() {
    let world = World::new();
    let case = world.app().get(&format!("/api/lawyer/cases/{}", world.id), &world.first).json;
    assert_eq!(
        (&case["messages"], &case["unreadMessages"], &case["files"]),
        (&json!(1), &json!(1), &json!(1))
    );
    let seen = world.app().get(&world.lawyer_path("messages"), &world.first).json;
    assert_eq!(
        (&seen["messages"][0]["text"], &seen["messages"][0]["isFromLawyer"]),
        (&json!(SECRET), &json!(false))
    );
    assert_eq!(
        (&seen["files"][0]["name"], &seen["files"][0]["kind"]),
        (&json!("Photo of the light.png"), &json!("png"))
    );
    let shown = json!({"lastMessageId": seen["messages"][0]["id"]});
    let read = world.app().post(&world.lawyer_path("messages/read"), &world.first, &shown);
    assert_eq!((read.status, read.json), (200, json!({"unreadMessages": 0})));
    let case = world.app().get(&format!("/api/lawyer/cases/{}", world.id), &world.first).json;
    assert_eq!(case["unreadMessages"], json!(0));

    let path = format!("/api/lawyer/cases/files/{}", world.file());
    let (status, headers, bytes) = world.app().bytes(&path, &world.first);
    assert_eq!((status, bytes.starts_with(b"\x89PNG")), (200, true));
    let header = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    assert_eq!(header("content-type"), Some("image/png"));
    assert_eq!(header("x-content-type-options"), Some("nosniff"));
    assert!(header("content-disposition").unwrap().starts_with("attachment; filename=\"lanewise-case-"));
    assert!(!header("content-disposition").unwrap().contains("light"), "the file's name is secret too");

    assert_eq!(world.write(&world.first, &world.lawyer_path("messages")).status, 201);
    assert_eq!(world.case()["unreadMessages"], json!(1));
    eventually("the driver gets an email", || {
        world.app().mails().iter().any(|mail| mail.contains("You have a message from your lawyer"))
    });
    assert!(world.app().mails().iter().all(|mail| !mail.contains("green")), "no email contains the message");
}

#[test]
fn invalid_messages_and_files_are_refused() {
    let world = World::new();
    let blank = world.app().post(&world.driver_path("messages"), &world.client.token, &json!({"text": "  "}));
    assert_eq!((blank.status, blank.json["fields"]["text"].is_string()), (422, true));
    let long = json!({"text": "x".repeat(4_001)});
    assert_eq!(world.app().post(&world.driver_path("messages"), &world.client.token, &long).status, 422);
    for wrong in [&b"MZ a program"[..], &PICTURE[..PICTURE.len() - 20]] {
        let refused = world.upload(&world.client.token, &world.driver_path("files"), wrong);
        assert_eq!(
            (refused.status, refused.json["fields"]["file"].is_string()),
            (422, true),
            "{}",
            refused.text
        );
    }
    let huge = vec![b' '; 15 * 1024 * 1024 + 1];
    assert_eq!(world.upload(&world.client.token, &world.driver_path("files"), &huge).status, 413);
}

#[test]
fn other_users_cannot_read_case_messages_or_files_at_any_path() {
    let world = World::new();
    let other = world.app().log_in(world.app().driver("other"));
    let (file, app) = (world.file(), world.app());
    let files = ["/api/lawyer-cases", "/api/lawyer/cases", "/api/admin/cases"]
        .map(|path| format!("{path}/files/{file}"));
    let messages =
        [world.driver_path("messages"), world.lawyer_path("messages"), world.staff_path("messages")];
    for path in files.iter().chain(&messages) {
        assert_eq!(app.call("GET", path, None, None).status, 401, "{path}");
        for (name, token) in [("driver", &other), ("lawyer", &world.second), ("staff", &world.staff)] {
            let answer = app.get(path, token);
            assert!([403, 404, 409].contains(&answer.status), "{path} as {name}: {}", answer.text);
            assert!(!answer.text.contains("light"), "{path} as {name}: {}", answer.text);
        }
    }
    for (path, token) in
        [(world.driver_path("messages"), &other), (world.lawyer_path("messages"), &world.second)]
    {
        assert_eq!(world.write(token, &path).status, 404);
    }
    for (path, token) in [(world.driver_path("files"), &other), (world.lawyer_path("files"), &world.second)] {
        assert_eq!(world.upload(token, &path, PICTURE).status, 404);
    }
}

#[test]
fn a_former_lawyer_cannot_read_the_case_and_the_next_lawyer_sees_no_earlier_messages() {
    let world = World::new();
    let reassigned =
        world.app().post(&world.staff_path("reassign"), &world.staff, &json!({"reason": "Absent"}));
    assert_eq!(reassigned.status, 200, "{}", reassigned.text);
    let file = format!("/api/lawyer/cases/files/{}", world.file());
    for token in [&world.first, &world.second] {
        assert_eq!(world.app().get(&world.lawyer_path("messages"), token).status, 404);
        assert_eq!(world.app().get(&file, token).status, 404);
    }
    let version = world.case()["version"].clone();
    world.app().post(&world.lawyer_path("accept"), &world.second, &json!({"version": version}));
    let seen = world.app().get(&world.lawyer_path("messages"), &world.second).json;
    assert_eq!((&seen["messages"], seen["files"].as_array().map(Vec::len)), (&json!([]), Some(1)));
    assert_eq!(world.app().get(&world.lawyer_path("messages"), &world.first).status, 404);
}

#[test]
fn a_case_file_cannot_be_deleted_if_an_agreement_or_a_case_step_uses_it() {
    let world = World::new();
    let app = world.app();
    let pdf = b"%PDF-1.7 I represent you. %%EOF";
    let uploaded = world.upload(&world.first, &world.lawyer_path("files"), pdf);
    let contract = uploaded.json["files"][1]["id"].as_i64().unwrap();
    let call = |name: &str, body: Value| {
        let version = world.case()["version"].clone();
        let mut body = body;
        body["version"] = version;
        app.post(&world.lawyer_path(name), &world.first, &body)
    };
    let sent = call("agreement", json!({"fileId": contract}));
    assert_eq!((sent.status, &sent.json["agreement"]["fileId"]), (200, &json!(contract)), "{}", sent.text);
    let hash = sent.json["agreement"]["sha256"].as_str().unwrap().to_owned();
    let (status, _, bytes) = app.bytes(&format!("/api/lawyer-cases/files/{contract}"), &world.client.token);
    assert_eq!((status, &bytes[..]), (200, &pdf[..]));
    assert_eq!(
        app.count(&format!(
            "SELECT count(*) FROM case_agreements WHERE sha256 = '{hash}'
        AND sha256 = encode(sha256('%PDF-1.7 I represent you. %%EOF'), 'hex')"
        )),
        1
    );
    let signature =
        json!({"name": "Anyone", "isOtherNameConfirmed": true, "version": world.case()["version"]});
    assert_eq!(app.post(&world.driver_path("sign"), &world.client.token, &signature).status, 200);

    let photo = world.file() - 1;
    let step = json!({"step": "appearance_filed", "files": [photo]});
    let recorded = call("steps", step);
    let files = |case: &Value| case["events"].as_array().unwrap().last().unwrap()["files"].clone();
    assert_eq!((recorded.status, files(&recorded.json)), (200, json!([photo])), "{}", recorded.text);
    let seen = app.get(&format!("/api/admin/cases/{}", world.id), &world.staff);
    assert_eq!(files(&seen.json), json!([photo]));
    assert!(!seen.text.contains("light"), "staff do not see the file's name: {}", seen.text);

    let delete =
        |path: &str, id: i64, token: &str| app.call("DELETE", &format!("{path}/{id}"), Some(token), None);
    let (own, client) = ("/api/lawyer-cases/files", "/api/lawyer/cases/files");
    assert_eq!(delete(own, photo, &world.client.token).code(), "file_in_use");
    assert_eq!(delete(client, contract, &world.first).code(), "file_in_use");
    let spare =
        world.upload(&world.client.token, &world.driver_path("files"), PICTURE).json["files"][2].clone();
    assert_eq!(spare["mayDelete"], json!(true));
    let spare = spare["id"].as_i64().unwrap();
    assert_eq!(delete(client, spare, &world.first).status, 403);
    assert_eq!(delete(client, spare, &world.second).status, 404);
    let left = delete(own, spare, &world.client.token);
    assert_eq!((left.status, left.json["files"].as_array().map(Vec::len)), (200, Some(2)), "{}", left.text);
    assert_eq!(app.count(&format!("SELECT count(*) FROM case_files WHERE id = {spare}")), 0);
    assert_eq!(app.count("SELECT count(*) FROM content_deletions"), 1, "a job deletes the file's content");
    let last = world.case()["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["kind"], &last["note"]), (&json!("file_deleted"), &json!(null)));
}

#[test]
fn staff_can_read_case_messages_only_while_the_drivers_consent_lasts() {
    let world = World::new();
    let file = format!("/api/admin/cases/files/{}", world.file());
    let read = || world.app().get(&world.staff_path("messages"), &world.staff);
    let case = world.app().get(&format!("/api/admin/cases/{}", world.id), &world.staff);
    assert_eq!(
        (&case.json["messages"], &case.json["files"]),
        (&json!(1), &json!(1)),
        "staff see that messages and files exist"
    );
    assert!(!case.text.contains("light"), "{}", case.text);
    assert_eq!((read().status, read().code().to_owned()), (409, "consent_needed".to_owned()));

    let asked = world.press(&world.staff_path("reading-request"), &world.staff);
    assert_eq!((asked.status, &asked.json["consents"][0]["state"]), (200, &json!("asked")), "{}", asked.text);
    assert_eq!(read().code(), "consent_needed");
    assert_eq!(world.answer_consent(true).json["consents"][0]["state"], json!("given"));
    assert_eq!(read().json["messages"][0]["text"], json!(SECRET));
    assert_eq!(world.app().bytes(&file, &world.staff).0, 200);
    assert_eq!(world.app().count("SELECT count(*) FROM audit_log WHERE action = 'case_read'"), 2);
    let logged = "SELECT count(*) FROM audit_log WHERE (before::text || after::text) LIKE '%light%'";
    assert_eq!(world.app().count(logged), 0, "the audit trail has no message and no name of a file");

    assert_eq!(world.answer_consent(false).json["consents"][0]["state"], json!("withdrawn"));
    assert_eq!(
        (read().code().to_owned(), world.app().get(&file, &world.staff).status),
        ("consent_needed".to_owned(), 409)
    );
    world.press(&world.staff_path("reading-request"), &world.staff);
    world.answer_consent(true);
    assert_eq!(read().status, 200);
    world
        .app()
        .sql("UPDATE case_consents SET expires_at = now() - interval '1 second' WHERE ended_at IS NULL");
    assert_eq!(read().code(), "consent_needed");
}

#[test]
fn a_lawyer_sees_the_driving_record_only_with_the_drivers_consent() {
    let world = World::new();
    let record = || world.app().get(&world.lawyer_path("record"), &world.first);
    assert_eq!(record().code(), "consent_needed");
    assert_eq!(world.press(&world.lawyer_path("record-request"), &world.first).status, 200);
    assert_eq!(record().code(), "consent_needed");
    assert_eq!(world.answer_consent(true).status, 200);
    let shared = record();
    assert_eq!((shared.status, &shared.json["licenseStatus"]), (200, &json!("unknown")), "{}", shared.text);
    assert_eq!(world.app().get(&world.lawyer_path("record"), &world.second).status, 404);
    world.answer_consent(false);
    assert_eq!(record().code(), "consent_needed");
}

#[test]
fn case_messages_are_stored_encrypted_and_only_the_drivers_download_contains_them() {
    let world = World::new();
    let plain = "SELECT count(*) FROM case_messages WHERE position('green'::bytea IN sealed) > 0";
    assert_eq!(world.app().count(plain), 0);
    let files: Vec<_> = std::fs::read_dir(world.app().data_dir().join("files")).unwrap().collect();
    assert_eq!(files.len(), 1);
    for file in files {
        let content = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!content.windows(3).any(|part| part == b"PNG"), "the content is encrypted");
    }
    let data = world.app().own_data(&world.client.token);
    assert_eq!(data["lawyerMessages"][0]["text"], json!(SECRET));
    assert_eq!(data["lawyerFiles"][0]["name"], json!("Photo of the light.png"));
    let path = data["lawyerFiles"][0]["path"].as_str().unwrap();
    assert!(world.app().own_files(&world.client.token)[path].starts_with(b"\x89PNG"));
    for path in [
        format!("/api/admin/users/{}/timeline", world.client.owner()),
        "/api/admin/exports/lawyer-hires".to_owned(),
        "/api/lawyer-hires".to_owned(),
    ] {
        assert!(!world.app().get(&path, &world.staff).text.contains("light"), "{path}");
    }
}
