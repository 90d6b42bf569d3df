//! A server that reads lists from a standby (docs/product/running.md#replica).

use adapters_postgres::testing::replicated::ReplicatedCluster;
use serde_json::json;

use crate::support::process::{Server, free_port};
use crate::support::{App, eventually};

const EMAIL: &str = "first@example.test";
const PASSWORD: &str = "a-Password-nobody-guesses-7";

#[test]
fn staff_read_lists_from_a_standby_except_right_after_a_write() {
    let (app, folder, data) = (App::start(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let both = ReplicatedCluster::start(folder.path());
    let operators = format!("127.0.0.1:{}", free_port());
    let server = Server::start_at(&app, data.path(), free_port(), |command| {
        command
            .env("DATABASE_URL", both.url())
            .env("MIGRATION_DATABASE_URL", both.owner_url())
            .env("DATABASE_REPLICA_URL", both.standby_url())
            .env("OPS_ADDRESS", &operators)
            .env("ADMIN_EMAIL", EMAIL)
            .env("ADMIN_PASSWORD", PASSWORD);
    });
    let login = ureq::post(format!("{}/api/authenticate", server.base))
        .header("Origin", &server.base)
        .send_json(json!({"email": EMAIL, "password": PASSWORD}))
        .unwrap();
    let set_cookies = login.headers().get_all("set-cookie");
    let cookies: Vec<&str> = set_cookies.iter().map(|cookie| cookie.to_str().unwrap()).collect();
    let of = |name: &str| {
        let cookie = *cookies.iter().find(|cookie| cookie.starts_with(name)).unwrap();
        cookie.split(';').next().unwrap().to_owned()
    };
    let (session, wrote) = (of("lanewise_session="), of("lanewise_wrote="));
    assert!(
        cookies.iter().any(|cookie| cookie.starts_with("lanewise_wrote=") && cookie.contains("Max-Age=10"))
    );
    let list = |cookie: &str| {
        let response =
            ureq::get(format!("{}/api/payment-transactions", server.base)).header("Cookie", cookie);
        assert_eq!(response.call().unwrap().status(), 200);
    };
    let readings = |outcome: &str| -> u64 {
        let scrape = ureq::get(format!("http://{operators}/metrics")).call().unwrap();
        let scrape = scrape.into_body().read_to_string().unwrap();
        let line = format!("replica_reads_total{{outcome=\"{outcome}\"}} ");
        scrape.lines().find_map(|set_cookies| set_cookies.strip_prefix(&line)).unwrap().parse().unwrap()
    };
    eventually("a list comes from the standby", || {
        list(&session);
        readings("replica") > 0
    });
    let before = ["replica", "primary", "failed"].map(readings);
    list(&format!("{session}; {wrote}"));
    assert_eq!(
        ["replica", "primary", "failed"].map(readings),
        before,
        "a read right after a write went to a replica"
    );
    assert_eq!(readings("failed"), 0);
}
