//! The page's files: compression, caching, WebAssembly and prerendered screens.

use std::io::Write;

use actix_web::body::MessageBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, IF_NONE_MATCH, VARY,
};
use actix_web::test::TestRequest;
use brotli::CompressorWriter;
use lanewise_http::operations::assets::{Assets, CurrentAssets};

fn assets() -> Assets {
    let files = [("index.html", "plain"), ("index.html.br", "brotli"), ("index.html.gz", "gzip")];
    Assets::new(files.map(|(path, text)| (path.to_owned(), text.into(), "v1".to_owned())))
}

/// Returns the status, the encoding and the ETag of a response.
fn request_page(accepted: &str, etag: &str) -> (StatusCode, Option<String>, String) {
    let request =
        TestRequest::get().insert_header((ACCEPT_ENCODING, accepted)).insert_header((IF_NONE_MATCH, etag));
    let answer = assets().find_response(&request.to_http_request(), true).unwrap();
    let header = |name| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    (answer.status(), header(CONTENT_ENCODING), header(ETAG).unwrap())
}

#[test]
fn the_best_accepted_encoding_is_served() {
    for (accepted, coding) in [
        ("br, gzip", Some("br")),
        ("gzip", Some("gzip")),
        ("br;q=0, gzip", Some("gzip")),
        ("br;q=0.000, gzip;q=0.5", Some("gzip")),
        ("br;q=0.0,gzip;q=0.00", Some("identity")),
        ("deflate", Some("identity")),
        ("", Some("identity")),
        ("identity", Some("identity")),
    ] {
        assert_eq!(request_page(accepted, "\"x\"").1.as_deref(), coding, "{accepted}");
    }
}

#[test]
fn a_file_that_is_stored_only_compressed_is_served_uncompressed_to_clients_without_brotli() {
    let mut brotli = CompressorWriter::new(vec![], 4096, 11, 22);
    brotli.write_all(b"the model").unwrap();
    let file = ("assets/model.traineddata.br".to_owned(), brotli.into_inner().into(), "v1".to_owned());
    let assets = Assets::new([file]);
    for _ in 0..2 {
        let request = TestRequest::with_uri("/assets/model.traineddata").to_http_request();
        let answer = assets.find_response(&request, true).unwrap();
        assert_eq!(answer.headers().get(ETAG).unwrap(), "\"v1\"");
        assert_eq!(answer.headers().get(CONTENT_ENCODING).unwrap(), "identity");
        assert_eq!(answer.into_body().try_into_bytes().unwrap(), "the model");
    }
}

#[test]
fn files_of_a_new_build_are_served_once_they_replace_the_old_ones() {
    let current = CurrentAssets::new(assets());
    let built_again = Assets::new([("index.html".to_owned(), "new".into(), "v2".to_owned())]);
    current.replace(built_again);
    let answer = current.load().find_response(&TestRequest::get().to_http_request(), true).unwrap();
    assert_eq!(answer.headers().get(ETAG).unwrap(), "\"v2\"");
    assert_eq!(answer.into_body().try_into_bytes().unwrap(), "new");
}

#[test]
fn each_encoding_has_its_own_etag_and_a_matching_etag_gets_304() {
    let tags = ["br", "gzip", ""].map(|accepted| request_page(accepted, "\"x\"").2);
    assert_eq!(tags, ["\"v1-br\"", "\"v1-gzip\"", "\"v1\""]);
    assert_eq!(request_page("", "W/\"v1\"").0, StatusCode::NOT_MODIFIED);
    for etag in ["\"v1-br\"", "W/\"v1-br\"", "\"a\", \"v1-br\"", "*"] {
        assert_eq!(request_page("br", etag).0, StatusCode::NOT_MODIFIED, "{etag}");
    }
    assert_eq!(request_page("br", "\"v1-gzip\"").0, StatusCode::OK, "the ETag belongs to another encoding");
}

#[test]
fn only_the_worker_that_reads_pictures_may_run_web_assembly() {
    let files = ["assets/reading-1a2b/worker.min.js", "assets/main-1.js", "index.html"];
    let assets = Assets::new(files.map(|path| (path.to_owned(), path.into(), "v1".to_owned())));
    let policy = |path: &str| {
        let answer = assets.find_response(&TestRequest::with_uri(path).to_http_request(), true).unwrap();
        answer.headers().get(CONTENT_SECURITY_POLICY).map(|value| value.to_str().unwrap().to_owned())
    };
    let own = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
    assert_eq!(policy("/assets/reading-1a2b/worker.min.js").as_deref(), Some(own));
    assert_eq!((policy("/assets/main-1.js"), policy("/login")), (None, None), "these have the page's policy");
}

/// Returns the page for a path and its Vary header; `None` if the path has no page.
fn screen(path: &str, is_visitor: bool) -> Option<(String, String)> {
    let files = [
        "index.html",
        "drawn/visitors/landing.html",
        "drawn/visitors/login.html",
        "drawn/users/driving-profile.html",
        "payment/index.html",
        "payment/import-map.txt",
        "sw.js",
        "assets/main-1.js",
    ];
    let assets = Assets::new(files.map(|path| (path.to_owned(), path.into(), "v1".to_owned())));
    let answer = assets.find_response(&TestRequest::with_uri(path).to_http_request(), is_visitor)?;
    let vary = answer.headers().get(VARY).unwrap().to_str().unwrap().to_owned();
    let body = actix_web::body::MessageBody::try_into_bytes(answer.into_body()).ok()?;
    Some((String::from_utf8(body.to_vec()).unwrap(), vary))
}

#[test]
fn visitors_and_users_get_their_prerendered_screens() {
    for (path, of_visitors, of_users) in [
        ("/", "drawn/visitors/landing.html", "index.html"),
        ("/?utm_source=mail", "drawn/visitors/landing.html", "index.html"),
        ("/?user=3", "index.html", "index.html"),
        ("/?a=1&user", "index.html", "index.html"),
        ("/login", "drawn/visitors/login.html", "index.html"),
        ("/login?next=%2Faccount", "index.html", "index.html"),
        ("/signup", "index.html", "index.html"),
        ("/driving-profile", "index.html", "drawn/users/driving-profile.html"),
        ("/driving-profile?user=3", "index.html", "index.html"),
        ("/drawn/visitors/login", "index.html", "index.html"),
        ("/payment?type=toll&amount=6.40&id=1", "payment/index.html", "payment/index.html"),
        ("/Payment/", "payment/index.html", "payment/index.html"),
        ("/payments", "index.html", "index.html"),
    ] {
        for (is_visitor, expected) in [(true, of_visitors), (false, of_users)] {
            let (text, vary) = screen(path, is_visitor).unwrap();
            assert_eq!((text.as_str(), vary.as_str()), (expected, "accept-encoding, cookie"), "{path}");
        }
    }
    assert_eq!(screen("/sw.js", true).unwrap().1, "accept-encoding");
    for path in [
        "/drawn/visitors/login.html",
        "/payment/index.html",
        "/payment/import-map.txt",
        "/assets/main-2.js",
        "/nothing.png",
    ] {
        assert_eq!(screen(path, true), None, "{path}");
    }
}
