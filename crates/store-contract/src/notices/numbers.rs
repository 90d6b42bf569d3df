use domain::notices::notice::{Channel, NoticeKind, NoticeStatus, PhoneState};
use domain::shared::ids::{TextNotificationId, UserId};
use domain::shared::job::JobKind;
use ports::notices::numbers::{CodeCounts, SentCode};
use ports::shared::secrets::TokenHash;
use ports::store::{Database, Store};

use crate::support::{at, transaction, user};

const PHONE: &str = "5551234567";

/// Adds a phone number that the driver hasn't confirmed.
fn number(store: &mut dyn Store, user: UserId, phone: &str) -> TextNotificationId {
    store.insert_text_request(user, phone, at(0)).unwrap().id
}

/// Builds a code that expires at second 600. Its salt and its hash are this byte, repeated.
fn code(byte: u8) -> SentCode {
    SentCode { salt: [byte; 16], hash: TokenHash([byte; 32]), expires_at: at(600), tries: 0 }
}

pub fn a_number_can_be_confirmed_and_deleted(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let [first, second] = ["5551234567", "5550000000"].map(|phone| number(store, ann, phone));
        let unconfirmed = store.text_number(first).unwrap().unwrap();
        assert_eq!((unconfirmed.user_id, unconfirmed.phone.as_str()), (ann, PHONE));
        assert_eq!((unconfirmed.confirmed_at, unconfirmed.state), (None, None));
        store.confirm_number(first, at(5)).unwrap();
        let confirmed = store.text_number(first).unwrap().unwrap();
        assert_eq!(confirmed.confirmed_at, Some(at(5)));
        let numbers: Vec<_> = store.text_numbers_of(ann).unwrap().iter().map(|one| one.id).collect();
        assert_eq!(numbers, [first, second]);
        assert_eq!(store.text_number(TextNotificationId(99)).unwrap(), None);
        store.delete_text_request(first).unwrap();
        assert_eq!(store.text_number(first).unwrap(), None);
    });
}

pub fn the_owner_of_a_phone_number_is_the_driver_who_confirmed_it_last(database: &dyn Database) {
    transaction(database, |store| {
        let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| user(store, &format!("{name}@example.com")));
        assert_eq!(store.owner_of_phone(PHONE).unwrap(), None);
        let [first, second, third] = [ann, bob, cid].map(|user| number(store, user, PHONE));
        let owner = |store: &mut dyn Store| store.owner_of_phone(PHONE).unwrap().map(|number| number.id);
        assert_eq!(owner(store), Some(third), "the newest one, because none is confirmed");
        store.confirm_number(second, at(5)).unwrap();
        assert_eq!(owner(store), Some(second));
        store.confirm_number(first, at(6)).unwrap();
        assert_eq!(owner(store), Some(first));
    });
}

pub fn a_code_replaces_the_previous_code_and_counts_invalid_attempts(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let id = number(store, ann, PHONE);
        assert_eq!(store.lock_confirmation_code(id).unwrap(), None);
        store.store_confirmation_code(id, &code(1)).unwrap();
        store.count_wrong_confirmation_code(id).unwrap();
        store.count_wrong_confirmation_code(id).unwrap();
        assert_eq!(store.lock_confirmation_code(id).unwrap(), Some(SentCode { tries: 2, ..code(1) }));
        store.store_confirmation_code(id, &code(2)).unwrap();
        assert_eq!(store.lock_confirmation_code(id).unwrap(), Some(code(2)));
        store.confirm_number(id, at(5)).unwrap();
        assert_eq!(store.lock_confirmation_code(id).unwrap(), None, "a code is used once");
        store.store_confirmation_code(TextNotificationId(99), &code(3)).unwrap();
        assert_eq!(store.lock_confirmation_code(TextNotificationId(99)).unwrap(), None);
    });
}

pub fn a_planned_code_has_a_job_and_is_counted(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let (one, other) = (number(store, ann, PHONE), number(store, bob, PHONE));
        for (user, id, second) in [(ann, one, 1), (ann, one, 2), (bob, other, 3)] {
            store.plan_confirmation_code(user, id, PHONE, at(second)).unwrap();
        }
        assert_eq!(
            store.count_confirmation_codes(ann, PHONE, at(0)).unwrap(),
            CodeCounts { of_driver: 2, to_number: 3 }
        );
        assert_eq!(
            store.count_confirmation_codes(ann, PHONE, at(1)).unwrap(),
            CodeCounts { of_driver: 1, to_number: 2 }
        );
        assert_eq!(
            store.count_confirmation_codes(bob, "5550000000", at(0)).unwrap(),
            CodeCounts { of_driver: 1, to_number: 0 }
        );
        let newest = &store.notices_of(ann, 1).unwrap()[0];
        assert_eq!((newest.kind, newest.channel), (NoticeKind::Code, Channel::Text));
        assert_eq!((newest.request_id, newest.phone.as_deref()), (Some(one), Some(PHONE)));
        assert_eq!((newest.due_at, newest.day), (at(2), at(2).date_naive()));
        assert_eq!(newest.status, NoticeStatus::Planned);
        let job = store.claim_job(&[JobKind::SendText], at(1)).unwrap().unwrap();
        let oldest = store.notices_of(ann, 9).unwrap().pop().unwrap();
        assert_eq!(job.payload["notice"], oldest.id.to_string());
        assert_eq!(store.claim_job(&[JobKind::SendText], at(1)).unwrap(), None, "the others are due later");
    });
}

pub fn texts_to_a_phone_can_be_stopped_and_resumed(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let id = number(store, ann, PHONE);
        assert_eq!(store.phone_state(PHONE).unwrap(), None);
        store.pause_texts(PHONE, at(1)).unwrap();
        assert_eq!(store.phone_state(PHONE).unwrap(), Some(PhoneState::Paused));
        store.stop_texts(PHONE, at(2)).unwrap();
        assert_eq!(store.phone_state(PHONE).unwrap(), Some(PhoneState::Stopped));
        assert_eq!(store.text_number(id).unwrap().unwrap().state, Some((PhoneState::Stopped, at(2))));
        assert_eq!(store.phone_state("5550000000").unwrap(), None);
        store.resume_texts(PHONE).unwrap();
        assert_eq!(store.phone_state(PHONE).unwrap(), None);
    });
}

pub fn pausing_and_resuming_paused_texts_leaves_stopped_texts_stopped(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let id = number(store, ann, PHONE);
        store.resume_paused_texts(PHONE).unwrap();
        store.stop_texts(PHONE, at(1)).unwrap();
        store.pause_texts(PHONE, at(2)).unwrap();
        store.resume_paused_texts(PHONE).unwrap();
        assert_eq!(store.text_number(id).unwrap().unwrap().state, Some((PhoneState::Stopped, at(1))));
        store.resume_texts(PHONE).unwrap();
        store.pause_texts(PHONE, at(3)).unwrap();
        store.pause_texts(PHONE, at(4)).unwrap();
        assert_eq!(store.text_number(id).unwrap().unwrap().state, Some((PhoneState::Paused, at(3))));
        store.resume_paused_texts(PHONE).unwrap();
        assert_eq!(store.phone_state(PHONE).unwrap(), None);
    });
}
