//! Tests of idempotency, faults and restarts, and of the pages that the sandbox serves.

use std::time::Duration;

use crate::support::{Client, Hook, start, start_with};
use serde_json::Value;
use stripe_sandbox::Fault;
use stripe_sandbox::Options;
use stripe_sandbox::Stage;

const BODY: &str = "amount=15000&currency=usd";
const PATH: &str = "/v1/payment_intents";

async fn count_intents(client: &Client) -> usize {
    client.get(PATH).await.body["data"].as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn the_same_idempotency_key_replays_the_response() {
    let (_sandbox, client) = start();
    let first = client.post_with_key("key-1", PATH, BODY).await;
    let again = client.post_with_key("key-1", PATH, "currency=usd&amount=15000").await;
    assert_eq!(first.body, again.body);
    assert_eq!(
        (first.header("Idempotent-Replayed"), again.header("Idempotent-Replayed")),
        (None, Some("true"))
    );
    assert_eq!(again.header("Original-Request"), first.header("Request-Id"));
    let other = client.post_with_key("key-1", PATH, "amount=9999&currency=usd").await;
    assert_eq!((other.status, other.text("/error/type")), (400, "idempotency_error"));
    assert_eq!(count_intents(&client).await, 1);
}

#[tokio::test]
async fn an_idempotency_key_replays_a_decline_but_not_an_invalid_parameter() {
    let (_sandbox, client) = start();
    let body = format!("{BODY}&confirm=true&payment_method=pm_card_chargeDeclined");
    let first = client.post_with_key("declined", PATH, &body).await;
    let again = client.post_with_key("declined", PATH, &body).await;
    assert_eq!((first.status, again.status, &first.body), (402, 402, &again.body));
    assert_eq!(client.post_with_key("typo", PATH, "amount=x&currency=usd").await.status, 400);
    assert_eq!(client.post_with_key("typo", PATH, BODY).await.status, 200);
}

#[tokio::test]
async fn a_dropped_response_is_returned_to_a_retry_with_the_same_key() {
    let (sandbox, client) = start();
    sandbox.inject(Fault::dropped_response().at("POST", PATH));
    let lost = client.try_send("POST", PATH, BODY, &[("Idempotency-Key", "lost")]).await;
    assert!(lost.is_err_and(|error| !error.is_timeout()));
    let found = client.post_with_key("lost", PATH, BODY).await;
    assert_eq!((found.status, found.header("Idempotent-Replayed")), (200, Some("true")));
    assert_eq!(count_intents(&client).await, 1);
}

#[tokio::test]
async fn a_slow_request_completes_after_its_caller_disconnected() {
    let (sandbox, client) = start();
    sandbox.inject(Fault::slow(Duration::from_secs(60), Stage::After).at("POST", PATH));
    let url = format!("{}{PATH}", sandbox.base_url());
    let impatient = stripe_sandbox::client::http_client()
        .build()
        .unwrap()
        .post(url)
        .header("Authorization", format!("Bearer {}", sandbox.secret_key()))
        .header("Idempotency-Key", "slow")
        .timeout(Duration::from_millis(200))
        .body(BODY)
        .send()
        .await;
    assert!(impatient.is_err_and(|error| error.is_timeout()));
    assert_eq!(client.post_with_key("slow", PATH, BODY).await.header("Idempotent-Replayed"), Some("true"));
}

#[tokio::test]
async fn a_second_request_with_a_key_in_use_gets_409() {
    let (sandbox, client) = start();
    sandbox.inject(Fault::slow(Duration::from_secs(60), Stage::Before).at("POST", PATH));
    let first = client.try_send("POST", PATH, BODY, &[("Idempotency-Key", "busy")]);
    // The first request continues while this loop sends the second request. The loop ends once the sandbox
    // has received the first request.
    let second = async {
        loop {
            let answer = client.post_with_key("busy", PATH, BODY).await;
            if answer.status == 409 {
                return answer;
            }
        }
    };
    tokio::select! {
        biased;
        _ = first => panic!("the first call takes a minute"),
        conflict = second => assert_eq!(conflict.text("/error/code"), "idempotency_key_in_use"),
    }
}

#[tokio::test]
async fn an_injected_error_is_replayed_for_its_idempotency_key_only_if_the_request_was_executed() {
    let (sandbox, client) = start();
    let add = |fault: &'static str| client.post("/_sandbox/faults", fault);
    let added = add(r#"{"kind": "error", "status": 503, "path": "/v1/payment_intents"}"#).await;
    assert_eq!(added.body["faults"].as_array().map(Vec::len), Some(1));
    assert_eq!(client.post_with_key("before", PATH, BODY).await.status, 503);
    assert_eq!(client.post_with_key("before", PATH, BODY).await.status, 200);
    sandbox.inject(Fault::error(500, Stage::After).at("POST", PATH));
    assert_eq!(client.post_with_key("after", PATH, BODY).await.status, 500);
    assert_eq!(
        client.post_with_key("after", PATH, BODY).await.status,
        500,
        "the first response is replayed, even a 500"
    );
    assert_eq!(count_intents(&client).await, 2, "the request was performed");
    sandbox.inject(Fault::error(429, Stage::Before));
    assert_eq!(client.get(PATH).await.text("/error/code"), "rate_limit");
    assert_eq!(add(r#"{"kind": "error", "status": 200}"#).await.status, 400);
    assert_eq!(add("not json").await.status, 400);
}

#[tokio::test]
async fn a_saved_error_is_replayed_for_its_idempotency_key_even_if_the_request_was_not_executed() {
    let (_sandbox, client) = start();
    for (is_work_done, count_after) in [(false, 0), (true, 1)] {
        let key = format!("saved-{is_work_done}");
        let fault =
            format!(r#"{{"kind": "saved_error", "status": 500, "made": {is_work_done}, "method": "POST"}}"#);
        assert_eq!(client.post("/_sandbox/faults", &fault).await.status, 200);
        let first = client.post_with_key(&key, PATH, BODY).await;
        assert_eq!((first.status, first.header("Idempotent-Replayed")), (500, None));
        let again = client.post_with_key(&key, PATH, BODY).await;
        assert_eq!((again.status, again.header("Idempotent-Replayed")), (500, Some("true")));
        assert_eq!(again.body, first.body);
        assert_eq!(
            client.post_with_key(&key, PATH, "amount=1&currency=usd").await.text("/error/type"),
            "idempotency_error"
        );
        assert_eq!(count_intents(&client).await, count_after);
    }
    assert_eq!(client.post_with_key("fresh", PATH, BODY).await.status, 200);
}

#[tokio::test]
async fn a_restart_keeps_payments_idempotency_keys_and_pending_webhooks() {
    let folder = tempfile::tempdir().unwrap();
    let state_file = Some(folder.path().join("state.json"));
    let unreachable_hook = Some("http://127.0.0.1:9/webhook".to_owned());
    let (sandbox, client) = start_with(Options {
        state_file: state_file.clone(),
        webhook_url: unreachable_hook,
        ..Options::default()
    });
    let answer = client.post_with_key("kept", PATH, BODY).await;
    let key = sandbox.secret_key().to_owned();
    sandbox.stop();
    let hook = Hook::start();
    let (sandbox, client) =
        start_with(Options { state_file, webhook_url: Some(hook.url.clone()), ..Options::default() });
    assert_ne!(sandbox.secret_key(), key, "the API keys are new after a restart");
    assert_eq!(client.post_with_key("kept", PATH, BODY).await.body, answer.body);
    let page = Client::with_key(&sandbox, sandbox.publishable_key());
    let path = format!("{PATH}/{}?client_secret={}", answer.text("/id"), answer.text("/client_secret"));
    assert_eq!(page.get(&path).await.status, 200);
    assert_eq!(hook.next().event["data"]["object"]["id"], answer.body["id"]);
}

#[tokio::test]
async fn a_change_is_saved_to_the_state_file_before_the_response_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json");
    let (_sandbox, client) = start_with(Options { state_file: Some(path.clone()), ..Options::default() });
    for _ in 0..5 {
        let (id, _) = client.create_intent().await;
        let saved: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        assert!(saved["intents"].get(&id).is_some(), "{id}");
    }
}

#[tokio::test]
async fn a_control_requests_change_is_saved_to_the_state_file_before_the_response_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json");
    let (_sandbox, client) = start_with(Options { state_file: Some(path.clone()), ..Options::default() });
    for amount in 1..6 {
        let fee = format!(r#"{{"amount": {amount}, "description": "Fee number {amount}"}}"#);
        assert_eq!(client.post("/_sandbox/fees", &fee).await.status, 200);
        let saved = std::fs::read_to_string(&path).unwrap();
        assert!(saved.contains(&format!("Fee number {amount}")), "{amount}");
    }
}

#[tokio::test]
async fn starting_on_a_port_in_use_is_an_error() {
    let (sandbox, _client) = start();
    let port = sandbox.base_url().rsplit(':').next().and_then(|port| port.parse().ok()).unwrap();
    assert!(stripe_sandbox::start(Options { port, ..Options::default() }).is_err());
}

#[tokio::test]
async fn only_the_app_may_embed_the_sandboxs_pages_but_any_origin_may_call_its_api() {
    let (_sandbox, client) =
        start_with(Options { app_url: Some("https://pay.test/x".into()), ..Options::default() });
    for page in ["/_sandbox/card", "/_sandbox/challenge"] {
        let served = client.get(page).await;
        let policy = served.header("Content-Security-Policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.ends_with("https://pay.test"),
            "{page}: {policy}"
        );
    }
    let script = client.get("/stripe.js").await;
    assert_eq!(script.header("Content-Type"), Some("text/javascript; charset=utf-8"));
    assert!(!script.body.as_str().unwrap().contains("__ORIGIN__"));
    let preflight = client.send("OPTIONS", PATH, "").await;
    assert_eq!((preflight.status, preflight.header("Access-Control-Allow-Origin")), (204, Some("*")));
}
