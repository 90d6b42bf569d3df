use domain::accounts::plate_dates::PlateDates;
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::accounts::verification::Verification;
use domain::back_office::queue::Queue;
use domain::driving_record::profile::DrivingProfile;
use domain::shared::ids::UserId;
use domain::shared::person::plate_state::PlateState;
use domain::shared::us_state::UsState;
use ports::accounts::users::NewUser;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::Database;

use crate::support::{admin, at, bare_user, date, new_user, transaction, user};

pub fn a_user_round_trips(database: &dyn Database) {
    transaction(database, |store| {
        let user = store.insert_user(&new_user("Ann@Example.com")).unwrap();
        let expected = User {
            id: user.id,
            email: "Ann@Example.com".to_owned(),
            role: Role::Driver,
            full_name: Some("Ann Example".to_owned()),
            state: Some(UsState::Texas),
            drivers_license_number: Some("TX-123".to_owned()),
            date_of_birth: Some(date("1990-02-03")),
            phone_number: Some("5551234567".to_owned()),
            vehicle_license_plate: Some("ABC 123".to_owned()),
            vehicle_state: Some(UsState::NewYork.into()),
            plate_dates: PlateDates::default(),
            vehicle_info_added_at: Some(at(0)),
            license_status: LicenseStatus::Unknown,
            status_requested_at: None,
            signup_step: 5,
            signup_started_at: None,
            signup_completed_at: Some(at(1)),
            last_admin_update_at: None,
            is_seen_by_admin: false,
            is_vehicle_update_solved: false,
            is_status_request_solved: false,
            created_at: at(0),
            verified: Verification::default(),
        };
        assert_eq!(user, expected);
        assert_eq!(store.user(user.id).unwrap(), Some(expected.clone()));
        assert_eq!(store.open_user(user.id).unwrap(), Some(expected.clone()));
        assert_eq!(store.lock_user(user.id).unwrap(), Some(expected));
        assert_eq!(store.user(UserId(999)).unwrap(), None);

        let bare = store.insert_user(&bare_user("bare@example.com")).unwrap();
        assert_eq!((bare.state, bare.vehicle_info_added_at, bare.signup_step), (None, None, 1));
    });
}

pub fn every_state_and_province_can_be_stored(database: &dyn Database) {
    transaction(database, |store| {
        for place in PlateState::all() {
            let state = UsState::from_name(place.name());
            let user = NewUser {
                state,
                vehicle_state: Some(place),
                ..new_user(&format!("{}@example.com", place.abbreviation()))
            };
            let stored = store.insert_user(&user).unwrap();
            assert_eq!((stored.state, stored.vehicle_state), (state, Some(place)));
        }
    });
}

pub fn user_id_1_is_reserved_for_the_first_administrator(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let first = admin(store, "first@example.com");
        let second = store.insert_user(&NewUser { role: Role::Admin, ..bare_user("second@example.com") });
        let second = second.unwrap();
        assert_eq!((driver, first, second.id), (UserId(2), UserId(1), UserId(3)));
        assert_eq!(second.role, Role::Admin);
    });
}

pub fn an_email_in_use_is_refused_regardless_of_letter_case(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "Ann@Example.com");
        let error = store.insert_user(&new_user("aNN@eXAMPLE.COM")).unwrap_err();
        assert!(matches!(error, StoreError::Duplicate(UniqueKey::Email)), "{error}");
        let other = user(store, "other@example.com");
        assert!(other > ann);
    });
}

pub fn credentials_are_found_by_email_regardless_of_letter_case(database: &dyn Database) {
    transaction(database, |store| {
        let id = user(store, "Ann+1@Example.com");
        for email in ["Ann+1@Example.com", "ann+1@example.com", "ANN+1@EXAMPLE.COM"] {
            let found = store.credentials(email).unwrap().unwrap();
            assert_eq!(found.user_id, id);
            assert!(found.password_hash.starts_with("$argon2id$"));
        }
        for email in ["ann@example.com", "", "%", "ann+1@example.com\0"] {
            assert!(store.credentials(email).unwrap().is_none(), "{email}");
        }
    });
}

pub fn has_administrator_is_true_only_while_an_administrators_account_is_open(database: &dyn Database) {
    transaction(database, |store| {
        user(store, "ann@example.com");
        assert!(!store.has_administrator().unwrap());
        let (first, second) = (admin(store, "a@example.com"), admin(store, "b@example.com"));
        store.set_role(first, Role::Driver).unwrap();
        assert!(store.has_administrator().unwrap());
        store.close_user(second, at(1)).unwrap();
        assert!(!store.has_administrator().unwrap());
    });
}

pub fn names_are_returned_only_for_open_accounts(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let bare = store.insert_user(&bare_user("bare@example.com")).unwrap().id;
        let gone = user(store, "gone@example.com");
        store.close_user(gone, at(5)).unwrap();
        let mut names = store.names_of(&[gone, bare, ann, UserId(99)]).unwrap();
        names.sort();
        assert_eq!(names, [(ann, "Ann Example".to_owned()), (bare, "bare".to_owned())]);
    });
}

pub fn a_new_plate_reopens_a_solved_vehicle_update(database: &dyn Database) {
    transaction(database, |store| {
        let id = user(store, "ann@example.com");
        store.set_solved(Queue::VehicleUpdate, id.0, true).unwrap();
        assert_eq!(store.lock_queue_record(Queue::VehicleUpdate, id.0).unwrap(), Some(true));
        let user = store.set_vehicle(id, "XYZ-9", UsState::Ohio.into(), at(5)).unwrap().unwrap();
        assert_eq!(user.vehicle_license_plate.as_deref(), Some("XYZ-9"));
        assert_eq!(
            (user.vehicle_state, user.vehicle_info_added_at),
            (Some(UsState::Ohio.into()), Some(at(5)))
        );
        assert!(!user.is_vehicle_update_solved);
        assert!(store.set_vehicle(UserId(99), "X", UsState::Ohio.into(), at(5)).unwrap().is_none());
    });
}

pub fn a_new_status_request_reopens_a_solved_request(database: &dyn Database) {
    transaction(database, |store| {
        let id = user(store, "ann@example.com");
        assert_eq!(store.lock_queue_record(Queue::StatusRequest, id.0).unwrap(), None);
        store.set_status_request(id, &[9], at(6)).unwrap();
        assert_eq!(store.sealed_digits(id).unwrap(), Some(vec![9]));
        store.set_solved(Queue::StatusRequest, id.0, true).unwrap();
        assert_eq!(store.sealed_digits(id).unwrap(), None, "a solved request has no digits");
        let user = store.set_status_request(id, &[0, 1, 255], at(7)).unwrap().unwrap();
        assert_eq!((user.status_requested_at, user.is_status_request_solved), (Some(at(7)), false));
        assert_eq!(store.sealed_digits(id).unwrap(), Some(vec![0, 1, 255]));
        assert!(store.set_status_request(UserId(99), &[1], at(7)).unwrap().is_none());
        store.close_user(id, at(8)).unwrap();
        assert!(store.set_status_request(id, &[1], at(9)).unwrap().is_none(), "the account is closed");
        assert_eq!(store.sealed_digits(id).unwrap(), None);
        assert_eq!(store.sealed_digits(UserId(99)).unwrap(), None);
    });
}

pub fn the_license_status_the_plate_dates_and_the_time_of_the_update_are_stored(database: &dyn Database) {
    transaction(database, |store| {
        let id = user(store, "ann@example.com");
        let user = store.set_license_status(id, LicenseStatus::Suspended).unwrap().unwrap();
        assert_eq!(user.license_status, LicenseStatus::Suspended);
        let dates = PlateDates { from: Some(date("2026-01-02")), until: None };
        assert_eq!(store.set_plate_dates(id, dates).unwrap().unwrap().plate_dates, dates);
        let user = store.set_record_updated(id, at(8)).unwrap().unwrap();
        assert_eq!(user.last_admin_update_at, Some(at(8)));
        assert_eq!(store.user(id).unwrap(), Some(user));
        assert_eq!(store.set_license_status(UserId(99), LicenseStatus::Active).unwrap(), None);
        assert_eq!(store.set_plate_dates(UserId(99), dates).unwrap(), None);
        assert_eq!(store.set_record_updated(UserId(99), at(8)).unwrap(), None);
    });
}

pub fn a_driver_can_have_only_one_profile_which_starts_with_default_values(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        assert_eq!(store.profile(user).unwrap(), None);
        let profile = store.insert_profile(user).unwrap();
        let expected = DrivingProfile {
            id: profile.id,
            user_id: user,
            status: "Need More Info".to_owned(),
            current_points: 0,
            total_points: 11,
        };
        assert_eq!(profile, expected);
        assert_eq!(store.profile(user).unwrap(), Some(expected.clone()));
        assert!(matches!(store.insert_profile(user), Err(StoreError::Duplicate(UniqueKey::Other))));
        let changed =
            DrivingProfile { status: "Good".to_owned(), current_points: 3, total_points: 12, ..expected };
        store.set_profile(&changed).unwrap();
        assert_eq!(store.profile(user).unwrap(), Some(changed));
    });
}
