use domain::driving_record::citation::Citation;
use domain::driving_record::kinds::{ChargeStatus, ItemKind, TicketStatus};
use domain::shared::ids::{ParkingId, TicketId, TollId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::driving_record::filing::Removal;
use ports::driving_record::items::PayableItem;
use ports::shared::list::CitedBy;
use ports::store::{Database, Store};

use crate::support::{TICKET_FIELDS, at, details, item, items, transaction, user};

pub fn a_payable_item_is_read_with_its_owner_its_label_and_its_fine(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, parking, toll] = items(store, user);
        let lawyer = Payable::Lawyer(TicketId(ticket.item_id()));
        let expected = |label: &str, cents| {
            let (label, fine) = (label.to_owned(), Money::from_cents(cents));
            Some(PayableItem { user_id: user, label, fine, is_paid: false })
        };
        for (payable, item) in [
            (ticket, expected("Speeding", 15_050)),
            (lawyer, expected("Speeding", 15_050)),
            (parking, expected("Expired meter", 6_500)),
            (toll, expected("I-95 Express", 375)),
            (Payable::Ticket(TicketId(99)), None),
            (Payable::Parking(ParkingId(99)), None),
            (Payable::Toll(TollId(99)), None),
        ] {
            assert_eq!(store.payable_item(payable).unwrap(), item, "{payable:?}");
            assert_eq!(store.lock_payable_item(payable).unwrap(), item, "{payable:?}");
        }
    });
}

/// Returns whether an item is paid, and its status if it is a parking ticket or a toll.
fn paid_flag_and_status(store: &mut dyn Store, item: Payable) -> (bool, Option<ChargeStatus>) {
    match item {
        Payable::Ticket(id) | Payable::Lawyer(id) => (store.ticket(id).unwrap().unwrap().is_paid, None),
        Payable::Parking(id) => {
            let parking = store.parking(id).unwrap().unwrap();
            (parking.is_paid, Some(parking.filed.status))
        }
        Payable::Toll(id) => {
            let toll = store.toll(id).unwrap().unwrap();
            (toll.is_paid, Some(toll.filed.status))
        }
    }
}

pub fn marking_an_item_paid_or_unpaid_changes_only_that_item(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let others = items(store, user);
        let [ticket, parking, toll] = items(store, user);
        for item in [ticket, parking, toll] {
            store.lock_payable_item(item).unwrap();
            store.mark_item_paid(item, at(50)).unwrap();
            assert!(store.payable_item(item).unwrap().unwrap().is_paid);
        }
        let lawyer = Payable::Lawyer(TicketId(ticket.item_id()));
        assert!(store.payable_item(lawyer).unwrap().unwrap().is_paid, "a lawyer's item is the ticket");
        let charged = Some(ChargeStatus::Paid);
        assert_eq!(
            [ticket, parking, toll].map(|item| paid_flag_and_status(store, item)),
            [(true, None), (true, charged), (true, charged)]
        );
        let found = store.ticket(TicketId(ticket.item_id())).unwrap().unwrap();
        assert_eq!((found.paid_at, found.filed.status, found.version), (Some(at(50)), TicketStatus::Fine, 2));
        let other = store.ticket(TicketId(others[0].item_id())).unwrap().unwrap();
        assert_eq!((other.paid_at, other.version), (None, 1));
        let paid_at = [
            store.parking(ParkingId(parking.item_id())).unwrap().unwrap().paid_at,
            store.toll(TollId(toll.item_id())).unwrap().unwrap().paid_at,
        ];
        assert_eq!(paid_at, [Some(at(50)); 2]);
        let unpaid = Some(ChargeStatus::Unpaid);
        assert_eq!(
            others.map(|item| paid_flag_and_status(store, item)),
            [(false, None), (false, unpaid), (false, unpaid)]
        );
        for item in [ticket, parking, toll] {
            store.reopen_item(item).unwrap();
        }
        assert_eq!(
            [ticket, parking, toll].map(|item| paid_flag_and_status(store, item)),
            [(false, None), (false, unpaid), (false, unpaid)]
        );
        let parking = store.parking(ParkingId(parking.item_id())).unwrap().unwrap();
        assert_eq!((parking.paid_at, parking.version), (None, 3));
    });
}

pub fn item_lists_contain_all_items_of_one_driver_newest_first(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let first = items(store, ann);
        items(store, bob);
        let second = items(store, ann);
        let ids = |items: [Payable; 2]| items.map(Payable::item_id);
        let tickets: Vec<_> = store.tickets_of(ann).unwrap().iter().map(|(one, _)| one.id.0).collect();
        assert_eq!(tickets, ids([second[0], first[0]]));
        let parking: Vec<_> = store.parking_of(ann).unwrap().iter().map(|(one, _)| one.id.0).collect();
        assert_eq!(parking, ids([second[1], first[1]]));
        let tolls: Vec<_> = store.tolls_of(ann).unwrap().iter().map(|(one, _)| one.id.0).collect();
        assert_eq!(tolls, ids([second[2], first[2]]));
    });
}

pub fn a_removed_item_is_not_found(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let removed = items(store, user);
        for item in removed {
            store.lock_item(item).unwrap();
            let removal = Removal { by: user, result: "Dismissed".to_owned(), at: at(3) };
            store.remove_item(item, &removal).unwrap();
            assert_eq!(store.payable_item(item).unwrap(), None);
            assert_eq!(store.lock_payable_item(item).unwrap(), None);
            assert_eq!(store.lock_item(item).unwrap(), None);
            let details = details(ItemKind::Toll, &[("toll_road", "SH 130"), ("amount", "1")]);
            if matches!(item, Payable::Toll(_)) {
                assert_eq!(store.update_item(item, &details).unwrap(), None);
            }
            store.remove_item(item, &removal).unwrap();
        }
        let lawyer = Payable::Lawyer(TicketId(removed[0].item_id()));
        assert_eq!(store.payable_item(lawyer).unwrap(), None);
        assert!(store.tickets_of(user).unwrap().is_empty());
        assert!(store.parking_of(user).unwrap().is_empty());
        assert!(store.tolls_of(user).unwrap().is_empty());
        assert!(
            item(store, user, ItemKind::Ticket).item_id() > removed[0].item_id(),
            "an id is never used again"
        );
    });
}

pub fn the_citation_of_an_item_is_found_even_if_it_was_removed(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        store.lock_authority_register().unwrap();
        let cited = [("citation_number", "T-1"), ("issuer", "Court")];
        let fields: Vec<_> = TICKET_FIELDS.iter().copied().chain(cited).collect();
        let details = details(ItemKind::Ticket, &fields);
        let ticket = store.insert_item(user, &details, None, at(0)).unwrap().payable();
        let toll = item(store, user, ItemKind::Toll);
        let lawyer = Payable::Lawyer(TicketId(ticket.item_id()));
        let removal = Removal { by: user, result: "Dismissed".to_owned(), at: at(3) };
        let court = Citation::new(Some("T-1"), Some("Court"));
        let expected = [(ticket, court.clone()), (toll, Citation::default()), (lawyer, court)]
            .map(|(item, citation)| (CitedBy::Item(item), citation));
        let records = expected.each_ref().map(|(record, _)| *record);
        assert_eq!(store.citations_of(&records).unwrap(), expected);
        store.remove_item(ticket, &removal).unwrap();
        assert_eq!(store.citations_of(&records).unwrap(), expected);
        assert_eq!(store.citations_of(&[CitedBy::Item(Payable::Ticket(TicketId(99)))]).unwrap(), []);
    });
}
