use diesel::connection::SimpleConnection;
use domain::shared::ids::{TicketId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::legal_help::hires::{Hires, NewHire};
use ports::legal_help::lists::HireQuery;
use ports::shared::list::Lists;
use ports::shared::paging::Page;
use ports::store::with_store;

use crate::support::{ALL, World, at, hires};

/// Adds a payment for a lawyer, and builds the hire that was paid. The `key` makes the payment unique.
fn hire_for(world: &mut World, user: UserId, ticket: TicketId, key: &str) -> NewHire {
    let payment = world.payment(user, Payable::Lawyer(ticket), key);
    NewHire {
        user_id: user,
        ticket_id: ticket,
        payment_id: payment.id,
        violation_type: Some("Speeding".to_owned()),
        amount: Money::from_cents(7_525),
        confirmation_number: payment.confirmation_number,
        created_at: at(3),
        recorded_at: at(4),
    }
}

#[test]
fn a_page_of_hires_has_a_next_cursor_even_if_its_last_hire_is_deleted_concurrently() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ids = ["a", "b"].map(|key| {
        let ticket = world.ticket(user);
        let new = hire_for(&mut world, user, ticket, key);
        world.store().insert_hire(&new).unwrap().id
    });
    let mut other = world.db.connection();
    // This lock blocks the query for the records, because that query joins the tickets. The lock doesn't block
    // the query for the records' ids, which runs first.
    other.batch_execute("BEGIN; LOCK TABLE tickets").unwrap();
    let database = world.db.database();
    let found = std::thread::scope(|scope| {
        let query = hires(None, Page { limit: 1, offset: 0 });
        let found = scope.spawn(move || with_store(&database, |store| store.list(&query)).unwrap());
        world.wait_for_blocked_statement();
        let gone = format!("DELETE FROM lawyer_hires WHERE id = {}; COMMIT", ids[1]);
        other.batch_execute(&gone).unwrap();
        found.join().unwrap()
    });
    assert_eq!((found.items, found.next), (vec![], Some(ids[1].0)));
    let rest = HireQuery { before: found.next, ..hires(None, ALL) };
    let rest = world.store().list(&rest).unwrap();
    assert_eq!((rest.items.iter().map(|hire| hire.id).collect::<Vec<_>>(), rest.next), (vec![ids[0]], None));
}
