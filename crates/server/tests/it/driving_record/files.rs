//! Photos and documents of items, over HTTP.

use std::io::{Read, Write};
use std::net::TcpListener;

use domain::shared::ids::UserId;
use serde_json::{Value, json};

use crate::support::{Answer, App};

/// A picture that browsers can show.
const PICTURE: &[u8] = include_bytes!("../../../../../frontend/public/icon-192.png");
const MEGABYTE: usize = 1024 * 1024;

struct World {
    app: App,
    driver: UserId,
    token: String,
    ticket: i32,
}

impl World {
    fn new() -> Self {
        Self::with_app(App::start())
    }

    fn with_app(app: App) -> Self {
        let driver = app.driver("driver");
        let (token, ticket) = (app.log_in(driver), app.ticket(driver, "$150"));
        Self { app, driver, token, ticket }
    }

    fn path(&self) -> String {
        format!("/api/items/ticket/{}/files", self.ticket)
    }

    /// Sends bytes to this path.
    fn send(&self, token: &str, method: &str, path: &str, content: &[u8]) -> Answer {
        let headers = [
            ("sec-fetch-site", "same-origin".to_owned()),
            ("cookie", format!("lanewise_session={token}")),
            ("content-type", "application/octet-stream".to_owned()),
        ];
        self.app.raw(method, path, &headers, content)
    }

    /// Uploads a file to the ticket. `query` has further parameters, each starting with `&`.
    fn upload(&self, query: &str, content: &[u8]) -> Answer {
        self.send(&self.token, "POST", &format!("{}?fileName=Sign.png{query}", self.path()), content)
    }

    /// Uploads the piece of a file's original that starts at this byte.
    fn piece(&self, id: &Value, offset: usize, piece: &[u8]) -> Answer {
        self.send(&self.token, "PUT", &format!("/api/item-files/{id}/original?offset={offset}"), piece)
    }

    fn list(&self) -> Value {
        self.app.get(&self.path(), &self.token).json
    }
}

/// Returns a JPEG of about this many bytes with a GPS position in its EXIF data.
fn photo(bytes: usize) -> Vec<u8> {
    let plain = include_bytes!("photo.jpg");
    let mut photo = plain[..2].to_vec();
    photo.extend(b"\xFF\xE1\x00\x14Exif\0\0GPS 40.7128 N");
    while photo.len() + plain.len() < bytes {
        let length = u16::try_from((bytes - photo.len() - plain.len()).clamp(4, 60_000)).unwrap();
        photo.extend([0xFF, 0xFE]);
        photo.extend((length - 2).to_be_bytes());
        photo.extend(vec![b'x'; usize::from(length) - 4]);
    }
    photo.extend(&plain[2..]);
    photo
}

#[test]
fn the_driver_uploads_opens_and_deletes_a_photo() {
    let world = World::new();
    let added = world.upload("", PICTURE);
    assert_eq!(added.status, 201, "{}", added.text);
    let file = added.json;
    assert_eq!((&file["name"], &file["kind"]), (&json!("Sign.png"), &json!("png")));
    assert_eq!(file["receivedBytes"], file["bytes"]);
    assert_eq!(file["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(world.list(), json!([file]));
    let path = format!("/api/item-files/{}", file["id"]);
    let (status, headers, bytes) = world.app.bytes(&path, &world.token);
    assert_eq!((status, bytes.starts_with(b"\xFF\xD8\xFF")), (200, true), "the reduced copy is a JPEG");
    let header = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    assert_eq!(header("x-content-type-options"), Some("nosniff"));
    assert!(header("content-disposition").unwrap().starts_with("attachment; filename=\"lanewise-file-"));
    let (_, _, bytes) = world.app.bytes(&format!("{path}?original=true"), &world.token);
    assert!(bytes == PICTURE, "the original is unchanged");
    let data = world.app.own_data(&world.token);
    assert_eq!(data["itemFiles"][0]["name"], json!("Sign.png"));
    let in_archive = data["itemFiles"][0]["path"].as_str().unwrap();
    assert!(world.app.own_files(&world.token)[in_archive] == PICTURE, "the download contains the original");
    assert_eq!(world.send(&world.token, "DELETE", &path, b"").status, 200);
    assert_eq!((world.list(), world.app.get(&path, &world.token).status), (json!([]), 404));
}

#[test]
fn the_download_of_the_drivers_data_says_which_file_is_unreadable() {
    let world = World::new();
    let [lost, kept] = [1, 2].map(|_| world.upload("", PICTURE).json);
    let name = format!("SELECT content_name FROM item_files WHERE id = {}", lost["id"]);
    let content =
        world.app.data_dir().join("files").join(world.app.database.value(&name).unwrap() + "-original");
    std::fs::remove_file(content).unwrap();
    let files = world.app.own_files(&world.token);
    let found = |name: String| files.iter().find(|(path, _)| path.ends_with(&name)).unwrap().1;
    assert!(found(format!("/{}-Sign.png", kept["id"])) == PICTURE);
    let instead = found(format!("/{}-Sign.png (unreadable).txt", lost["id"]));
    assert_eq!(instead, b"We couldn't read this file. Please contact our support.\n");
}

#[test]
fn photos_and_their_names_are_not_stored_in_plain_text() {
    let world = World::new();
    assert_eq!(world.upload("", PICTURE).status, 201);
    let folder = world.app.data_dir().join("files");
    let mut stored = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let content = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!content.windows(4).any(|part| part == b"IHDR"), "the content is encrypted");
        stored += 1;
    }
    assert_eq!(stored, 2, "a reduced copy and an original");
    let names = world.app.count(
        "SELECT count(*) FROM item_files WHERE position(convert_to('Sign', 'UTF8') IN sealed_name) > 0",
    );
    assert_eq!(names, 0);
}

#[test]
fn an_original_photo_keeps_its_location_metadata_and_the_reduced_copy_has_none() {
    let world = World::new();
    let photo = photo(MEGABYTE + 50_000);
    let added = world.upload(&format!("&originalBytes={}", photo.len()), PICTURE).json;
    assert_eq!((&added["receivedBytes"], &added["sha256"]), (&json!(0), &Value::Null));
    let id = &added["id"];
    let original = format!("/api/item-files/{id}?original=true");
    assert_eq!(world.app.get(&original, &world.token).code(), "original_incomplete");
    let (first, last) = photo.split_at(MEGABYTE);
    assert_eq!(world.piece(id, 0, first).json["receivedBytes"], json!(MEGABYTE));
    assert_eq!(world.piece(id, 0, first).json["receivedBytes"], json!(MEGABYTE), "sent again after a break");
    let done = world.piece(id, MEGABYTE, last);
    assert_eq!((done.status, &done.json["kind"]), (200, &json!("jpeg")), "{}", done.text);
    let has_place = |content: &[u8]| content.windows(3).any(|part| part == b"GPS");
    let (_, _, bytes) = world.app.bytes(&original, &world.token);
    assert!(bytes == photo && has_place(&bytes), "evidence stays as it was uploaded");
    let (_, _, bytes) = world.app.bytes(&format!("/api/item-files/{id}"), &world.token);
    assert!(bytes.starts_with(b"\xFF\xD8\xFF") && !has_place(&bytes));
    assert_eq!(world.app.count("SELECT count(*) FROM item_file_pieces"), 0);
}

#[test]
fn uploads_of_invalid_oversized_or_disguised_photos_are_refused() {
    let world = World::new();
    let mut huge = b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR".to_vec();
    huge.extend([50_000_u32.to_be_bytes(), 50_000_u32.to_be_bytes()].concat());
    huge.extend(b"\x08\x06\0\0\0\0\0\0\0\0\0\0\0IEND\xAE\x42\x60\x82");
    let page = b"<html><script>alert(1)</script></html>";
    let polyglot = [b"GIF89a/*".as_slice(), page].concat();
    for (content, status) in [
        (&huge[..], 422),
        (page, 422),
        (&polyglot, 422),
        (&PICTURE[..2000], 422),
        (b"", 422),
        (&vec![0; 15 * MEGABYTE + 1], 413),
    ] {
        let answer = world.upload("", content);
        assert_eq!(answer.status, status, "{}", answer.text);
    }
    assert_eq!(world.upload("&originalBytes=15728641", PICTURE).status, 422);
    assert_eq!(world.upload("&originalBytes=9", b"%PDF-1.7 x %%EOF").status, 422);
    assert_eq!(world.upload("&other=1", PICTURE).status, 422);
    // HTML that was appended to a picture isn't in the reduced copy, which the page displays.
    let added = world.upload("", &[PICTURE, page].concat()).json;
    let (_, _, bytes) = world.app.bytes(&format!("/api/item-files/{}", added["id"]), &world.token);
    assert!(!bytes.windows(6).any(|part| part == b"script"));
    assert_eq!(world.list().as_array().unwrap().len(), 1);
}

#[test]
fn a_driver_can_upload_20_photos_at_once_and_then_one_every_2_seconds() {
    let world = World::with_app(App::start_with(|config| config.rate_limits = true));
    // A driver may upload 20 files at once.
    let statuses: Vec<u16> = (0..20).map(|_| world.upload("", b"no picture").status).collect();
    assert_eq!(statuses, vec![422; 20]);
    let refused = (0..100).map(|_| world.upload("", b"no picture")).find(|answer| answer.status == 429);
    let wait: u64 = refused.unwrap().header("retry-after").unwrap().parse().unwrap();
    assert!((1..=2).contains(&wait), "one upload is possible every 2 seconds, not after {wait}");
}

#[test]
fn other_drivers_get_404_for_a_photo_and_each_reading_by_staff_is_audited() {
    let world = World::new();
    let added = world.upload("", PICTURE).json;
    let file = format!("/api/item-files/{}", added["id"]);
    let other = world.app.log_in(world.app.driver("other"));
    for (method, path) in [("GET", &file), ("DELETE", &file), ("GET", &world.path())] {
        assert_eq!(world.send(&other, method, path, b"").status, 404, "{method} {path}");
    }
    let piece = format!("{file}/original?offset=0");
    assert_eq!(world.send(&other, "PUT", &piece, b"x").status, 404);
    let upload = format!("{}?fileName=x.png", world.path());
    assert_eq!(world.send(&other, "POST", &upload, PICTURE).status, 404);
    let admin = world.app.admin();
    let staff = world.app.log_in(admin);
    assert_eq!(world.app.bytes(&file, &staff).0, 200);
    let read = format!(
        "SELECT count(*) FROM audit_log WHERE action = 'file_read' AND actor_id = {admin} AND subject_kind = 'ticket'"
    );
    assert_eq!(world.app.count(&read), 1);
}

#[test]
fn closing_the_account_deletes_the_photos() {
    let world = World::new();
    assert_eq!(world.upload("", PICTURE).status, 201);
    world.app.set_password(world.driver, "violet-tractor-plum-4");
    let closed =
        world.app.post("/api/account/close", &world.token, &json!({"password": "violet-tractor-plum-4"}));
    assert!(closed.status < 300, "{}", closed.text);
    assert_eq!(world.app.count("SELECT count(*) FROM item_files"), 0);
    assert_eq!(world.app.count("SELECT count(*) FROM content_deletions"), 1);
}

/// Starts a stand-in for clamd that finds malware in files with the word `EICAR`. Returns its address.
fn start_clamd() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut command = [0; 10];
            stream.read_exact(&mut command).unwrap();
            assert_eq!(&command, b"zINSTREAM\0");
            let mut content = vec![];
            loop {
                let mut length = [0; 4];
                stream.read_exact(&mut length).unwrap();
                let length = usize::try_from(u32::from_be_bytes(length)).unwrap();
                if length == 0 {
                    break;
                }
                let mut piece = vec![0; length];
                stream.read_exact(&mut piece).unwrap();
                content.extend(piece);
            }
            let is_found = content.windows(5).any(|part| part == b"EICAR");
            let answer = if is_found { "stream: Eicar-Test-Signature FOUND" } else { "stream: OK" };
            stream.write_all(format!("{answer}\0").as_bytes()).unwrap();
        }
    });
    address
}

#[test]
fn clamd_scans_photos_and_originals_before_they_are_stored() {
    let address = start_clamd();
    let world = World::with_app(App::start_with(|config| config.clamd_address = Some(address)));
    assert_eq!(world.upload("", PICTURE).status, 201);
    let infected = world.upload("", b"%PDF-1.7 EICAR %%EOF");
    assert_eq!(infected.status, 422, "{}", infected.text);
    assert!(infected.text.contains("malware"));
    let original = [photo(2_000), b"EICAR".to_vec()].concat();
    let added = world.upload(&format!("&originalBytes={}", original.len()), PICTURE).json;
    assert_eq!(world.piece(&added["id"], 0, &original).status, 422);
    assert_eq!(world.app.count("SELECT count(*) FROM item_file_pieces"), 0);
    assert_eq!(world.list().as_array().unwrap().len(), 2);
}

#[test]
fn uploads_are_refused_while_clamd_cannot_be_reached() {
    let unused = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let world = World::with_app(App::start_with(|config| config.clamd_address = Some(unused)));
    let refused = world.upload("", PICTURE);
    assert_eq!((refused.status, refused.code()), (503, "scanner_unavailable"));
    assert_eq!(world.list(), json!([]));
}

#[test]
fn the_my_file_pdf_lists_the_photos_and_is_made_within_two_seconds() {
    let world = World::new();
    for _ in 0..3 {
        assert_eq!(world.upload("", PICTURE).status, 201);
    }
    let path = format!("/api/items/ticket/{}/my-file?messages=true", world.ticket);
    let started = std::time::Instant::now();
    let (status, headers, pdf) = world.app.bytes(&path, &world.token);
    assert!(started.elapsed().as_secs_f32() < 2.0, "{:?}", started.elapsed());
    assert_eq!((status, pdf.starts_with(b"%PDF-")), (200, true));
    let disposition = headers.iter().find(|(name, _)| name == "content-disposition").unwrap();
    assert_eq!(disposition.1, format!("attachment; filename=\"lanewise-ticket-{}.pdf\"", world.ticket));
    let document = lopdf::Document::load_mem(&pdf).unwrap();
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    assert!(document.extract_text(&pages).unwrap().contains("Sign.png"));
    let staff = world.app.log_in(world.app.admin());
    assert_eq!(world.app.get(&path, &staff).status, 403, "messages are the driver's");
}
