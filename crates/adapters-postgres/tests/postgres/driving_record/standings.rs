use adapters_postgres::PgStore;
use diesel::dsl::sql;
use diesel::sql_types::BigInt;
use diesel::{RunQueryDsl, select};
use domain::driving_record::standing::StandingFacts;
use domain::legal_help::hire::HireStatus;
use domain::shared::payable::Payable;
use ports::driving_record::items::Items;
use ports::driving_record::standings::Standings;
use ports::legal_help::hires::{Hires, NewHire};

use crate::support::{World, at, statements};

/// Returns the facts that an item's standing depends on.
fn facts(world: &mut World, item: Payable) -> StandingFacts {
    world.store().standing_facts(item).unwrap()
}

/// Each screen waits for a driver's lists, so they must be read fast. One query is faster than a query for each
/// kind of fact, and a prepared query isn't planned each time.
#[test]
fn a_drivers_tickets_and_their_standing_are_read_by_one_prepared_query() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let tickets = [world.ticket(user), world.ticket(user)];
    let mut connection = world.db.connection();
    let sent = statements(&mut connection, |connection| {
        let found = PgStore::new(connection).tickets_of(user).unwrap();
        assert_eq!(found.len(), tickets.len());
    });
    assert_eq!(sent.len(), 1, "{sent:?}");
    let prepared =
        sql::<BigInt>("(SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%lawyer_hires%')");
    assert_eq!(select(prepared).get_result::<i64>(&mut connection).unwrap(), 1);
}

#[test]
fn an_item_counts_as_refunding_only_while_pending_refunds_cover_its_whole_payment() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let (paid, other) = (Payable::Parking(world.parking(user)), Payable::Parking(world.parking(user)));
    let payment = world.payment(user, paid, "a");
    world.db.execute(&format!(
        "UPDATE payments SET status = 'settled', provider_intent_id = 'pi_a', \
         amount_received_cents = amount_cents, settled_at = now();
         INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, provider_refund_id, created_at, updated_at)
         SELECT id, part, 'by_staff', 'pending', 'k' || part, 're' || part, now(), now()
         FROM payments, unnest(ARRAY[50, 15000]) AS part WHERE id = {}",
        payment.id
    ));
    assert!(facts(&mut world, paid).is_refunding);
    assert_eq!(facts(&mut world, other), StandingFacts::default());
    world.db.execute("DELETE FROM refunds WHERE amount_cents = 50");
    assert_eq!(facts(&mut world, paid), StandingFacts::default());
}

#[test]
fn a_hire_without_a_case_counts_as_open_until_it_is_completed_or_canceled() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let (ticket, other) = (world.ticket(user), world.ticket(user));
    let payment = world.payment(user, Payable::Lawyer(ticket), "a");
    let new = NewHire {
        user_id: user,
        ticket_id: ticket,
        payment_id: payment.id,
        violation_type: None,
        amount: payment.amount,
        confirmation_number: payment.confirmation_number,
        created_at: at(3),
        recorded_at: at(3),
    };
    let hire = world.store().insert_hire(&new).unwrap();
    for status in HireStatus::ALL {
        world.db.execute(&format!("UPDATE lawyer_hires SET status = '{status}'"));
        let known = facts(&mut world, Payable::Ticket(ticket));
        assert_eq!(known.has_active_hire, *status != HireStatus::Cancelled, "{status}");
        assert_eq!(known.open_hire, status.is_open().then_some(hire.id), "{status}");
        assert_eq!(facts(&mut world, Payable::Ticket(other)), StandingFacts::default());
    }
    assert!(!world.store().hire(hire.id).unwrap().unwrap().is_ticket_paid);
    world.db.execute(&format!("UPDATE tickets SET is_paid = true, paid_at = now() WHERE id = {ticket}"));
    assert!(world.store().hire(hire.id).unwrap().unwrap().is_ticket_paid);
}
