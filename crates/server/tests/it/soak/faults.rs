//! Faults of the provider, of the network, and of the servers themselves.

use std::time::Duration;

use stripe_sandbox::{Fault, FaultKind, Stage};

use super::plan::Dice;
use super::servers::SERVERS;
use super::world::World;

const INTENTS: &str = "/v1/payment_intents";
const REFUNDS: &str = "/v1/refunds";

#[derive(Clone, Copy)]
enum Trouble {
    DroppedResponse,
    DroppedRefundResponse,
    Down,
    DownAfterWork,
    SavedError,
    SavedErrorOfRefund,
    Slow,
    EventsLost,
    EventsDoubled,
    EventsTurnedRound,
    EventsLate,
    CardTakesTime,
    RefundTakesTime,
    RefundFails,
    BalanceTooSmall,
}

const TROUBLES: &[(usize, Trouble)] = &[
    (12, Trouble::DroppedResponse),
    (8, Trouble::DroppedRefundResponse),
    (10, Trouble::Down),
    (6, Trouble::DownAfterWork),
    (8, Trouble::SavedError),
    (5, Trouble::SavedErrorOfRefund),
    (8, Trouble::Slow),
    (10, Trouble::EventsLost),
    (8, Trouble::EventsDoubled),
    (7, Trouble::EventsTurnedRound),
    (6, Trouble::EventsLate),
    (6, Trouble::CardTakesTime),
    (5, Trouble::RefundTakesTime),
    (3, Trouble::RefundFails),
    (5, Trouble::BalanceTooSmall),
];

/// Turns faults on until the run ends, then turns all of them off.
pub fn run(world: &World) {
    let mut dice = world.plan.dice("faults", 0);
    while !world.is_over() {
        let (name, fault) = random_fault(&mut dice);
        world.app.sandbox.inject(fault);
        world.count_event(&format!("fault {name}"));
        world.pause(Duration::from_millis(dice.between(80, 450).unsigned_abs()));
    }
    world.app.sandbox.clear_faults();
}

/// Returns a random fault and its name.
fn random_fault(dice: &mut Dice) -> (&'static str, Fault) {
    let status = *dice.pick(&[500, 502, 503, 429]).unwrap_or(&500);
    let ms = dice.between(200, 1500).unsigned_abs();
    let some = u32::try_from(dice.between(2, 8)).unwrap_or(2);
    let made = dice.chance(50);
    let stage = if made { Stage::Before } else { Stage::After };
    match dice.weighted(TROUBLES) {
        Trouble::DroppedResponse => ("dropped response", Fault::dropped_response().at("POST", INTENTS)),
        Trouble::DroppedRefundResponse => {
            ("dropped response to a refund", Fault::dropped_response().at("POST", REFUNDS))
        }
        Trouble::Down => ("down", Fault::error(status, Stage::Before).times(some)),
        Trouble::DownAfterWork => {
            ("down after the work", Fault::error(status, Stage::After).at("POST", INTENTS))
        }
        Trouble::SavedError => ("saved error", Fault::saved_error(500, made).at("POST", INTENTS)),
        Trouble::SavedErrorOfRefund => {
            ("saved error of a refund", Fault::saved_error(500, made).at("POST", REFUNDS))
        }
        Trouble::Slow => ("slow", Fault::slow(Duration::from_millis(ms), stage).times(3)),
        Trouble::EventsLost => ("events lost", Fault::once(FaultKind::WebhooksOff).times(some * 2)),
        Trouble::EventsDoubled => ("events doubled", Fault::once(FaultKind::WebhooksDuplicated).times(some)),
        Trouble::EventsTurnedRound => {
            ("events turned round", Fault::once(FaultKind::WebhooksReordered).times(some))
        }
        Trouble::EventsLate => ("events late", Fault::once(FaultKind::EventsLate { ms: ms * 3 }).times(some)),
        Trouble::CardTakesTime => ("card takes time", Fault::once(FaultKind::PaymentProcessing)),
        Trouble::RefundTakesTime => ("refund takes time", Fault::once(FaultKind::RefundPending)),
        Trouble::RefundFails => ("refund fails", Fault::once(FaultKind::RefundFailing)),
        Trouble::BalanceTooSmall => ("balance too small", Fault::once(FaultKind::BalanceInsufficient)),
    }
}

/// Kills and restarts servers until the test ends. After each restart, one random server gets the webhooks.
pub fn kill(world: &World) {
    let mut dice = world.plan.dice("killer", 0);
    while !world.is_over() {
        let pause = if world.plan.is_long() { (3000, 15_000) } else { (1500, 4000) };
        world.pause(Duration::from_millis(dice.between(pause.0, pause.1).unsigned_abs()));
        if world.is_over() {
            break;
        }
        let first = dice.below(SERVERS);
        let seats = if dice.chance(20) { vec![first, (first + 1) % SERVERS] } else { vec![first] };
        kill_and_start(world, &seats, Duration::from_millis(dice.between(0, 1500).unsigned_abs()));
        send_events_to(world, dice.below(SERVERS));
    }
    // The short run has no time for the servers to recover by themselves, so it restarts them.
    if !world.plan.is_long() {
        world.app.sandbox.clear_faults();
        (0..SERVERS).for_each(|seat| world.servers.kill(seat));
        (0..SERVERS).for_each(|seat| world.servers.start_again(&world.app, seat));
    }
    world.app.sandbox.clear_faults();
    send_events_to(world, 0);
    world.end_faults();
}

/// Kills the servers with these numbers, and starts them again after `downtime`.
fn kill_and_start(world: &World, seats: &[usize], downtime: Duration) {
    for seat in seats {
        world.servers.kill(*seat);
        world.count_event("servers killed");
    }
    std::thread::sleep(downtime);
    std::thread::scope(|scope| {
        for seat in seats {
            scope.spawn(move || world.servers.start_again(&world.app, *seat));
        }
    });
}

/// Makes the provider send its webhooks to the server with this number.
fn send_events_to(world: &World, seat: usize) {
    world.app.sandbox.set_webhook_url(format!("{}/api/webhooks/stripe", world.servers.base(seat)));
}
