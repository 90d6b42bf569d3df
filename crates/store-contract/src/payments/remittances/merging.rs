use domain::driving_record::court::TicketCourt;
use domain::driving_record::kinds::ItemKind;
use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::payments::remittances::remittance::{Remittance, RemittanceStatus};
use domain::shared::ids::{AuthorityId, PaymentId};
use domain::shared::payable::Payable;
use ports::driving_record::filing::Removal;
use ports::payments::remittances::merging::MergeCounts;
use ports::store::{Database, Store};

use crate::payments::samples::{FIFTY, city, owed, sending};
use crate::support::{TICKET_FIELDS, at, authority, details, items, ticket, transaction, user};

/// Adds two spellings of the same authority. The second one is to be merged into the first one.
pub(crate) fn two_spellings(store: &mut dyn Store) -> (Authority, Authority) {
    (
        authority(store, &city("New York City", &["NYC"])),
        authority(store, &city("NYC Dept. of Finance", &["N.Y.C. Finance"])),
    )
}

/// Merges the second authority into the first one, in the same way as the use case does after its checks.
pub(crate) fn merge(store: &mut dyn Store, (kept, merged): (AuthorityId, AuthorityId)) -> Authority {
    let both = store.lock_authorities([merged, kept]).unwrap();
    let find = |id| both.iter().find(|one| one.id == id).cloned().unwrap();
    let (kept, merged) = (find(kept), find(merged));
    let details: AuthorityDetails = kept.absorb(&merged).unwrap();
    let after = store.move_authority_names(merged.id, kept.id, &details).unwrap();
    store.move_court_references(merged.id, kept.id).unwrap();
    store.move_authority_money(&merged, kept.id).unwrap();
    after
}

pub fn locked_authorities_are_returned_in_the_order_of_their_ids_without_missing_authorities(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let (kept, merged) = two_spellings(store);
        let both = store.lock_authorities([merged.id, kept.id]).unwrap();
        assert_eq!(both, [kept.clone(), merged]);
        assert_eq!(store.lock_authorities([AuthorityId(99), kept.id]).unwrap(), [kept]);
    });
}

pub fn a_merge_moves_every_name_and_deletes_the_merged_authority(database: &dyn Database) {
    transaction(database, |store| {
        let (kept, merged) = two_spellings(store);
        let after = merge(store, (kept.id, merged.id));
        assert_eq!((after.id, after.version), (kept.id, kept.version + 1));
        assert_eq!(after.details.also_called, ["NYC", "NYC Dept. of Finance", "N.Y.C. Finance"]);
        assert_eq!(store.authorities().unwrap(), std::slice::from_ref(&after));
        let mut named = store.authorities_by_name(&after.details.keys()).unwrap();
        named.sort();
        let mut expected: Vec<_> = after.details.keys().into_iter().map(|key| (key, kept.id)).collect();
        expected.sort();
        assert_eq!(named, expected);
        let new = authority(store, &city("Albany", &[]));
        assert!(new.id > merged.id, "an id isn't used again");
    });
}

pub fn a_merge_moves_every_ticket_of_the_merged_court(database: &dyn Database) {
    let (ids, tickets) = transaction(database, |store| {
        let (kept, merged) = two_spellings(store);
        let ann = user(store, "ann@example.com");
        let tickets = [(); 3].map(|()| ticket(store, ann));
        store.lock_tickets_and_read_courts(&tickets).unwrap();
        store
            .set_court_of_tickets(
                &tickets[..2],
                TicketCourt { id: Some(merged.id), ..TicketCourt::default() },
            )
            .unwrap();
        store.mark_item_paid(Payable::Ticket(tickets[1]), at(1)).unwrap();
        let expected = MergeCounts { heard: 2, ..MergeCounts::default() };
        assert_eq!(store.count_records_of_authority(merged.id, &[]).unwrap(), expected);
        ((kept.id, merged.id), tickets)
    });
    transaction(database, |store| {
        merge(store, ids);
        let courts = tickets.map(|id| {
            let ticket = store.ticket(id).unwrap().unwrap();
            (ticket.filed.court().id, ticket.version)
        });
        assert_eq!(courts, [(Some(ids.0), 3), (Some(ids.0), 4), (None, 1)]);
    });
}

pub fn the_preview_of_a_merge_counts_the_items_with_each_given_issuer(database: &dyn Database) {
    transaction(database, |store| {
        let (_, merged) = two_spellings(store);
        let ann = user(store, "ann@example.com");
        let mut add = |kind, issuer: &str| {
            let fields: &[(&str, &str)] = match kind {
                ItemKind::Ticket => TICKET_FIELDS,
                ItemKind::Parking => &[("violation_type", "Meter"), ("location", "Elm St"), ("amount", "65")],
                ItemKind::Toll => &[("toll_road", "I-95"), ("amount", "3.75")],
            };
            let fields = details(kind, &[fields, &[("issuer", issuer)]].concat());
            store.insert_item(ann, &fields, None, at(0)).unwrap().payable()
        };
        add(ItemKind::Ticket, "NYC Finance");
        add(ItemKind::Ticket, "NYC");
        add(ItemKind::Parking, "NYC Finance");
        add(ItemKind::Parking, "nyc finance");
        let removed = add(ItemKind::Toll, "NYC Finance");
        store.lock_item(removed).unwrap();
        let removal = Removal { by: ann, result: "A mistake".to_owned(), at: at(1) };
        store.remove_item(removed, &removal).unwrap();
        let issuers = ["NYC Finance", "nyc finance"].map(str::to_owned);
        let expected = MergeCounts { tickets: 1, parking: 2, ..MergeCounts::default() };
        assert_eq!(store.count_records_of_authority(merged.id, &issuers).unwrap(), expected);
        assert_eq!(store.count_records_of_authority(merged.id, &[]).unwrap(), MergeCounts::default());
    });
}

pub fn a_merge_moves_obligations_in_every_status_but_a_sent_remittance_keeps_its_payees_old_name(
    database: &dyn Database,
) {
    let (ann, ids, [sent, prepared, waiting], [first, second]) = transaction(database, |store| {
        let (kept, merged) = two_spellings(store);
        let ann = user(store, "ann@example.com");
        let [ticket, parking, toll] = items(store, ann);
        let name = Some("NYC Dept. of Finance");
        let sent = owed(store, ann, ticket, name, 10);
        let first = store.prepare_remittance(merged.id.into(), ann, at(20), 9).unwrap().unwrap().id;
        store.record_sent(first, &sending(), at(30), &[(sent, FIFTY)]).unwrap();
        let prepared = owed(store, ann, parking, name, 40);
        let second = store.prepare_remittance(merged.id.into(), ann, at(50), 9).unwrap().unwrap().id;
        let waiting = owed(store, ann, toll, name, 60);
        let counts = store.count_records_of_authority(merged.id, &[]).unwrap();
        assert_eq!(counts, MergeCounts { owed: 1, prepared: 1, sent: 1, ..MergeCounts::default() });
        (ann, (kept.id, merged.id), [sent, prepared, waiting], [first, second])
    });
    transaction(database, |store| merge(store, ids));
    transaction(database, |store| {
        for payment in [sent, prepared, waiting] {
            let one = store.obligation(payment.into(), at(0)).unwrap().unwrap();
            assert_eq!(one.authority_id(), Some(ids.0));
        }
        let of = |remittance: Option<Remittance>| {
            let one = remittance.unwrap();
            (one.status, one.payee.id, one.payee.name)
        };
        let old = (RemittanceStatus::Sent, ids.0.into(), "NYC Dept. of Finance".to_owned());
        let new = (RemittanceStatus::Prepared, ids.0.into(), "New York City".to_owned());
        assert_eq!(of(store.remittance(first).unwrap()), old);
        assert_eq!(of(store.remittance(second).unwrap()), new);
        let trail = |store: &mut dyn Store, payment: PaymentId| {
            store.money_trails(&[payment]).unwrap().pop().unwrap().1.authority.unwrap()
        };
        assert_eq!([sent, prepared].map(|payment| trail(store, payment)), [old.2, new.2.clone()]);
        // Money that was sent to the merged authority and is owed again is owed to the remaining
        // authority.
        store.reopen_obligation(sent, at(200)).unwrap();
        assert_eq!(trail(store, sent), new.2);
    });
    let last = transaction(database, |store| {
        let last = authority(store, &city("City of New York", &[])).id;
        merge(store, (last, ids.0));
        last
    });
    transaction(database, |store| {
        let sent = store.remittance(first).unwrap().unwrap();
        assert_eq!((sent.payee.id, sent.payee.name.as_str()), (last.into(), "NYC Dept. of Finance"));
        let made = store.prepare_remittance(last.into(), ann, at(70), 9).unwrap().unwrap();
        assert_eq!(made.payments, 2);
    });
}
