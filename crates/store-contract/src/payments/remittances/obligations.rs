use chrono::TimeDelta;
use domain::driving_record::kinds::ItemKind;
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::ledger::{Account, EntryKind};
use domain::payments::payment::Payment;
use domain::payments::refund::RefundStatus;
use domain::payments::remittances::obligation::{MoneyTrail, ObligationProblem, ObligationStatus};
use domain::payments::remittances::payee::Payee;
use domain::shared::ids::{ParkingId, PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::driving_record::filing::Removal;
use ports::payments::remittances::{
    AmountOwed, NewObligation, Obligation, ObligationFilter, UnrecordedTransaction,
};
use ports::sources::runs::SourceCitation;
use ports::store::{Database, Store};

use crate::payments::records::add_transaction;
use crate::payments::samples::{FIFTY, city, owed, post, sending};
use crate::payments::{chargebacks, refunds};
use crate::support::{TICKET_FIELDS, at, authority, date, details, item, items, transaction, user};

fn ids(found: Vec<Obligation>) -> Vec<PaymentId> {
    found.into_iter().map(|one| one.payment_id).collect()
}

/// Returns the obligation of a payment to an authority, with its lateness at this second.
fn obligation_at(store: &mut dyn Store, payment: PaymentId, second: i64) -> Obligation {
    store.obligation(payment.into(), at(second)).unwrap().unwrap()
}

/// Locks the payment and starts a refund of it.
fn start_refund(store: &mut dyn Store, payment: PaymentId) {
    let payment = store.lock_payment(payment).unwrap().unwrap();
    refunds::add(store, &payment, RefundStatus::Pending);
}

pub fn an_obligation_has_the_facts_of_its_payment_and_item(database: &dyn Database) {
    transaction(database, |store| {
        let houston = authority(store, &city("City of Houston", &["HPD"]));
        let ann = user(store, "ann@example.com");
        let fields = [TICKET_FIELDS, &[("citation_number", "AB-1"), ("issuer", "H.P.D.")]].concat();
        let ticket =
            store.insert_item(ann, &details(ItemKind::Ticket, &fields), None, at(0)).unwrap().payable();
        let payment = owed(store, ann, ticket, Some("H.P.D."), 10);
        let expected = Obligation {
            payment_id: payment,
            payable: ticket,
            user_id: ann,
            label: Some("Speeding".to_owned()),
            number: Some("AB-1".to_owned()),
            confirmation_number: "CONF-10".to_owned(),
            payee: Some(Payee { id: houston.id.into(), name: "City of Houston".to_owned() }),
            share: None,
            issuer: Some("H.P.D.".to_owned()),
            status: ObligationStatus::Owed,
            remittance_id: None,
            amount: FIFTY,
            prepared: None,
            to_recover: Money::ZERO,
            with_payee: Money::ZERO,
            is_held_back: false,
            charged_at: at(10),
            send_by: at(110),
            accepted_on: None,
            lateness: None,
        };
        assert_eq!(obligation_at(store, payment, 110), expected, "the deadline hasn't passed yet");
        let late = Obligation { lateness: Some(ObligationProblem::NotSent), ..expected };
        assert_eq!(obligation_at(store, payment, 111), late);
        store.lock_item(ticket).unwrap();
        let removal = Removal { by: ann, result: "A mistake".to_owned(), at: at(1) };
        store.remove_item(ticket, &removal).unwrap();
        assert_eq!(
            obligation_at(store, payment, 111),
            late,
            "the removed item still has its label and number"
        );
        assert_eq!(store.obligation(PaymentId(99).into(), at(0)).unwrap(), None);
    });
}

pub fn an_item_without_a_named_issuer_has_its_agency_city_or_toll_road_as_issuer(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let [plain, parking, toll] = items(store, ann);
        let mut add = |fields: &[(&str, &str)]| {
            let fields = [TICKET_FIELDS, fields].concat();
            store.insert_item(ann, &details(ItemKind::Ticket, &fields), None, at(0)).unwrap().payable()
        };
        let of_agency = add(&[("issuing_officer_agency", "Austin PD")]);
        let of_court = add(&[("issuer", "Austin"), ("issuing_officer_agency", "Austin PD")]);
        let issuer = |store: &mut dyn Store, item| store.issuer_of(item).unwrap();
        assert_eq!(issuer(store, of_agency).as_deref(), Some("Austin PD"));
        assert_eq!(issuer(store, of_court).as_deref(), Some("Austin"));
        assert_eq!(issuer(store, toll).as_deref(), Some("I-95 Express"));
        assert_eq!([plain, parking].map(|item| issuer(store, item)), [None, None]);
        store.put_source_citation(&city_data(ann, ParkingId(parking.item_id()))).unwrap();
        assert_eq!(issuer(store, parking).as_deref(), Some("New York City"));
        assert_eq!(issuer(store, Payable::Parking(ParkingId(99))), None);
    });
}

pub fn amounts_owed_are_summed_by_payee_or_issuer_longest_owed_first(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.amounts_owed(at(0)).unwrap(), []);
        let houston = authority(store, &city("City of Houston", &[]));
        let ann = user(store, "ann@example.com");
        let mut add = |issuer, charged| {
            let parking = item(store, ann, ItemKind::Parking);
            owed(store, ann, parking, issuer, charged)
        };
        let held_back = add(Some("City of Houston"), 30);
        for (issuer, charged) in [
            (Some("City of Houston"), 50),
            (Some("h.p.d."), 45),
            (Some("HPD"), 40),
            (Some("Austin"), 31),
            (None, 32),
            (Some("City of Houston"), 51),
        ] {
            add(issuer, charged);
        }
        let nothing = add(Some("Dallas"), 20);
        let lines = [(Account::Provider, -5_000), (Account::ParkingFines, 5_000)];
        post(store, nothing, EntryKind::Refund, "refund", &lines);
        start_refund(store, held_back);
        let amount = |payee, name: Option<&str>, payments, held_back, since, late| AmountOwed {
            payee,
            name: name.map(str::to_owned),
            payments,
            amount: Money::from_cents(5_000 * payments),
            held_back,
            since: at(since),
            late,
        };
        let expected = [
            amount(Some(houston.id.into()), Some("City of Houston"), 2, 1, 30, 1),
            amount(None, Some("Austin"), 1, 0, 31, 1),
            amount(None, None, 1, 0, 32, 1),
            amount(None, Some("HPD"), 2, 0, 40, 2),
        ];
        assert_eq!(store.amounts_owed(at(151)).unwrap(), expected);
    });
}

pub fn obligations_are_filtered_by_payee_issuer_and_number_oldest_first(database: &dyn Database) {
    transaction(database, |store| {
        let houston = authority(store, &city("City of Houston", &[]));
        let ann = user(store, "ann@example.com");
        let fields = [
            ("violation_type", "Meter"),
            ("location", "Elm St"),
            ("amount", "65"),
            ("citation_number", "ab 12-3"),
        ];
        let numbered =
            store.insert_item(ann, &details(ItemKind::Parking, &fields), None, at(0)).unwrap().payable();
        let numbered = owed(store, ann, numbered, Some("H.P.D."), 20);
        let mut add = |issuer, charged| {
            let toll = item(store, ann, ItemKind::Toll);
            owed(store, ann, toll, issuer, charged)
        };
        let known = add(Some("City of Houston"), 30);
        let unknown = add(None, 10);
        let returned = add(None, 5);
        let lines = [(Account::Provider, -5_000), (Account::Tolls, 5_000)];
        post(store, returned, EntryKind::Refund, "refund", &lines);
        let mut found = |to, issuer: Option<&str>, query: Option<&str>, limit| {
            let which = ObligationFilter {
                to,
                issuer_key: issuer.map(str::to_owned),
                query: query.map(str::to_owned),
            };
            ids(store.obligations_owed(&which, at(0), limit).unwrap())
        };
        assert_eq!(found(Some(houston.id), None, None, 9), [known]);
        assert_eq!(found(None, None, None, 9), [unknown, numbered]);
        assert_eq!(found(None, None, None, 1), [unknown]);
        assert_eq!(found(None, Some("hpd"), None, 9), [numbered]);
        assert_eq!(found(None, Some(""), None, 9), [unknown]);
        assert_eq!(found(None, None, Some("conf-"), 9), [unknown, numbered]);
        assert_eq!(found(None, None, Some("B1-2"), 9), [numbered]);
        assert_eq!(found(None, None, Some("100%"), 9), []);
    });
}

pub fn overdue_obligations_are_returned_until_their_driver_is_notified(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let mut add = |charged| {
            let toll = item(store, ann, ItemKind::Toll);
            owed(store, ann, toll, None, charged)
        };
        let [third, first, second, not_yet, refunded, disputed] = [30, 10, 20, 31, 1, 2].map(&mut add);
        start_refund(store, refunded);
        let payment = store.lock_payment(disputed).unwrap().unwrap();
        let chargeback = chargebacks::add(store, &payment, "a", ChargebackStatus::UnderReview, None);
        let late =
            |store: &mut dyn Store, limit| ids(store.late_obligations_to_notify(at(131), limit).unwrap());
        assert_eq!(late(store, 9), [first, second, third]);
        assert_eq!(late(store, 2), [first, second]);
        let is_marked =
            [first, first, PaymentId(99)].map(|id| store.mark_late_notified(id, at(131)).unwrap());
        assert_eq!(is_marked, [true, false, false]);
        assert_eq!(late(store, 9), [second, third]);
        let won = Chargeback { status: ChargebackStatus::Won, closed_at: Some(at(9)), ..chargeback };
        store.update_chargeback(&won).unwrap();
        assert_eq!(late(store, 9), [disputed, second, third], "the bank decided for Lanewise");
        assert_eq!(obligation_at(store, not_yet, 131).lateness, None);
    });
}

pub fn only_a_sent_obligation_can_be_accepted_and_reopening_it_sets_a_new_deadline(database: &dyn Database) {
    use ObligationStatus::{Accepted, Owed, Prepared};
    transaction(database, |store| {
        let houston = authority(store, &city("City of Houston", &[]));
        let ann = user(store, "ann@example.com");
        let [ticket, ..] = items(store, ann);
        let payment = owed(store, ann, ticket, Some("City of Houston"), 10);
        let day = date("2026-12-01");
        let accept = |store: &mut dyn Store| store.accept_obligation(payment.into(), day).unwrap();
        assert!(!accept(store));
        let made = store.prepare_remittance(houston.id.into(), ann, at(20), 9).unwrap().unwrap().id;
        assert!(!accept(store));
        store.reopen_obligation(payment, at(900)).unwrap();
        assert_eq!(obligation_at(store, payment, 20).status, Prepared, "it wasn't sent");
        store.record_sent(made, &sending(), at(30), &[(payment, FIFTY)]).unwrap();
        assert!(accept(store));
        assert!(!accept(store), "it is already accepted");
        let accepted = obligation_at(store, payment, 40);
        assert_eq!(
            (accepted.status, accepted.accepted_on, accepted.remittance_id),
            (Accepted, Some(day), Some(made))
        );
        let trail = MoneyTrail {
            charged_at: at(10),
            send_by: at(110),
            authority: Some("City of Houston".to_owned()),
            sent_on: Some(sending().on),
            reference: Some(sending().reference),
            accepted_on: Some(day),
        };
        assert_eq!(store.money_trails(&[PaymentId(99), payment]).unwrap(), [(payment, trail)]);
        store.reopen_obligation(payment, at(900)).unwrap();
        let again = obligation_at(store, payment, 800);
        assert_eq!((again.status, again.accepted_on, again.remittance_id), (Owed, None, None));
        assert_eq!((again.send_by, again.lateness), (at(900), None));
        assert!(!store.accept_obligation(PaymentId(99).into(), day).unwrap());
    });
}

pub fn money_to_recover_is_listed_oldest_first(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let mut add = |charged: i64, cents: i64| {
            let toll = item(store, ann, ItemKind::Toll);
            let payment = owed(store, ann, toll, None, charged);
            let sent = [(Account::Bank, -5_000), (Account::Tolls, 5_000)];
            post(store, payment, EntryKind::Remitted, &format!("sent-{charged}"), &sent);
            let back = [(Account::Provider, -cents), (Account::ToRecover, cents)];
            if cents > 0 {
                post(store, payment, EntryKind::Refund, &format!("back-{charged}"), &back);
            }
            payment
        };
        let [late, early, _] = [(20, 900), (10, 300), (5, 0)].map(|(charged, cents)| add(charged, cents));
        let found = store.obligations_to_recover(at(60), 9).unwrap();
        let amounts: Vec<_> = found
            .iter()
            .map(|one| (one.payment_id, one.to_recover.cents(), one.with_payee.cents(), one.amount.cents()))
            .collect();
        assert_eq!(amounts, [(early, 300, 4_700, 0), (late, 900, 4_100, 0)]);
        assert_eq!(ids(store.obligations_to_recover(at(60), 1).unwrap()), [early]);
        store.reopen_obligation(early, at(900)).unwrap();
        assert_eq!(obligation_at(store, early, 60).status, ObligationStatus::Owed);
    });
}

/// Builds a city's data about a parking ticket of which $50 is owed.
fn city_data(user: UserId, item: ParkingId) -> SourceCitation {
    SourceCitation {
        source: "nyc".to_owned(),
        authority: "New York City".to_owned(),
        number: format!("77{item}"),
        user,
        item,
        plate: None,
        owed: FIFTY,
        settled_at: None,
        as_of: at(0),
    }
}

/// The remittance is recorded as sent at second 2. For 48 hours after that, a city's data may still
/// list the item as open.
pub fn city_data_shows_whether_a_sent_obligation_was_accepted_or_is_still_open(database: &dyn Database) {
    transaction(database, |store| {
        let new_york = authority(store, &city("New York City", &[]));
        let ann = user(store, "ann@example.com");
        let [first, second] = [20, 10].map(|charged| {
            let parking = item(store, ann, ItemKind::Parking);
            let data = city_data(ann, ParkingId(parking.item_id()));
            store.put_source_citation(&data).unwrap();
            (owed(store, ann, parking, Some("New York City"), charged), data)
        });
        let made = store.prepare_remittance(new_york.id.into(), ann, at(1), 9).unwrap().unwrap().id;
        store.record_sent(made, &sending(), at(2), &[(first.0, FIFTY), (second.0, FIFTY)]).unwrap();
        let open =
            |store: &mut dyn Store, limit| ids(store.obligations_open_at_source(at(9), limit).unwrap());
        let put = |store: &mut dyn Store, data: &SourceCitation, as_of| {
            store.put_source_citation(&SourceCitation { as_of, ..data.clone() }).unwrap();
        };
        let two_days_later = at(2 + 48 * 3600);
        for data in [&first.1, &second.1] {
            put(store, data, two_days_later - TimeDelta::seconds(1));
            assert_eq!(open(store, 9), []);
        }
        for data in [&first.1, &second.1] {
            put(store, data, two_days_later);
        }
        assert_eq!((open(store, 9), open(store, 1)), (vec![second.0, first.0], vec![second.0]));
        let found = obligation_at(store, first.0, 9);
        assert_eq!(
            (found.number, found.lateness),
            (Some(first.1.number.clone()), Some(ObligationProblem::OpenAtSource))
        );

        // In New York, the day of sending starts five hours after it starts in UTC.
        let midnight = sending().on.and_hms_opt(5, 0, 0).unwrap().and_utc();
        let settled = |(_, data): &(PaymentId, SourceCitation), settled_at| SourceCitation {
            owed: Money::ZERO,
            settled_at: Some(settled_at),
            as_of: two_days_later,
            ..data.clone()
        };
        store.put_source_citation(&settled(&first, midnight)).unwrap();
        store.put_source_citation(&settled(&second, midnight - TimeDelta::seconds(1))).unwrap();
        assert_eq!(open(store, 9), []);
        let day = two_days_later.date_naive();
        assert_eq!(store.payments_settled_at_source(9).unwrap(), [(first.0, day)]);
        store.put_source_citation(&settled(&second, midnight)).unwrap();
        assert_eq!(store.payments_settled_at_source(1).unwrap(), [(first.0, day)]);
        assert_eq!(store.payments_settled_at_source(9).unwrap(), [(first.0, day), (second.0, day)]);
    });
}

pub fn transactions_whose_money_was_received_and_that_have_no_obligation_are_listed_by_id(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let mut add = |key: &str| {
            let toll = item(store, ann, ItemKind::Toll);
            (add_transaction(store, toll, ann, key), toll)
        };
        let [first, second, _] = ["a", "b", "c"].map(&mut add);
        assert_eq!(
            store.transactions_without_obligation(TransactionId(0), 9).unwrap(),
            [],
            "no money was received"
        );
        for (key, (transaction, _)) in [("a", &first), ("b", &second)] {
            let lines = [(Account::Provider, 50), (Account::Tolls, -50)];
            post(store, transaction.payment_id.unwrap(), EntryKind::Charge, key, &lines);
        }
        let payment = store.payment(second.0.payment_id.unwrap()).unwrap().unwrap();
        store.update_payment(&Payment { charged_at: Some(at(77)), ..payment }).unwrap();
        let [first, second] =
            [(first, at(6)), (second, at(77))].map(|((transaction, payable), charged_at)| {
                let payment_id = transaction.payment_id.unwrap();
                UnrecordedTransaction { id: transaction.id, payment_id, payable, charged_at }
            });
        let list = |store: &mut dyn Store, after, limit| {
            store.transactions_without_obligation(after, limit).unwrap()
        };
        assert_eq!(list(store, TransactionId(0), 9), [first, second]);
        assert_eq!(list(store, TransactionId(0), 1), [first]);
        assert_eq!(list(store, first.id, 9), [second]);
        let new = NewObligation {
            payment_id: first.payment_id,
            issuer: None,
            charged_at: at(6),
            send_by: at(7),
            is_late_notified: true,
        };
        store.store_obligation_if_new(&new).unwrap();
        assert_eq!(list(store, TransactionId(0), 9), [second]);
        assert_eq!(store.late_obligations_to_notify(at(8), 9).unwrap(), [], "its driver counts as notified");
    });
}
