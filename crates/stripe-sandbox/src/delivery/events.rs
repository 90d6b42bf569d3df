//! What happened: events are kept, listed, and put on their way to the webhook.

use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::memory::faults::FaultKind;
use crate::memory::ids;
use crate::memory::state::{Delivery, Event, State};
use crate::memory::world::{Tx, World};

/// The version of the provider's API that this stand-in speaks.
pub(crate) const API_VERSION: &str = "2026-09-30.endive";

/// A delivery that is held has this due time.
const HELD: i64 = i64::MAX;

/// Keeps an event and puts it on its way, or where the faults that are switched on send it.
pub(crate) fn emit(tx: &mut Tx<'_>, kind: &str, object: Value, previous: Option<Value>) {
    let event = Event {
        id: ids::new("evt_"),
        seq: tx.state().next(),
        created: ids::now(),
        kind: kind.to_owned(),
        object,
        previous,
        request: tx.call.request.clone(),
        idempotency_key: tx.call.idempotency_key.clone(),
    };
    let id = event.id.clone();
    tx.state().events.insert(id.clone(), event);
    let world = &mut *tx.world;
    if world.webhook_url.is_none() || world.faults.take(&FaultKind::WebhooksOff) {
        return;
    }
    if world.faults.reordering() {
        let held = schedule(&mut world.state, &id, HELD);
        world.held.push(held);
        world.faults.take(&FaultKind::WebhooksReordered);
        if !world.faults.reordering() {
            release(world);
        }
        return;
    }
    schedule(&mut world.state, &id, 0);
    if world.faults.take(&FaultKind::WebhooksDuplicated) {
        schedule(&mut world.state, &id, 0);
    }
}

/// Puts one delivery of an event on its way.
pub(crate) fn schedule(state: &mut State, event: &str, due: i64) -> u64 {
    let id = state.next();
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

/// Lets the held deliveries go, the last one first, each after the one before it was tried.
pub(crate) fn release(world: &mut World) {
    let mut after = None;
    for id in std::mem::take(&mut world.held).into_iter().rev() {
        if let Some(delivery) = world.state.deliveries.iter_mut().find(|delivery| delivery.id == id) {
            delivery.due = 0;
            delivery.after = after;
            after = Some(id);
        }
    }
}

/// After a restart nothing is held any more: what waits goes out.
pub(crate) fn release_all(state: &mut State) {
    for delivery in &mut state.deliveries {
        delivery.due = 0;
        delivery.after = None;
    }
}

/// An event in the provider's shape.
pub(crate) fn render(state: &State, event: &Event) -> Value {
    let pending = state.deliveries.iter().filter(|delivery| delivery.event == event.id).count();
    let mut data = json!({ "object": event.object });
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

pub(crate) fn retrieve(tx: &Tx<'_>, id: &str) -> Result<Value, ApiError> {
    let state = &tx.world.state;
    let event = state.events.get(id).ok_or_else(|| ApiError::not_found("event", id, "id"))?;
    Ok(render(state, event))
}

/// Delivers an event once more.
pub(crate) fn redeliver(tx: &mut Tx<'_>, id: &str) -> Result<Value, ApiError> {
    let value = retrieve(tx, id)?;
    schedule(tx.state(), id, 0);
    Ok(value)
}
