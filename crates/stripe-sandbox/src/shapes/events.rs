//! Events as Stripe's JSON objects.

use serde_json::{Value, json};

use crate::memory::records::Event;
use crate::memory::state::State;

/// The version of Stripe's API that the sandbox implements.
pub(crate) const API_VERSION: &str = "2026-09-30.endive";

/// Returns an event as JSON, with its object as it was when the event was created, and with the number of
/// its pending deliveries in `state`.
pub(crate) fn event_json(state: &State, event: &Event) -> Value {
    let pending = state.deliveries.iter().filter(|delivery| delivery.event == event.id).count();
    let mut data = json!({ "object": event.object.value() });
    if let (Some(previous), Some(fields)) = (&event.previous, data.as_object_mut()) {
        fields.insert("previous_attributes".to_owned(), previous.clone());
    }
    json!({
        "id": event.id,
        "object": "event",
        "api_version": API_VERSION,
        "created": event.created,
        "data": data,
        "livemode": false,
        "pending_webhooks": pending,
        "request": { "id": event.request, "idempotency_key": event.idempotency_key },
        "type": event.kind,
    })
}
