use std::collections::BTreeSet;

use domain::accounts::verification::{Claim, VerificationBasis};
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;
use ports::accounts::lists::{UserFilter, UserQuery};
use ports::accounts::users::NewUser;
use ports::accounts::verification::NewVerification;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::{Database, Store};

use crate::support::{ALL, at, new_user, transaction};

/// Adds a driver with this plate and license number.
fn driver(store: &mut dyn Store, name: &str, plate: &str, license: &str) -> UserId {
    let new = NewUser {
        vehicle_license_plate: Some(plate.to_owned()),
        drivers_license_number: Some(license.to_owned()),
        ..new_user(&format!("{name}@example.com"))
    };
    store.insert_user(&new).unwrap().id
}

fn basis() -> VerificationBasis {
    VerificationBasis::parse("Registration document").unwrap()
}

pub fn a_plate_or_license_can_be_verified_for_only_one_driver(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver(store, "ann", "AB 12", "L-1");
        let bob = driver(store, "bob", "AB-12", "L1");
        let basis = basis();
        for claim in [Claim::Plate, Claim::License] {
            let new = NewVerification { claim, basis: &basis, at: at(5) };
            let user = store.store_verification(ann, &new).unwrap().unwrap();
            let verified = user.verified.of(claim).unwrap();
            assert_eq!((verified.at, verified.basis.as_deref()), (at(5), Some("Registration document")));
            let result = store.store_verification(bob, &new);
            assert!(matches!(result, Err(StoreError::Duplicate(UniqueKey::Verified))), "{result:?}");
            assert!(!store.withdraw_verification(ann, claim).unwrap().unwrap().is_verified(claim));
            assert!(store.store_verification(bob, &new).unwrap().unwrap().is_verified(claim));
        }
        let new = NewVerification { claim: Claim::Plate, basis: &basis, at: at(5) };
        assert_eq!(store.store_verification(UserId(999), &new).unwrap(), None);
    });
}

/// Verifies a user's email address, plate and license.
fn verify(store: &mut dyn Store, user: UserId) {
    let basis = basis();
    store.set_email_verified(user, at(5)).unwrap();
    for claim in [Claim::Plate, Claim::License] {
        store.store_verification(user, &NewVerification { claim, basis: &basis, at: at(5) }).unwrap();
    }
}

fn verified_claims(store: &mut dyn Store, user: UserId) -> Vec<Claim> {
    let user = store.user(user).unwrap().unwrap();
    Claim::ALL.iter().copied().filter(|claim| user.is_verified(*claim)).collect()
}

pub fn a_changed_plate_or_email_is_no_longer_verified(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver(store, "ann", "AB 12", "L-1");
        verify(store, ann);
        store.set_vehicle(ann, "AB-12", UsState::NewYork.into(), at(6)).unwrap();
        assert_eq!(
            verified_claims(store, ann),
            Claim::ALL,
            "another spelling of the same plate stays verified"
        );
        store.set_vehicle(ann, "AB-12", UsState::Texas.into(), at(6)).unwrap();
        assert_eq!(verified_claims(store, ann), [Claim::Email, Claim::License]);
        verify(store, ann);
        store.set_email(ann, "new@example.com").unwrap();
        assert_eq!(verified_claims(store, ann), [Claim::License, Claim::Plate]);
        verify(store, ann);
        store.close_user(ann, at(9)).unwrap();
        assert_eq!(verified_claims(store, ann), []);
    });
}

pub fn verifying_many_plates_skips_plates_that_two_drivers_entered(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver(store, "ann", "AB 12", "L-1");
        let bob = driver(store, "bob", "AB12", "L-2");
        let cid = driver(store, "cid", "CD 34", "L-3");
        let basis = basis();
        let unverified = |store: &mut dyn Store, claim| {
            let filter = UserFilter { unverified: Some(claim), ..UserFilter::default() };
            let listed = store.list(&UserQuery::newest(filter, ALL)).unwrap().items;
            listed.into_iter().map(|user| user.id).collect::<BTreeSet<_>>()
        };
        assert_eq!(unverified(store, Claim::Plate), BTreeSet::from([ann, bob, cid]));
        let new = NewVerification { claim: Claim::Plate, basis: &basis, at: at(5) };
        assert_eq!(store.verify_uncontested_claims(&[ann, bob, cid], &new, at(5)).unwrap(), [cid]);
        assert_eq!(unverified(store, Claim::Plate), BTreeSet::from([ann, bob]));
        for claim in [Claim::License, Claim::Email] {
            assert_eq!(unverified(store, claim).len(), 3, "{claim:?}");
        }
        assert_eq!(
            store.verify_uncontested_claims(&[ann, bob, cid], &new, at(5)).unwrap(),
            [],
            "cid's plate is verified"
        );
        assert_eq!(verified_claims(store, cid), [Claim::Plate]);
        store.close_user(bob, at(6)).unwrap();
        assert_eq!(store.verify_uncontested_claims(&[ann, bob], &new, at(5)).unwrap(), [ann]);
    });
}

pub fn verifying_many_plates_skips_plates_entered_after_the_given_time(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver(store, "ann", "AB 12", "L-1");
        let bob = driver(store, "bob", "CD 34", "L-2");
        store.set_vehicle(bob, "EF 56", UsState::Texas.into(), at(6)).unwrap();
        let basis = basis();
        let verify = |store: &mut dyn Store, claim, entered_until| {
            let new = NewVerification { claim, basis: &basis, at: at(9) };
            store.verify_uncontested_claims(&[ann, bob], &new, entered_until).unwrap()
        };
        assert_eq!(verify(store, Claim::Plate, at(5)), [ann]);
        assert_eq!(verify(store, Claim::Plate, at(6)), [bob]);
        assert_eq!(verify(store, Claim::License, at(5)).len(), 2, "the license has not changed");
    });
}
