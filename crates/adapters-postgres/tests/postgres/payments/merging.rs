//! Tests of merging two authorities of the register.

use domain::payments::remittances::authority::Authority;
use domain::payments::remittances::obligation::ObligationStatus;
use domain::payments::remittances::remittance::RemittanceStatus;
use domain::shared::ids::{AuthorityId, PaymentId, TicketId, UserId};
use domain::shared::payable::Payable;
use ports::driving_record::filing::FiledItems;
use ports::payments::remittances::merging::{AuthorityMerges, MergeCounts};
use ports::payments::remittances::{Authorities, NewObligation, Obligations, Remittances};
use ports::shared::store_error::StoreResult;
use ports::store::{Store, in_transaction};

use super::remittances::{FIFTY, add_authority, owed, sending};
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
    let after = store.move_names(merged.id, kept.id, &kept.absorb(&merged).unwrap())?;
    store.move_tickets(merged.id, kept.id)?;
    store.move_money(&merged, kept.id)?;
    Ok(after)
}

fn merged_now(world: &World, ids: (AuthorityId, AuthorityId)) -> Authority {
    in_transaction(&world.db.database(), |store| merge(store, ids)).unwrap()
}

fn authority_of(world: &mut World, payment: PaymentId) -> Option<AuthorityId> {
    world.store().obligation(payment.into(), at(0)).unwrap().unwrap().authority_id()
}

#[test]
fn a_merge_moves_every_name_and_deletes_the_merged_authority() {
    let mut world = World::new();
    let (kept, merged) = two_spellings(&mut world);
    let after = merged_now(&world, (kept.id, merged.id));
    assert_eq!((after.id, after.version), (kept.id, kept.version + 1));
    assert_eq!(after.details.also_called, ["NYC", "NYC Dept. of Finance", "N.Y.C. Finance"]);
    let mut store = world.store();
    assert_eq!(store.authorities().unwrap(), std::slice::from_ref(&after));
    let mut named = store.authorities_by_name(&after.details.keys()).unwrap();
    named.sort();
    let mut expected: Vec<_> = after.details.keys().into_iter().map(|key| (key, kept.id)).collect();
    expected.sort();
    assert_eq!(named, expected);
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
    merged_now(&world, (kept.id, merged.id));
    for id in all {
        let court = format!("SELECT court_id || ' ' || version FROM tickets WHERE id = {id}");
        assert_eq!(world.db.value(&court).unwrap(), format!("{} 2", kept.id));
    }
}

#[test]
fn a_merge_moves_obligations_in_every_status_and_a_sent_remittance_keeps_its_old_name() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, parking, toll, _] = world.payables(ann);
    let (kept, merged) = two_spellings(&mut world);
    let name = Some("NYC Dept. of Finance");
    let sent = owed(&mut world, ann, ticket, name, 10);
    let first = world.store().prepare_remittance(merged.id.into(), ann, at(20), 9).unwrap().unwrap();
    world.store().record_sent(first.id, &sending(), at(30), &[(sent, FIFTY)]).unwrap();
    let prepared = owed(&mut world, ann, parking, name, 40);
    let second = world.store().prepare_remittance(merged.id.into(), ann, at(50), 9).unwrap().unwrap();
    let waiting = owed(&mut world, ann, toll, name, 60);
    let counts = world.store().merge_counts(merged.id, &[]).unwrap();
    assert_eq!(counts, MergeCounts { owed: 1, prepared: 1, sent: 1, ..MergeCounts::default() });

    merged_now(&world, (kept.id, merged.id));
    for payment in [sent, prepared, waiting] {
        assert_eq!(authority_of(&mut world, payment), Some(kept.id));
    }
    let mut store = world.store();
    let of = |remittance: Option<domain::payments::remittances::remittance::Remittance>| {
        let one = remittance.unwrap();
        (one.status, one.payee.id, one.payee.name)
    };
    assert_eq!(
        of(store.remittance(first.id).unwrap()),
        (RemittanceStatus::Sent, kept.id.into(), "NYC Dept. of Finance".to_owned())
    );
    assert_eq!(
        of(store.remittance(second.id).unwrap()),
        (RemittanceStatus::Prepared, kept.id.into(), "New York City".to_owned())
    );
    let trails = store.money_trails(&[sent, prepared]).unwrap();
    let trail = |payment| trails.iter().find(|(of, _)| *of == payment).unwrap().1.authority.as_deref();
    assert_eq!((trail(sent), trail(prepared)), (Some("NYC Dept. of Finance"), Some("New York City")));

    // If the merged authority returns money, that money is owed to the remaining authority.
    store.change_obligation_status(sent.into(), ObligationStatus::Owed, None).unwrap();
    let trails = store.money_trails(&[sent]).unwrap();
    assert_eq!(trails[0].1.authority.as_deref(), Some("New York City"));
    assert_eq!(store.prepare_remittance(kept.id.into(), ann, at(70), 9).unwrap().unwrap().payments, 2);
}

#[test]
fn a_sent_remittance_keeps_its_first_name_through_two_merges() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, ..] = world.payables(ann);
    let (kept, merged) = two_spellings(&mut world);
    let last = add_authority(&mut world, "City of New York", &[]);
    let payment = owed(&mut world, ann, ticket, Some("N.Y.C. FINANCE"), 10);
    let made = world.store().prepare_remittance(merged.id.into(), ann, at(20), 9).unwrap().unwrap();
    world.store().record_sent(made.id, &sending(), at(30), &[(payment, FIFTY)]).unwrap();
    merged_now(&world, (kept.id, merged.id));
    merged_now(&world, (last.id, kept.id));
    let sent = world.store().remittance(made.id).unwrap().unwrap();
    assert_eq!((sent.payee.id, sent.payee.name.as_str()), (last.id.into(), "NYC Dept. of Finance"));
}

#[test]
fn the_preview_of_a_merge_counts_items_and_finds_shared_citation_numbers_across_kinds() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let (_, merged) = two_spellings(&mut world);
    let mut item = |user: UserId, kind: &str, number: &str, issuer: &str, is_removed: bool| {
        let (table, id) = match kind {
            "ticket" => ("tickets", world.ticket(user).0),
            "parking" => ("parking", world.parking(user).0),
            _ => ("tolls", world.toll(user).0),
        };
        let removed = ", removed_at = now(), removed_by = user_id, removal_result = 'x'";
        let removed = if is_removed { removed } else { "" };
        world.db.execute(&format!(
            "UPDATE {table} SET citation_number = nullif('{number}', ''), issuer = '{issuer}'{removed} WHERE id = {id}"
        ));
    };
    item(ann, "ticket", "A 1", "NYC Finance", false);
    item(ann, "parking", "B-2", "NYC Finance", false);
    item(ann, "parking", "", "NYC Finance", false);
    item(ann, "toll", "C3", "nyc finance", false);
    item(ann, "toll", "D4", "NYC Finance", true);
    item(ann, "toll", "E5", "NYC Finance", false);
    item(bob, "toll", "a1", "NYC", false);
    item(bob, "ticket", "b 2", "NYC", false);
    item(bob, "parking", "C-3", "NYC", false);
    item(bob, "parking", "D4", "NYC", false);
    item(bob, "parking", "E5", "NYC", true);
    item(bob, "parking", "A1", "Albany", false);
    let mut store = world.store();
    assert_eq!(store.item_issuers().unwrap(), ["Albany", "NYC", "NYC Finance", "nyc finance"]);
    let (first, second) = (["NYC Finance", "nyc finance"].map(str::to_owned), ["NYC".to_owned()]);
    let counts = store.merge_counts(merged.id, &first).unwrap();
    assert_eq!(counts, MergeCounts { tickets: 1, parking: 2, tolls: 2, ..MergeCounts::default() });
    assert_eq!(store.shared_numbers(&first, &second, 9).unwrap(), ["A1", "B2", "C3"]);
    assert_eq!(store.shared_numbers(&second, &first, 2).unwrap(), ["A1", "B2"]);
    assert_eq!(store.shared_numbers(&first, &[], 9).unwrap(), Vec::<String>::new());
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
fn a_payment_that_settles_during_a_merge_is_owed_to_the_authority_that_stays() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, parking, ..] = world.payables(ann);
    let (kept, merged) = two_spellings(&mut world);
    let ids = (kept.id, merged.id);
    // In this case, the merge waits for a payment that has already read the old names.
    let before = world.payment(ann, ticket, "before").id;
    world.run_overlapping(
        |store| store.record_obligation(&new_obligation(before)),
        move |store| merge(store, ids),
    );
    assert_eq!(authority_of(&mut world, before), Some(kept.id));
    // In this case, the payment waits for a merge that deletes the payment's authority.
    let next = add_authority(&mut world, "City of New York", &[]);
    let after = world.payment(ann, parking, "after").id;
    world.run_overlapping(
        |store| merge(store, (next.id, kept.id)),
        move |store| store.record_obligation(&new_obligation(after)),
    );
    assert_eq!([authority_of(&mut world, before), authority_of(&mut world, after)], [Some(next.id); 2]);
}

#[test]
fn a_merge_waits_for_a_transaction_that_locked_the_register_and_then_sees_its_item() {
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
            Ok((both, store.shared_numbers(&issuers.0, &issuers.1, 9)?))
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
