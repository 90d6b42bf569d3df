use chrono::Duration;
use domain::accounts::account::LinkPurpose;
use domain::back_office::note::NoteText;
use domain::notices::notice::Channel;
use domain::security::csp_report::CspReport;
use domain::security::event::SecurityEventKind;
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::job::JobKind;
use domain::shared::retention::RetainedData;
use ports::accounts::account::NewLink;
use ports::accounts::second_factor::PendingLogin;
use ports::accounts::sessions::NewSession;
use ports::security::guard::Block;
use ports::security::trail::SecurityEvent;
use ports::shared::jobs::JobEnd;
use ports::shared::secrets::TokenHash;
use ports::store::{Database, Store};

use super::jobs::new_job;
use crate::support::{admin, at, new_session, transaction, user};

/// Checks that a record expires between two times, and that no record is deleted twice.
fn assert_expires_between(store: &mut dyn Store, kind: RetainedData, kept_at: i64, expired_at: i64) {
    assert_eq!(store.delete_expired(kind, at(kept_at), 9).unwrap(), 0, "{kind} at {kept_at}");
    assert_eq!(store.delete_expired(kind, at(expired_at), 0).unwrap(), 0, "{kind}: no more than the limit");
    assert_eq!(store.delete_expired(kind, at(expired_at), 9).unwrap(), 1, "{kind} at {expired_at}");
    assert_eq!(store.delete_expired(kind, at(expired_at), 9).unwrap(), 0, "{kind} was deleted");
}

pub fn sessions_pending_logins_and_blocks_are_deleted_from_their_expiry_on(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        for (token, end) in [(1, 100), (2, 200), (3, 201)] {
            let new = NewSession { expires_at: at(end), ..new_session(ann, token) };
            store.insert_session(&new).unwrap();
        }
        assert_eq!(store.delete_expired(RetainedData::Sessions, at(200), 1).unwrap(), 1);
        assert_expires_between(store, RetainedData::Sessions, 99, 200);
        assert!(store.session(&TokenHash([3; 32])).unwrap().is_some());
        let login =
            PendingLogin { user: ann, password_hash: "$argon2id$".to_owned(), tries: 0, expires_at: at(300) };
        store.insert_pending_login(&TokenHash([4; 32]), &login).unwrap();
        assert_expires_between(store, RetainedData::PendingLogins, 299, 300);
        let block = Block {
            address: "203.0.113.9".to_owned(),
            reason: "attack".to_owned(),
            blocked_at: at(0),
            expires_at: at(50),
        };
        store.block_address(&block).unwrap();
        assert_expires_between(store, RetainedData::Blocks, 49, 50);
    });
}

pub fn records_are_deleted_only_if_they_are_older_than_the_given_time(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, staff) = (user(store, "ann@example.com"), admin(store, "staff@example.com"));
        let purpose = LinkPurpose::PasswordReset;
        store.insert_link(&NewLink { user_id: ann, purpose, new_email: None, created_at: at(5) }).unwrap();
        assert_expires_between(store, RetainedData::Links, 5, 6);
        store.insert_invitation("new@example.com", None, staff, at(0), at(7)).unwrap();
        assert_expires_between(store, RetainedData::Invitations, 7, 8);
        store.insert_failed_login("203.0.113.9", None, at(8)).unwrap();
        assert_expires_between(store, RetainedData::LoginFailures, 8, 9);
        store.remember_address(ann, "203.0.113.9", at(9)).unwrap();
        assert_expires_between(store, RetainedData::LoginAddresses, 9, 10);
        store.count_unconfirmed(Channel::Text, &TokenHash([5; 32]), at(10)).unwrap();
        assert_expires_between(store, RetainedData::UnconfirmedMessages, 10, 11);
        let event = SecurityEvent {
            kind: SecurityEventKind::LoginFailed,
            address: "203.0.113.9".to_owned(),
            path: "/".to_owned(),
            user_id: None,
            times: 1,
            at: at(11),
        };
        store.record_security_event(&event).unwrap();
        assert_expires_between(store, RetainedData::SecurityEvents, 11, 12);
        let about = DeskRecord { kind: DeskKind::User, id: ann.0 };
        store.insert_note(about, ann, staff, &NoteText::parse("Called").unwrap(), at(12)).unwrap();
        assert_expires_between(store, RetainedData::Notes, 12, 13);
    });
}

pub fn jobs_are_deleted_after_they_ended(database: &dyn Database) {
    transaction(database, |store| {
        store.enqueue(&new_job(JobKind::SendText, 0, None)).unwrap();
        assert_eq!(store.delete_expired(RetainedData::Jobs, at(99), 9).unwrap(), 0, "the job waits");
        let job = store.claim_job(&[JobKind::SendText], at(1)).unwrap().unwrap();
        store.end_job(&job, &JobEnd::Done, at(2)).unwrap();
        assert_expires_between(store, RetainedData::Jobs, 2, 3);
    });
}

pub fn csp_reports_are_deleted_by_day(database: &dyn Database) {
    transaction(database, |store| {
        let report = CspReport::new("img-src", Some("a.example"), "");
        let day = at(0).date_naive();
        store.add_csp_reports(day, &report, 1).unwrap();
        let start = day.and_hms_opt(0, 0, 0).unwrap().and_utc();
        assert_eq!(store.delete_expired(RetainedData::CspReports, start, 9).unwrap(), 0);
        let next = start + Duration::days(1);
        assert_eq!(store.delete_expired(RetainedData::CspReports, next, 9).unwrap(), 1);
        assert_eq!(store.count_csp_rows(day).unwrap(), 0);
    });
}

pub fn ssn_digits_of_an_old_unsolved_status_request_are_erased(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        store.set_status_request(ann, &[1], at(5)).unwrap();
        assert_expires_between(store, RetainedData::UnsolvedDigits, 5, 6);
        assert_eq!(store.sealed_digits(ann).unwrap(), None);
        assert_eq!(store.user(ann).unwrap().unwrap().status_requested_at, Some(at(5)), "the request remains");
    });
}
