//! Records events, and queues their deliveries to the webhook.

use serde_json::Value;

use crate::call::errors::ApiError;
use crate::memory::faults::FaultKind;
use crate::memory::ids;
use crate::memory::records::{Delivery, Event};
use crate::memory::state::State;
use crate::memory::text::StoredJson;
use crate::memory::world::{Tx, World};
use crate::shapes;

/// Due time of a delivery that a fault holds back: never.
const HELD: i64 = i64::MAX;

/// Records an event of the type `kind` about `object`, whose JSON is stored as it is now.
pub(crate) fn record_event(tx: &mut Tx<'_>, kind: &str, object: &Value) {
    store_event(tx, kind, object, None);
}

/// Records an event of the type `kind` about a changed object. `previous` has the old values of the changed fields.
pub(crate) fn record_change_event(tx: &mut Tx<'_>, kind: &str, object: &Value, previous: Value) {
    store_event(tx, kind, object, Some(previous));
}

/// Stores an event of the type `kind` and, if a webhook URL is set, schedules its delivery. `previous` has the
/// old values of changed fields, if the event is about a change. Active faults can delay, hold back, duplicate
/// or prevent the delivery.
fn store_event(tx: &mut Tx<'_>, kind: &str, object: &Value, previous: Option<Value>) {
    let late = tx.world.faults.take_event_delay().map(|ms| {
        let ms = i64::try_from(ms).unwrap_or(i64::MAX);
        ids::now_ms().saturating_add(ms)
    });
    let event = Event {
        id: ids::new("evt_"),
        seq: tx.state().next_seq(),
        created: ids::now(),
        kind: kind.to_owned(),
        object: StoredJson::of(object),
        previous,
        request: tx.call.request.clone(),
        idempotency_key: tx.call.idempotency_key.clone(),
        listed_from: late,
    };
    let id = event.id.clone();
    tx.state().events.insert(id.clone(), event);
    let world = &mut *tx.world;
    if world.webhook_url.is_none() || world.faults.take(&FaultKind::WebhooksOff) {
        return;
    }
    if world.faults.is_reordering() {
        let delivery = schedule_delivery(&mut world.state, &id, HELD);
        world.held.push(delivery);
        world.faults.take(&FaultKind::WebhooksReordered);
        if !world.faults.is_reordering() {
            release_held_deliveries(world);
        }
        return;
    }
    let due = late.unwrap_or(0);
    schedule_delivery(&mut world.state, &id, due);
    if world.faults.take(&FaultKind::WebhooksDuplicated) {
        schedule_delivery(&mut world.state, &id, due);
    }
}

/// Schedules a delivery of the event with the id `event` to the webhook, and returns the delivery's id.
/// `due` is in milliseconds since 1970.
pub(crate) fn schedule_delivery(state: &mut State, event: &str, due: i64) -> u64 {
    let id = state.next_seq();
    state.deliveries.push(Delivery {
        id,
        event: event.to_owned(),
        attempts: 0,
        due,
        after: None,
        in_flight: false,
    });
    id
}

/// Releases the deliveries that a fault held back, in reverse order. Each delivery waits until the sandbox has
/// attempted the previous one.
pub(crate) fn release_held_deliveries(world: &mut World) {
    let mut after = None;
    for id in std::mem::take(&mut world.held).into_iter().rev() {
        if let Some(delivery) = world.state.deliveries.iter_mut().find(|delivery| delivery.id == id) {
            delivery.due = 0;
            delivery.after = after;
            after = Some(id);
        }
    }
}

/// Makes all pending deliveries due when the sandbox starts. The state file stores deliveries but no faults.
/// So without this, a delivery that a fault held back before the restart would never be released.
pub(crate) fn release_all(state: &mut State) {
    for delivery in &mut state.deliveries {
        delivery.due = 0;
        delivery.after = None;
    }
}

/// `GET /v1/events/{id}`: reads one event.
pub(crate) fn retrieve_event(tx: &Tx<'_>, id: &str) -> Result<Value, ApiError> {
    let state = &tx.world.state;
    let event = state.events.get(id).ok_or_else(|| ApiError::not_found("event", id, "id"))?;
    Ok(shapes::events::event_json(state, event))
}

/// Schedules another delivery of an event to the webhook, and returns the event as JSON.
pub(crate) fn redeliver_event(tx: &mut Tx<'_>, id: &str) -> Result<Value, ApiError> {
    let value = retrieve_event(tx, id)?;
    schedule_delivery(tx.state(), id, 0);
    Ok(value)
}
