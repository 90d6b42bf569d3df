//! Tests of payment intents from creation to their final status.

use crate::support::{Client, start};
use base64::Engine;
use serde_json::json;

#[tokio::test]
async fn a_payment_with_a_valid_card_succeeds() {
    let (_sandbox, client) = start();
    let paid = client.pay("pm_card_visa").await;
    assert_eq!(
        (paid.status, paid.text("/status"), paid.number("/amount_received")),
        (200, "succeeded", 15000)
    );
    assert_eq!(paid.text("/metadata/payment_id"), "7");
    assert!(paid.header("Request-Id").unwrap().starts_with("req_"));
    let charge = client.get(&format!("/v1/charges/{}", paid.text("/latest_charge"))).await;
    assert_eq!(
        (charge.text("/status"), charge.text("/payment_method_details/card/last4")),
        ("succeeded", "4242")
    );
    let again = client.post(&format!("/v1/payment_intents/{}/confirm", paid.text("/id")), "").await;
    assert_eq!((again.status, again.text("/error/code")), (400, "payment_intent_unexpected_state"));
    assert_eq!(again.text("/error/payment_intent/status"), "succeeded");
}

#[tokio::test]
async fn each_declining_test_card_returns_its_decline_code() {
    let (_sandbox, client) = start();
    let cases = [
        ("chargeDeclined", "card_declined", Some("generic_decline")),
        ("visa_chargeDeclinedInsufficientFunds", "card_declined", Some("insufficient_funds")),
        ("visa_chargeDeclinedLostCard", "card_declined", Some("lost_card")),
        ("visa_chargeDeclinedExpiredCard", "expired_card", None),
        ("visa_chargeDeclinedIncorrectCvc", "incorrect_cvc", None),
        ("visa_chargeDeclinedProcessingError", "processing_error", None),
    ];
    for (card, code, decline_code) in cases {
        let declined = client.pay(&format!("pm_card_{card}")).await;
        assert_eq!((declined.status, declined.text("/error/type")), (402, "card_error"), "{card}");
        assert_eq!(declined.text("/error/code"), code, "{card}");
        assert_eq!(declined.body["error"]["decline_code"], json!(decline_code), "{card}");
        let intent = &declined.body["error"]["payment_intent"];
        assert_eq!(intent["status"], "requires_payment_method", "{card}");
        assert_eq!(intent["last_payment_error"]["code"], code, "{card}");
    }
}

#[tokio::test]
async fn a_declined_payment_can_be_tried_with_another_card() {
    let (_sandbox, client) = start();
    let declined = client.pay("pm_card_chargeDeclined").await;
    let id = declined.text("/error/payment_intent/id").to_owned();
    let paid = client.post(&format!("/v1/payment_intents/{id}/confirm"), "payment_method=pm_card_visa").await;
    assert_eq!(paid.text("/status"), "succeeded");
    assert_eq!(paid.body["last_payment_error"], json!(null));
}

#[tokio::test]
async fn a_payment_succeeds_only_if_three_d_secure_passes_and_the_card_is_not_declined() {
    let (sandbox, client) = start();
    let cases = [
        ("authenticationRequired", true, "succeeded", None),
        ("authenticationRequiredOnSetup", true, "succeeded", None),
        (
            "authenticationRequired",
            false,
            "requires_payment_method",
            Some("payment_intent_authentication_failure"),
        ),
        ("threeDSecureRequiredChargeDeclined", true, "requires_payment_method", Some("card_declined")),
    ];
    for (card, passes, status, code) in cases {
        let intent = client.pay(&format!("pm_card_{card}")).await;
        assert_eq!(
            (intent.text("/status"), intent.text("/next_action/type")),
            ("requires_action", "use_stripe_sdk")
        );
        let done = sandbox.authenticate(intent.text("/id"), passes);
        assert_eq!(done["status"], status, "{card}");
        assert_eq!(done["last_payment_error"]["code"], json!(code), "{card}");
    }
}

#[tokio::test]
async fn three_d_secure_is_a_redirect_if_the_request_has_a_return_url() {
    let (_sandbox, client) = start();
    let (id, _) = client.create_intent().await;
    let body = "payment_method=pm_card_authenticationRequired&return_url=http%3A%2F%2Fapp.test%2Fdone";
    let intent = client.post(&format!("/v1/payment_intents/{id}/confirm"), body).await;
    assert_eq!(intent.text("/next_action/redirect_to_url/return_url"), "http://app.test/done");
    assert!(
        intent.text("/next_action/redirect_to_url/url").contains("/_sandbox/challenge?payment_intent=pi_")
    );
}

#[tokio::test]
async fn an_open_intent_can_be_changed_and_canceled_but_a_canceled_intent_cannot() {
    let (_sandbox, client) = start();
    let (id, _) = client.create_intent().await;
    let path = format!("/v1/payment_intents/{id}");
    let changed = client.post(&path, "amount=7500&metadata[kind]=lawyer&metadata[payment_id]=").await;
    assert_eq!((changed.number("/amount"), changed.text("/metadata/kind")), (7500, "lawyer"));
    assert_eq!(changed.body["metadata"]["payment_id"], json!(null));
    let canceled = client.post(&format!("{path}/cancel"), "cancellation_reason=abandoned").await;
    assert_eq!((canceled.text("/status"), canceled.text("/cancellation_reason")), ("canceled", "abandoned"));
    for call in ["confirm", "cancel"] {
        let refused = client.post(&format!("{path}/{call}"), "").await;
        assert_eq!(refused.text("/error/code"), "payment_intent_unexpected_state", "{call}");
    }
    assert_eq!(client.post(&path, "amount=100").await.status, 400);
}

#[tokio::test]
async fn intents_are_listed_newest_first_in_pages() {
    let (_sandbox, client) = start();
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(client.create_intent().await.0);
    }
    let first = client.get("/v1/payment_intents?limit=2&created[gte]=1").await;
    assert_eq!((first.text("/data/0/id"), first.text("/data/1/id")), (&*ids[2], &*ids[1]));
    assert_eq!(first.body["has_more"], true);
    let rest = client.get(&format!("/v1/payment_intents?limit=2&starting_after={}", ids[1])).await;
    assert_eq!(rest.text("/data/0/id"), ids[0]);
    assert_eq!(rest.body["has_more"], false);
    assert_eq!(client.get("/v1/payment_intents?created[gte]=9999999999").await.body["data"], json!([]));
}

#[tokio::test]
async fn invalid_requests_are_refused_with_stripes_error_codes() {
    let (_sandbox, client) = start();
    let cases = [
        ("currency=usd", "parameter_missing", "amount"),
        ("amount=100", "parameter_missing", "currency"),
        ("amount=ten&currency=usd", "parameter_invalid_integer", "amount"),
        ("amount=49&currency=usd", "amount_too_small", "amount"),
        ("amount=100000000&currency=usd", "amount_too_large", "amount"),
        ("amount=100&currency=usd&colour=red", "parameter_unknown", "colour"),
        ("amount=100&currency=usd&payment_method=pm_nonesuch", "resource_missing", "payment_method"),
        (
            "amount=100&currency=usd&allowed_payment_method_types[0]=klarna",
            "payment_intent_invalid_parameter",
            "allowed_payment_method_types",
        ),
    ];
    for (body, code, param) in cases {
        let refused = client.post("/v1/payment_intents", body).await;
        assert_eq!(refused.text("/error/type"), "invalid_request_error", "{body}");
        assert_eq!((refused.text("/error/code"), refused.text("/error/param")), (code, param), "{body}");
    }
    let newest = [("Stripe-Version", "2026-09-30.endive")];
    let body = "amount=100&currency=usd&payment_method_types[]=card";
    let refused = client.try_send("POST", "/v1/payment_intents", body, &newest).await.unwrap();
    assert_eq!(refused.text("/error/code"), "parameter_unknown");
    assert_eq!(
        client.post("/v1/payment_intents", body).await.status,
        200,
        "older API versions accept payment_method_types"
    );
    assert_eq!(client.get("/v1/payment_intents/pi_nonesuch").await.status, 404);
    assert_eq!(client.get("/v1/nonesuch").await.status, 404);
}

#[tokio::test]
async fn only_the_publishable_key_may_send_card_numbers() {
    let (sandbox, server) = start();
    let page = Client::with_key(&sandbox, sandbox.publishable_key());
    let (id, secret) = server.create_intent().await;
    let card = |number: &str, cvc: &str| {
        format!(
            "client_secret={secret}&use_stripe_sdk=true&payment_method_data[type]=card&payment_method_data[card]\
             [number]={number}&payment_method_data[card][exp_month]=12&payment_method_data[card][exp_year]=34\
             &payment_method_data[card][cvc]={cvc}"
        )
    };
    let path = format!("/v1/payment_intents/{id}/confirm");
    let typo = page.post(&path, &card("4242424242424241", "123")).await;
    assert_eq!((typo.status, typo.text("/error/code")), (402, "incorrect_number"));
    let real = page.post(&path, &card("4000000000000010", "123")).await;
    assert_eq!(real.text("/error/decline_code"), "test_mode_live_card");
    assert_eq!(
        server.post(&path, &card("4242424242424242", "123")).await.status,
        402,
        "the secret key cannot send card numbers"
    );
    let paid = page.post(&path, &card("4242424242424242", "123")).await;
    assert_eq!(paid.text("/status"), "succeeded");
    assert_eq!(paid.body["metadata"], json!(null), "a page is not shown the metadata");
}

#[tokio::test]
async fn with_the_publishable_key_only_an_intent_with_its_client_secret_can_be_read() {
    let (sandbox, server) = start();
    let page = Client::with_key(&sandbox, sandbox.publishable_key());
    let (id, secret) = server.create_intent().await;
    let path = format!("/v1/payment_intents/{id}");
    assert_eq!(page.get(&format!("{path}?client_secret={secret}")).await.status, 200);
    assert_eq!(page.get(&format!("{path}?client_secret=wrong")).await.status, 400);
    assert_eq!(page.get(&path).await.status, 400);
    for (method, path) in [("GET", "/v1/payment_intents"), ("POST", "/v1/refunds"), ("GET", "/v1/events")] {
        assert_eq!(page.send(method, path, "").await.status, 403, "{method} {path}");
    }
}

#[tokio::test]
async fn unknown_keys_and_control_requests_with_the_publishable_key_are_refused() {
    let (sandbox, _client) = start();
    let stranger = Client::with_key(&sandbox, "sk_test_somebodyelses");
    let refused = stranger.get("/v1/payment_intents").await;
    assert_eq!((refused.status, refused.text("/error/type")), (401, "invalid_request_error"));
    assert_eq!(
        stranger.send("POST", "/_sandbox/faults", r#"{"kind": "dropped_response"}"#).await.status,
        401
    );
    let page = Client::with_key(&sandbox, sandbox.publishable_key());
    assert_eq!(page.send("POST", "/_sandbox/faults", r#"{"kind": "dropped_response"}"#).await.status, 403);
    let basic = base64::engine::general_purpose::STANDARD.encode(format!("{}:", sandbox.secret_key()));
    let headers = [("Authorization", format!("Basic {basic}"))];
    let url = format!("{}/v1/payment_intents", sandbox.base_url());
    let mut request = stripe_sandbox::client::http_client().build().unwrap().get(url);
    for (name, value) in &headers {
        request = request.header(*name, value);
    }
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_request_can_expand_the_objects_in_its_response() {
    let (_sandbox, client) = start();
    let paid = client.pay("pm_card_mastercard").await;
    let path = format!(
        "/v1/payment_intents/{}?expand[]=latest_charge.refunds&expand[]=payment_method",
        paid.text("/id")
    );
    let expanded = client.get(&path).await;
    assert_eq!(expanded.text("/latest_charge/refunds/object"), "list");
    assert_eq!(expanded.text("/payment_method/card/brand"), "mastercard");
    assert_eq!(client.get("/v1/payment_intents?expand[]=data.nonesuch").await.status, 400);
}
