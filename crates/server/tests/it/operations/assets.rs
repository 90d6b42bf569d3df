//! The page's files: which form of them goes out, and when none has to.

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, IF_NONE_MATCH};
use actix_web::test::TestRequest;
use lanewise_http::operations::assets::Assets;

fn assets() -> Assets {
    let files = [("index.html", "plain"), ("index.html.br", "brotli"), ("index.html.gz", "gzip")];
    Assets::new(files.map(|(path, text)| (path.to_owned(), text.into(), "v1".to_owned())))
}

/// Status, coding and tag of an answer.
fn ask(accepted: &str, seen: &str) -> (StatusCode, Option<String>, String) {
    let request =
        TestRequest::get().insert_header((ACCEPT_ENCODING, accepted)).insert_header((IF_NONE_MATCH, seen));
    let answer = assets().answer(&request.to_http_request()).unwrap();
    let header = |name| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    (answer.status(), header(CONTENT_ENCODING), header(ETAG).unwrap())
}

#[test]
fn the_best_form_that_is_accepted_goes_out() {
    for (accepted, coding) in [
        ("br, gzip", Some("br")),
        ("gzip", Some("gzip")),
        ("br;q=0, gzip", Some("gzip")),
        ("br;q=0.000, gzip;q=0.5", Some("gzip")),
        ("br;q=0.0,gzip;q=0.00", None),
        ("", None),
        ("identity", None),
    ] {
        assert_eq!(ask(accepted, "\"x\"").1.as_deref(), coding, "{accepted}");
    }
}

#[test]
fn each_form_has_a_tag_and_what_was_seen_does_not_go_out_again() {
    let tags = ["br", "gzip", ""].map(|accepted| ask(accepted, "\"x\"").2);
    assert_eq!(tags, ["\"v1-br\"", "\"v1-gzip\"", "\"v1\""]);
    for seen in ["\"v1-br\"", "W/\"v1-br\"", "\"a\", \"v1-br\"", "*"] {
        assert_eq!(ask("br", seen).0, StatusCode::NOT_MODIFIED, "{seen}");
    }
    assert_eq!(ask("br", "\"v1-gzip\"").0, StatusCode::OK, "that is another form");
}
