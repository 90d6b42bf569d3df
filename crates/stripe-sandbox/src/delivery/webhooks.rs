//! Delivers webhooks: signs events, posts them, and retries until the webhook responds with a 2xx, up to a
//! maximum number of attempts.

use std::sync::Arc;
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::client::http_client;
use crate::memory::ids;
use crate::memory::world::{Call, Shared, World};
use crate::objects::settling;
use crate::shapes;

/// Timeout of one delivery attempt.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum delay between two attempts, in milliseconds.
const MAX_WAIT_MS: i64 = 60_000;
/// Maximum number of attempts to deliver an event. With the default first delay, the waits between
/// the attempts take about 43 minutes.
const MAX_ATTEMPTS: u32 = 50;

/// Returns the `Stripe-Signature` header for a webhook's body. `timestamp` is in seconds since 1970.
pub(crate) fn signature(secret: &str, body: &str, timestamp: i64) -> String {
    let signed = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map(|mut mac| {
        mac.update(format!("{timestamp}.{body}").as_bytes());
        hex::encode(mac.finalize().into_bytes())
    });
    // HMAC accepts keys of any length, so signing never fails.
    format!("t={timestamp},v1={}", signed.unwrap_or_default())
}

/// One webhook request to send. `delivery` is the delivery's id.
struct Job {
    delivery: u64,
    url: String,
    body: String,
}

/// Delivers events and settles objects when they are due, until the sandbox stops.
pub(crate) async fn deliver_and_settle(shared: Arc<Shared>) {
    let client = http_client()
        .timeout(DELIVERY_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent("Stripe/1.0 (+https://stripe.com/docs/webhooks)")
        .build()
        .unwrap_or_default();
    loop {
        settling::settle_due(&shared);
        let (jobs, next) = take_due(&mut shared.world());
        for job in jobs {
            actix_web::rt::spawn(deliver(Arc::clone(&shared), client.clone(), job));
        }
        let sleep = next.map_or(Duration::from_secs(3600), |next| {
            Duration::from_millis(u64::try_from(next - ids::now_ms()).unwrap_or(0))
        });
        tokio::select! {
            () = shared.wake.notified() => {}
            () = tokio::time::sleep(sleep) => {}
        }
    }
}

/// Returns the requests of the due deliveries, and marks these deliveries as in flight. Without a webhook URL,
/// returns no requests. Also returns when the next delivery or settlement is due, in milliseconds since 1970,
/// if there is one.
fn take_due(world: &mut World) -> (Vec<Job>, Option<i64>) {
    let now = ids::now_ms();
    let Some(url) = world.webhook_url.clone() else { return (Vec::new(), world.next_settlement_at) };
    let waiting: Vec<u64> = world.state.deliveries.iter().map(|delivery| delivery.id).collect();
    let mut jobs = Vec::new();
    let mut next = world.next_settlement_at;
    let mut ready = Vec::new();
    for delivery in &mut world.state.deliveries {
        // A delivery waits until the sandbox has attempted the delivery with the id `after` once.
        let blocked = delivery.after.is_some_and(|after| waiting.contains(&after));
        if delivery.in_flight || blocked {
            continue;
        }
        if delivery.due <= now {
            delivery.in_flight = true;
            ready.push((delivery.id, delivery.event.clone()));
        } else {
            next = Some(next.map_or(delivery.due, |next| next.min(delivery.due)));
        }
    }
    for (delivery, event) in ready {
        let Some(event) = world.state.events.get(&event) else {
            world.state.deliveries.retain(|known| known.id != delivery);
            continue;
        };
        let body = serde_json::to_string_pretty(&shapes::events::event_json(&world.state, event))
            .unwrap_or_default();
        jobs.push(Job { delivery, url: url.clone(), body });
    }
    (jobs, next)
}

/// Sends one webhook request. Deletes the delivery if the webhook accepted it or after [`MAX_ATTEMPTS`];
/// otherwise schedules the next attempt.
async fn deliver(shared: Arc<Shared>, client: reqwest::Client, job: Job) {
    let at = ids::now();
    let answer = client
        .post(&job.url)
        .header("Content-Type", "application/json; charset=utf-8")
        .header("Stripe-Signature", signature(&shared.settings.webhook_secret, &job.body, at))
        .body(job.body)
        .send()
        .await;
    let delivered = answer.as_ref().is_ok_and(|answer| answer.status().is_success());
    if !delivered {
        match answer {
            Ok(answer) => tracing::info!(status = answer.status().as_u16(), "the webhook refused an event"),
            Err(error) => tracing::info!(%error, "the webhook did not respond"),
        }
    }
    let retry = shared.settings.webhook_retry;
    let ((), _) = shared.transact(Call::default(), |tx| {
        let state = tx.state();
        for waiting in &mut state.deliveries {
            if waiting.after == Some(job.delivery) {
                waiting.after = None;
            }
        }
        state.deliveries.retain_mut(|delivery| {
            if delivery.id != job.delivery {
                return true;
            }
            delivery.in_flight = false;
            delivery.attempts += 1;
            delivery.due = ids::now_ms() + retry_delay_ms(retry, delivery.attempts);
            !delivered && delivery.attempts < MAX_ATTEMPTS
        });
    });
}

/// Returns the delay after this many failed attempts, in milliseconds. `first` is the delay after
/// the first failed attempt. The delay doubles each time, up to [`MAX_WAIT_MS`].
fn retry_delay_ms(first: Duration, attempts: u32) -> i64 {
    let first = i64::try_from(first.as_millis()).unwrap_or(MAX_WAIT_MS);
    let doubled = 2_i64.saturating_pow(attempts.saturating_sub(1));
    first.saturating_mul(doubled).min(MAX_WAIT_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_matches_stripes_published_scheme() {
        // The expected signature comes from another implementation of HMAC-SHA256.
        assert_eq!(
            signature("whsec_test_secret", r#"{"id":"evt_1"}"#, 1_700_000_000),
            "t=1700000000,v1=248a374f50f943a28b0f6ab50faf9a7e7e29b710fa26df9fb1618b9bf8ea9c9a"
        );
    }

    #[test]
    fn retry_delays_double_up_to_a_minute() {
        let waits: Vec<i64> =
            [1, 2, 3, 8, 50].map(|n| retry_delay_ms(Duration::from_millis(500), n)).to_vec();
        assert_eq!(waits, [500, 1000, 2000, 60_000, 60_000]);
    }
}
