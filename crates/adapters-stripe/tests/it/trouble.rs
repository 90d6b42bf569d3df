//! Tests of API requests while the sandbox injects faults.

use std::time::{Duration, Instant};

use adapters_stripe::{StripeGateway, StripeOptions};
use breaker::BreakerOptions;
use ports::payments::gateway::{BoundedGateway, GatewayError, IntentStatus, PaymentGateway};
use stripe_sandbox::Stage;
use stripe_sandbox::{Fault, Sandbox};

use crate::support::{
    gateway_with, gateway_with_short_timeout, intents, options, pay, refund, request, start,
    start_server_with_response,
};

const PATH: &str = "/v1/payment_intents";
const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn a_request_whose_response_is_lost_is_retried_and_creates_one_intent() {
    let (sandbox, gateway) = start();
    sandbox.inject(Fault::dropped_response().times(2).at("POST", PATH));
    let intent = gateway.create_intent(&request("lost")).unwrap();
    assert_eq!(intents(&sandbox), 1);
    assert_eq!(gateway.create_intent(&request("lost")).unwrap(), intent);
}

#[test]
fn a_refund_whose_response_is_lost_is_created_once() {
    let (sandbox, gateway) = start();
    let id = gateway.create_intent(&request("paid")).unwrap().id;
    pay(&sandbox, &id, "pm_card_visa");
    sandbox.inject(Fault::dropped_response().at("POST", "/v1/refunds"));
    gateway.create_refund(&refund(&id, 15_000, "refund")).unwrap();
    let (_, list) = sandbox.call("GET", "/v1/refunds", &[]);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));
}

#[test]
fn canceling_an_intent_succeeds_even_if_the_response_is_lost() {
    let (sandbox, gateway) = start();
    let id = gateway.create_intent(&request("open")).unwrap().id;
    sandbox.inject(Fault::dropped_response().at("POST", PATH));
    assert_eq!(gateway.cancel_intent(&id).unwrap().status, IntentStatus::Cancelled);
}

#[test]
fn a_late_response_times_out_and_a_retry_finds_the_intent() {
    let (sandbox, gateway) = start();
    sandbox.inject(Fault::slow(MINUTE, Stage::After).until_cleared().at("POST", PATH));
    assert!(matches!(
        gateway_with_short_timeout(&sandbox).create_intent(&request("late")).unwrap_err(),
        GatewayError::TimedOut
    ));
    sandbox.clear_faults();
    let found = gateway.create_intent(&request("late")).unwrap();
    assert_eq!((intents(&sandbox), found.status), (1, IntentStatus::Open));
}

#[test]
fn a_request_that_stripe_still_processes_times_out() {
    let (sandbox, _gateway) = start();
    sandbox.inject(Fault::slow(MINUTE, Stage::Before).at("POST", PATH));
    // The first attempt times out. The second gets 409, because Stripe still processes the first.
    assert!(matches!(
        gateway_with_short_timeout(&sandbox).create_intent(&request("busy")).unwrap_err(),
        GatewayError::TimedOut
    ));
}

#[test]
fn all_attempts_of_a_call_share_one_time_limit() {
    let (sandbox, _gateway) = start();
    sandbox.inject(Fault::error(503, Stage::Before).until_cleared());
    let options = StripeOptions {
        attempts: 1000,
        first_retry_delay: Duration::from_secs(60),
        timeout: MINUTE,
        total: Duration::from_millis(100),
        ..options(sandbox.base_url())
    };
    let gateway = gateway_with(sandbox.secret_key(), options);
    assert!(matches!(gateway.create_intent(&request("long")).unwrap_err(), GatewayError::TimedOut));
}

#[test]
fn a_temporary_provider_fault_is_retried() {
    let (sandbox, gateway) = start();
    for (status, times) in [(500, 1), (503, 2), (429, 2)] {
        sandbox.inject(Fault::error(status, Stage::Before).times(times));
        let key = format!("passing-{status}");
        assert_eq!(gateway.create_intent(&request(&key)).unwrap().status, IntentStatus::Open, "{status}");
    }
}

#[test]
fn a_lasting_provider_fault_is_reported_as_unavailable() {
    let (sandbox, gateway) = start();
    for status in [429, 500, 503] {
        sandbox.inject(Fault::error(status, Stage::Before).until_cleared());
        let error = gateway.create_intent(&request("down")).unwrap_err();
        assert!(matches!(error, GatewayError::Unavailable(_)), "{status}: {error:?}");
        sandbox.clear_faults();
    }
    assert_eq!(intents(&sandbox), 0);
}

#[test]
fn a_stopped_provider_is_reported_as_unavailable() {
    let (sandbox, gateway) = start();
    sandbox.stop();
    let error = gateway.create_intent(&request("gone")).unwrap_err();
    assert!(matches!(error, GatewayError::Unavailable(_)), "{error:?}");
}

#[test]
fn a_response_that_cannot_be_parsed_is_an_error() {
    let gateway_page = "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\nConnection: close\r\n\r\n<h1>";
    let base = start_server_with_response(gateway_page);
    let error = gateway_with("sk_test_key", options(&base)).create_intent(&request("key")).unwrap_err();
    assert!(matches!(error, GatewayError::TimedOut), "the outcome is unknown: {error:?}");
    let base =
        start_server_with_response("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
    let error = gateway_with("sk_test_key", options(&base)).create_intent(&request("key")).unwrap_err();
    assert!(matches!(error, GatewayError::NotUnderstood(_)), "{error:?}");
}

fn gateway_with_sensitive_breaker(sandbox: &Sandbox, wait: Duration) -> StripeGateway {
    let breaker = BreakerOptions { window: 4, probes: 5, wait };
    gateway_with(sandbox.secret_key(), StripeOptions { attempts: 1, breaker, ..options(sandbox.base_url()) })
}

#[test]
fn the_breaker_opens_while_most_requests_fail() {
    let (sandbox, _gateway) = start();
    let gateway = gateway_with_sensitive_breaker(&sandbox, MINUTE);
    sandbox.inject(Fault::error(503, Stage::Before).until_cleared());
    let mut failed = 0;
    let error = loop {
        match gateway.create_intent(&request("down")).unwrap_err() {
            GatewayError::Unavailable(_) if failed < 10 => failed += 1,
            other => break other,
        }
    };
    assert!(matches!(error, GatewayError::NotAsked { retry_after } if retry_after == MINUTE), "{error:?}");
    assert!(failed >= 4, "a few failures do not open the breaker: {failed}");
    sandbox.clear_faults();
    assert!(matches!(gateway.create_intent(&request("well")).unwrap_err(), GatewayError::NotAsked { .. }));
    assert_eq!(intents(&sandbox), 0);
}

#[test]
fn the_breaker_closes_after_the_provider_recovers() {
    let (sandbox, _gateway) = start();
    let gateway = gateway_with_sensitive_breaker(&sandbox, Duration::ZERO);
    sandbox.inject(Fault::error(503, Stage::Before).times(6));
    for _ in 0..6 {
        gateway.create_intent(&request("down")).unwrap_err();
    }
    for n in 0..6 {
        assert!(gateway.create_intent(&request(&format!("well-{n}"))).is_ok());
    }
}

/// A refusal shows that Stripe is available, so it isn't a failure for the circuit breaker.
#[test]
fn requests_refused_by_stripe_do_not_open_the_breaker() {
    let (sandbox, _gateway) = start();
    let gateway = gateway_with_sensitive_breaker(&sandbox, MINUTE);
    for _ in 0..6 {
        assert!(matches!(gateway.intent("pi_unknown").unwrap_err(), GatewayError::NotFound));
    }
}

#[test]
fn a_late_request_is_not_sent_and_a_slow_request_times_out_at_its_deadline() {
    let (sandbox, gateway) = start();
    let error = gateway.with_deadline(Instant::now()).create_intent(&request("late")).unwrap_err();
    assert!(matches!(error, GatewayError::NotAsked { .. }), "{error:?}");
    sandbox.inject(Fault::slow(MINUTE, Stage::Before).until_cleared());
    let soon = gateway.with_deadline(Instant::now() + Duration::from_millis(100));
    assert!(matches!(soon.create_intent(&request("slow")).unwrap_err(), GatewayError::TimedOut));
}
