//! Helpers for the tests: a gateway and its sandbox.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::LazyLock;
use std::time::Duration;

use adapters_stripe::{StripeGateway, StripeOptions};
use domain::shared::ids::{PaymentId, RefundId, TicketId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::gateway::{IntentRequest, RefundRequest};
use stripe_sandbox::Options;
use stripe_sandbox::Sandbox;
use tokio::runtime::Runtime;

/// Id of the installation that makes the API requests.
pub const INSTALLATION: &str = "here";

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
});

/// Returns gateway options with timeouts that are long enough for a busy machine, and with
/// short delays between attempts.
pub fn options(base: &str) -> StripeOptions {
    StripeOptions {
        api_base: Some(base.to_owned()),
        first_retry_delay: Duration::from_millis(1),
        ..StripeOptions::default()
    }
}

pub fn gateway_with(key: &str, options: StripeOptions) -> StripeGateway {
    StripeGateway::new(key, options, RUNTIME.handle().clone()).unwrap()
}

/// Starts a sandbox in which nothing settles by itself, and returns a gateway to it.
pub fn start() -> (Sandbox, StripeGateway) {
    let sandbox = stripe_sandbox::start(Options { settle_after: None, ..Options::default() }).unwrap();
    let gateway = gateway_with(sandbox.secret_key(), options(sandbox.base_url()));
    (sandbox, gateway)
}

/// Returns a second gateway to the same sandbox, with a very short timeout.
pub fn gateway_with_short_timeout(sandbox: &Sandbox) -> StripeGateway {
    let options =
        StripeOptions { timeout: Duration::from_millis(100), attempts: 2, ..options(sandbox.base_url()) };
    gateway_with(sandbox.secret_key(), options)
}

/// Returns a request for an intent of $150 with this idempotency key.
pub fn request(key: &str) -> IntentRequest {
    IntentRequest {
        idempotency_key: key.to_owned(),
        payment_id: PaymentId(7),
        user_id: UserId(2),
        installation: INSTALLATION.to_owned(),
        confirmation_number: "CONF-AAAAAAAAAA".to_owned(),
        payable: Payable::Lawyer(TicketId(41)),
        amount: Money::from_cents(15_000),
        description: "Traffic ticket 41".to_owned(),
    }
}

/// Returns a request for a refund of `cents` of an intent. `key` is its idempotency key.
pub fn refund(intent_id: &str, cents: i64, key: &str) -> RefundRequest {
    RefundRequest {
        idempotency_key: key.to_owned(),
        intent_id: intent_id.to_owned(),
        amount: Money::from_cents(cents),
        refund_id: RefundId(3),
        installation: INSTALLATION.to_owned(),
    }
}

/// Pays an intent with a test card, such as `pm_card_visa`. Returns the HTTP status of the response.
pub fn pay(sandbox: &Sandbox, intent: &str, card: &str) -> u16 {
    sandbox.call("POST", &format!("/v1/payment_intents/{intent}/confirm"), &[("payment_method", card)]).0
}

/// Returns the number of intents in the sandbox, at most 100.
pub fn intents(sandbox: &Sandbox) -> usize {
    let (_, list) = sandbox.call("GET", "/v1/payment_intents", &[("limit", "100")]);
    list["data"].as_array().unwrap().len()
}

/// Starts a server that gives the same response to all requests, like a server between Lanewise and Stripe.
/// Returns the server's URL.
pub fn start_server_with_response(answer: &'static str) -> String {
    start_server(std::iter::repeat(answer.to_owned()))
}

/// Starts a server that gives these responses in order, one per request. Returns the server's URL.
pub fn start_server_with_responses(responses: Vec<String>) -> String {
    start_server(responses.into_iter())
}

/// Starts a server that gives these responses in order, and stops after the last one. Returns the server's URL.
fn start_server(mut answers: impl Iterator<Item = String> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // The requests in these tests are small, so one read is enough.
            let _ = stream.read(&mut [0; 8192]);
            let Some(answer) = answers.next() else { return };
            let _ = write!(stream, "{answer}");
        }
    });
    base
}

/// Number of objects to create, so that Stripe's list has a second page.
const MORE_THAN_A_PAGE: usize = 103;

/// Makes [`MORE_THAN_A_PAGE`] payments with this card.
pub fn pay_more_than_a_page(sandbox: &Sandbox, card: &str) {
    for number in 0..MORE_THAN_A_PAGE {
        let params = [("amount", "500"), ("currency", "usd"), ("confirm", "true"), ("payment_method", card)];
        assert_eq!(sandbox.call("POST", "/v1/payment_intents", &params).0, 200, "{number}");
    }
}

/// Asserts that `listed` has the ids of [`MORE_THAN_A_PAGE`] objects, each once.
pub fn assert_each_once(listed: impl Iterator<Item = String>) {
    let ids: Vec<String> = listed.collect();
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!((ids.len(), distinct.len()), (MORE_THAN_A_PAGE, MORE_THAN_A_PAGE));
}
