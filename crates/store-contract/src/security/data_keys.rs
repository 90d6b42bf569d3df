use domain::security::data_key::{KeyId, KnownKey};
use domain::shared::ids::UserId;
use ports::security::data_keys::{SealedKind, SealedValue};
use ports::security::seals::SealKey;
use ports::store::Database;

use crate::support::{at, transaction, user};

pub fn the_first_check_value_of_a_data_key_is_never_replaced(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.data_keys().unwrap(), []);
        let key = |id, check| KnownKey { id: KeyId(id), check: [check; 32] };
        store.store_key_checks(&[key(2, 2), key(1, 1)], at(0)).unwrap();
        store.store_key_checks(&[key(1, 9), key(3, 3)], at(1)).unwrap();
        assert_eq!(store.data_keys().unwrap(), [key(1, 1), key(2, 2), key(3, 3)]);
    });
}

pub fn values_encrypted_with_an_earlier_key_are_found_and_replaced(database: &dyn Database) {
    transaction(database, |store| {
        let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| user(store, &format!("{name}@example.com")));
        let mark = KeyId(2).mark().to_vec();
        let current = [mark.clone(), vec![7; 41]].concat();
        for (id, sealed) in [(ann, &[1; 41][..]), (bob, &current), (cid, &[3; 41])] {
            store.set_status_request(id, sealed, at(1)).unwrap();
            store.start_second_factor_setup(id, sealed, at(1)).unwrap();
            store.insert_file_key(id, sealed, at(1)).unwrap();
        }
        let marks = [mark];
        let value = |user, sealed: &[u8]| SealedValue { user, sealed: sealed.to_vec() };
        for kind in [SealedKind::Digits, SealedKind::SecondFactors, SealedKind::FileKeys] {
            let (first, last) = (value(ann, &[1; 41]), value(cid, &[3; 41]));
            let values = store.values_to_reseal(kind, &marks, UserId(0), 9).unwrap();
            assert_eq!(values, [first.clone(), last.clone()], "{kind:?}");
            assert_eq!(
                store.values_to_reseal(kind, &marks, UserId(0), 1).unwrap(),
                std::slice::from_ref(&first)
            );
            assert_eq!(store.values_to_reseal(kind, &marks, ann, 9).unwrap(), std::slice::from_ref(&last));
            assert!(store.replace_sealed_value(kind, &first, &current).unwrap());
            assert!(
                !store.replace_sealed_value(kind, &first, &[9; 41]).unwrap(),
                "the value has been replaced"
            );
            assert_eq!(store.values_to_reseal(kind, &marks, UserId(0), 9).unwrap(), [last]);
        }
    });
}

pub fn encrypted_seal_keys_are_listed_with_their_negated_id_as_the_user_id(database: &dyn Database) {
    transaction(database, |store| {
        store.insert_seal_key(&SealKey { id: 1, sealed: vec![1] }).unwrap();
        store.insert_seal_key(&SealKey { id: 2, sealed: vec![2] }).unwrap();
        let kind = SealedKind::SealKeys;
        let values = store.values_to_reseal(kind, &[], UserId(i32::MIN), 9).unwrap();
        let [second, first] =
            [(-2, 2), (-1, 1)].map(|(id, byte)| SealedValue { user: UserId(id), sealed: vec![byte] });
        assert_eq!(values, [second.clone(), first.clone()]);
        assert_eq!(store.values_to_reseal(kind, &[], UserId(-2), 9).unwrap(), [first]);
        assert!(store.replace_sealed_value(kind, &second, &[5]).unwrap());
        assert_eq!(store.seal_keys().unwrap()[1].sealed, [5]);
    });
}
