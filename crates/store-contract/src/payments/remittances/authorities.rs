use domain::payments::remittances::authority::Authority;
use domain::shared::ids::{AuthorityId, ParkingId, PaymentId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::remittances::SaveAuthorityResult;
use ports::store::{Database, Store};

use crate::payments::samples::{city, owed};
use crate::support::{at, authority, items, transaction, user};

pub fn authorities_are_listed_by_name_and_their_names_are_unique(database: &dyn Database) {
    transaction(database, |store| {
        let houston = authority(store, &city("City of Houston", &["Houston PD", "HPD"]));
        let austin = authority(store, &city("Austin", &["APD"]));
        assert_eq!(store.authorities().unwrap(), [austin, houston.clone()]);
        let same = store.insert_authority(&city("Harris", &["h.p.d.", "apd"])).unwrap();
        assert_eq!(same, SaveAuthorityResult::NameTaken("Austin".to_owned()), "the first by name");
        let harris = authority(store, &city("Harris County", &[]));
        let mut update = |id, version, details| store.update_authority(id, version, &details).unwrap();
        let taken = update(harris.id, 1, city("HPD", &[]));
        assert_eq!(taken, SaveAuthorityResult::NameTaken("City of Houston".to_owned()));
        let fewer = Authority { details: city("City of Houston", &[]), version: 2, ..houston };
        let saved = SaveAuthorityResult::Saved(fewer.clone());
        assert_eq!(update(fewer.id, 1, fewer.details.clone()), saved);
        let late = update(fewer.id, 1, city("Austin", &[]));
        assert_eq!(late, SaveAuthorityResult::Changed(fewer), "the name isn't compared yet");
        let free = update(harris.id, 1, city("Harris County", &["HPD"]));
        assert!(matches!(free, SaveAuthorityResult::Saved(_)), "{free:?}");
        assert_eq!(update(AuthorityId(99), 1, city("Austin", &[])), SaveAuthorityResult::Gone);
    });
}

pub fn obligations_are_assigned_by_issuer_or_by_payment(database: &dyn Database) {
    transaction(database, |store| {
        let houston = authority(store, &city("City of Houston", &[]));
        let ann = user(store, "ann@example.com");
        let [ticket, parking, toll] = items(store, ann);
        let known = owed(store, ann, ticket, Some("CITY OF HOUSTON"), 30);
        let later = owed(store, ann, parking, Some("H.P.D."), 20);
        let unknown = owed(store, ann, toll, None, 10);
        let of = |store: &mut dyn Store, payment: PaymentId| {
            store.obligation(payment.into(), at(0)).unwrap().unwrap().authority_id()
        };
        assert_eq!([known, later, unknown].map(|payment| of(store, payment)), [Some(houston.id), None, None]);
        store.update_authority(houston.id, 1, &city("City of Houston", &["HPD"])).unwrap();
        assert_eq!(store.assign_obligations_by_issuer(houston.id).unwrap(), 1);
        assert_eq!(of(store, later), Some(houston.id));

        assert_eq!(store.assign_payments(houston.id, &[unknown, PaymentId(99)]).unwrap(), 1);
        assert_eq!(of(store, unknown), Some(houston.id));
        store.prepare_remittance(houston.id.into(), ann, at(40), 9).unwrap().unwrap();
        let austin = store.insert_authority(&city("Austin", &[])).unwrap();
        let SaveAuthorityResult::Saved(austin) = austin else { unreachable!("{austin:?}") };
        assert_eq!(store.assign_payments(austin.id, &[unknown]).unwrap(), 0, "it is in a remittance");
    });
}

pub fn an_obligation_keeps_its_authority_if_the_items_issuer_changes_again(database: &dyn Database) {
    transaction(database, |store| {
        let houston = authority(store, &city("City of Houston", &[]));
        let ann = user(store, "ann@example.com");
        let [ticket, parking, _] = items(store, ann);
        let (later, other) = (owed(store, ann, parking, None, 20), owed(store, ann, ticket, None, 10));
        let of = |store: &mut dyn Store, payment: PaymentId| {
            let one = store.obligation(payment.into(), at(0)).unwrap().unwrap();
            (one.issuer.clone(), one.authority_id())
        };
        store.update_obligation_issuer(parking, "Dallas").unwrap();
        assert_eq!(of(store, later), (Some("Dallas".to_owned()), None));
        for issuer in ["CITY OF HOUSTON", "Dallas"] {
            store.update_obligation_issuer(parking, issuer).unwrap();
            assert_eq!(of(store, later), (Some("CITY OF HOUSTON".to_owned()), Some(houston.id)));
        }
        assert_eq!(of(store, other), (None, None));
        store.update_obligation_issuer(Payable::Parking(ParkingId(99)), "Dallas").unwrap();
        assert_eq!(store.amounts_owed(at(0)).unwrap()[0].amount, Money::from_cents(5_000));
    });
}
