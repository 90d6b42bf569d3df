//! A server that is told to stop says so before it does (docs/PRODUCT.md#stopping).

use std::time::Duration;

use crate::support::process::{Server, free_port};
use crate::support::{App, eventually};

/// Longer than it takes to look, on a machine that others use.
const NOTICE: &str = "4";

#[test]
fn readiness_turns_first_and_requests_are_answered_meanwhile() {
    let app = App::start();
    let token = app.log_in(app.driver("staying"));
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_at(&app, data.path(), free_port(), |command| {
        command.env("STOP_NOTICE_SECONDS", NOTICE);
    });
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let ready = || agent.get(format!("{}/readyz", server.base)).call();
    assert_eq!(ready().unwrap().status(), 200);
    server.tell_to_stop();
    let mut said = String::new();
    eventually("it is not ready any more", || {
        let mut answer = ready().unwrap();
        said = answer.body_mut().read_to_string().unwrap();
        answer.status() == 503
    });
    assert!(said.contains("\"stopping\""), "{said}");
    // On a new connection: it still listens.
    let fresh = ureq::get(format!("{}/api/session", server.base))
        .header("cookie", format!("lanewise_session={token}"));
    assert_eq!(fresh.call().unwrap().status(), 200);
    let left = server.ended();
    assert!(left < Duration::from_secs(15), "it took {left:?}");
}
