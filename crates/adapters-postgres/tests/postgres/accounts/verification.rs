//! Tests of the verification of users: a changed plate, license or email is no longer verified.

use domain::accounts::verification::{Claim, VerificationBasis};
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;
use ports::accounts::account::Accounts;
use ports::accounts::users::{NewUser, Users};
use ports::accounts::verification::{NewVerification, Verifications};

use crate::support::{World, at, new_user};

/// Adds a driver with this plate and this license number. The email address starts with `name`.
fn driver(world: &mut World, name: &str, plate: &str, license: &str) -> UserId {
    let new = NewUser {
        vehicle_license_plate: Some(plate.to_owned()),
        drivers_license_number: Some(license.to_owned()),
        ..new_user(&format!("{name}@example.com"))
    };
    world.store().insert_user(&new).unwrap().id
}

fn basis() -> VerificationBasis {
    VerificationBasis::parse("Registration document").unwrap()
}

#[test]
fn any_sql_statement_that_changes_a_plate_license_or_email_revokes_its_verification() {
    let mut world = World::new();
    let ann = driver(&mut world, "ann", "AB 12", "L-1");
    let basis = basis();
    let verify = |world: &mut World| {
        let mut store = world.store();
        store.set_email_verified(ann, at(5)).unwrap();
        for claim in [Claim::Plate, Claim::License] {
            store.store_verification(ann, &NewVerification { claim, basis: &basis, at: at(5) }).unwrap();
        }
    };
    let remaining_claims = |world: &mut World| -> Vec<Claim> {
        let user = world.store().user(ann).unwrap().unwrap();
        Claim::ALL.iter().copied().filter(|claim| user.is_verified(*claim)).collect()
    };
    verify(&mut world);
    world.store().set_vehicle(ann, "AB-12", UsState::NewYork.into(), at(6)).unwrap();
    assert_eq!(remaining_claims(&mut world), Claim::ALL, "another spelling of the same plate stays verified");
    world.store().set_vehicle(ann, "AB-12", UsState::Texas.into(), at(6)).unwrap();
    assert_eq!(remaining_claims(&mut world), [Claim::Email, Claim::License]);
    for (sql, claim) in [
        ("UPDATE users SET vehicle_license_plate = 'CD 34'", Claim::Plate),
        ("UPDATE users SET drivers_license_number = 'L-2'", Claim::License),
        ("UPDATE users SET state = 'Ohio'", Claim::License),
        ("UPDATE users SET email = 'new@example.com'", Claim::Email),
    ] {
        verify(&mut world);
        world.db.execute(sql);
        assert!(!remaining_claims(&mut world).contains(&claim), "{sql}");
        assert_eq!(remaining_claims(&mut world).len(), 2, "{sql}");
    }
    verify(&mut world);
    world.store().close_user(ann, at(9)).unwrap();
    assert_eq!(remaining_claims(&mut world), []);
}

#[test]
fn verifying_email_addresses_in_bulk_is_an_error() {
    let mut world = World::new();
    let ann = driver(&mut world, "ann", "AB 12", "L-1");
    let email = NewVerification { claim: Claim::Email, basis: &basis(), at: at(5) };
    assert!(world.store().verify_uncontested_claims(&[ann], &email, at(5)).is_err());
}
