//! Tests of merging two authorities of the register.

use domain::payments::remittances::authority::Authority;
use domain::shared::ids::{AuthorityId, PaymentId, TicketId};
use domain::shared::payable::Payable;
use ports::payments::remittances::{NewObligation, Obligations};
use ports::shared::store_error::StoreResult;
use ports::store::{Store, in_transaction};

use super::remittances::add_authority;
use crate::support::{World, at};

/// Adds two spellings of the same authority. The second one is to be merged into the first one.
fn two_spellings(world: &mut World) -> (Authority, Authority) {
    (
        add_authority(world, "New York City", &["NYC"]),
        add_authority(world, "NYC Dept. of Finance", &["N.Y.C. Finance"]),
    )
}

/// Merges the second authority into the first one, in the same way as the use case does after its checks.
fn merge(store: &mut dyn Store, (kept, merged): (AuthorityId, AuthorityId)) -> StoreResult<Authority> {
    let both = store.lock_authorities([merged, kept])?;
    let find = |id| both.iter().find(|one| one.id == id).cloned().unwrap();
    let (kept, merged) = (find(kept), find(merged));
    let after = store.move_authority_names(merged.id, kept.id, &kept.absorb(&merged).unwrap())?;
    store.move_court_references(merged.id, kept.id)?;
    store.move_authority_money(&merged, kept.id)?;
    Ok(after)
}

/// Merges the second authority into the first one, in a transaction of its own.
fn merge_in_own_transaction(world: &World, ids: (AuthorityId, AuthorityId)) -> Authority {
    in_transaction(&world.db.database(), |store| merge(store, ids)).unwrap()
}

/// Returns the authority to which the money of a payment is owed.
fn authority_of(world: &mut World, payment: PaymentId) -> Option<AuthorityId> {
    world.store().obligation(payment.into(), at(0)).unwrap().unwrap().authority_id()
}

#[test]
fn a_merge_moves_every_ticket_of_the_merged_court() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let (kept, merged) = two_spellings(&mut world);
    let mut ticket = |set: &str| -> TicketId {
        let id = world.ticket(ann);
        world.db.execute(&format!("UPDATE tickets SET court_id = {}{set} WHERE id = {id}", merged.id));
        id
    };
    let all = [
        ticket(""),
        ticket(", is_paid = true, paid_at = now()"),
        ticket(", removed_at = now(), removed_by = user_id, removal_result = 'x'"),
    ];
    merge_in_own_transaction(&world, (kept.id, merged.id));
    for id in all {
        let court = format!("SELECT court_id || ' ' || version FROM tickets WHERE id = {id}");
        assert_eq!(world.db.value(&court).unwrap(), format!("{} 2", kept.id));
    }
}

fn new_obligation(payment: PaymentId) -> NewObligation {
    NewObligation {
        payment_id: payment,
        issuer: Some("NYC dept. of finance".to_owned()),
        charged_at: at(0),
        send_by: at(100),
        is_late_notified: false,
    }
}

#[test]
fn a_payment_settled_during_a_merge_of_authorities_is_owed_to_the_remaining_authority() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, parking, ..] = world.payables(ann);
    let (kept, merged) = two_spellings(&mut world);
    let ids = (kept.id, merged.id);
    // In this case, the merge waits for a payment that has already read the old names.
    let before = world.payment(ann, ticket, "before").id;
    world.run_overlapping(
        |store| store.store_obligation_if_new(&new_obligation(before)),
        move |store| merge(store, ids),
    );
    assert_eq!(authority_of(&mut world, before), Some(kept.id));
    // In this case, the payment waits for a merge that deletes the payment's authority.
    let next = add_authority(&mut world, "City of New York", &[]);
    let after = world.payment(ann, parking, "after").id;
    world.run_overlapping(
        |store| merge(store, (next.id, kept.id)),
        move |store| store.store_obligation_if_new(&new_obligation(after)),
    );
    assert_eq!([authority_of(&mut world, before), authority_of(&mut world, after)], [Some(next.id); 2]);
}

#[test]
fn a_merge_of_authorities_waits_for_a_concurrent_change_and_sees_the_changed_item() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let (kept, merged) = two_spellings(&mut world);
    let [_, Payable::Parking(parking), Payable::Toll(toll), _] = world.payables(ann) else { panic!() };
    world.db.execute(&format!("UPDATE tolls SET citation_number = 'A1', issuer = 'NYC' WHERE id = {toll}"));
    let given =
        format!("UPDATE parking SET citation_number = 'a-1', issuer = 'NYC Finance' WHERE id = {parking}");
    let issuers = (["NYC Finance".to_owned()], ["NYC".to_owned()]);
    let ((), (both, shared)) = world.run_overlapping(
        |store| {
            store.lock_authority_register()?;
            world.db.execute(&given);
            Ok(())
        },
        |store| {
            let both = store.lock_authorities([merged.id, kept.id])?;
            Ok((both, store.citation_numbers_of_both(&issuers.0, &issuers.1, 9)?))
        },
    );
    assert_eq!(both, [kept, merged]);
    assert_eq!(shared, ["A1"]);
}

#[test]
fn two_concurrent_merges_of_one_authority_cannot_both_succeed() {
    let mut world = World::new();
    let (kept, merged) = two_spellings(&mut world);
    let other = add_authority(&mut world, "City of New York", &[]);
    let (_, left) = world.run_overlapping(
        |store| merge(store, (kept.id, merged.id)),
        |store| store.lock_authorities([merged.id, other.id]),
    );
    assert_eq!(left, [other]);
}
