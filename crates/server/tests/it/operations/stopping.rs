//! A server reports "not ready" before it stops (docs/product/running.md#stopping).

use std::time::Duration;

use crate::support::process::{Server, free_port};
use crate::support::{App, eventually};

/// Time between "not ready" and the stop, in seconds. The time is long enough for a busy machine.
const NOTICE: &str = "4";

#[test]
fn a_stopping_server_is_not_ready_but_still_accepts_requests() {
    let app = App::start();
    let token = app.log_in(app.driver("staying"));
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_at(&app, data.path(), free_port(), |command| {
        command.env("STOP_NOTICE_SECONDS", NOTICE);
    });
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let ready = || agent.get(format!("{}/readyz", server.base)).call();
    assert_eq!(ready().unwrap().status(), 200);
    server.request_stop();
    let mut states = String::new();
    eventually("the server is no longer ready", || {
        let mut answer = ready().unwrap();
        states = answer.body_mut().read_to_string().unwrap();
        answer.status() == 503
    });
    assert!(states.contains("\"stopping\""), "{states}");
    // The server still accepts new connections.
    let fresh = ureq::get(format!("{}/api/session", server.base))
        .header("cookie", format!("lanewise_session={token}"));
    assert_eq!(fresh.call().unwrap().status(), 200);
    let stopping_time = server.wait_for_exit();
    assert!(stopping_time < Duration::from_secs(15), "the stop took {stopping_time:?}");
}
