use chrono::TimeDelta;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::matching::{DifferenceKind, ObjectBalances};
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::RefundStatus;
use domain::shared::money::Money;
use ports::back_office::figures::{CountsByAge, MonitoringFigures};
use ports::payments::chargebacks::NewChargeback;
use ports::payments::events::{EventCursor, EventSubject};
use ports::payments::refunds::NewRefund;
use ports::security::guard::Block;
use ports::store::Database;

use crate::payments::events::event;
use crate::payments::{chargebacks, refunds};
use crate::support::{at, items, payment_in, transaction, user};

pub fn all_monitoring_figures_of_an_empty_database_except_its_size_are_zero(database: &dyn Database) {
    transaction(database, |store| {
        let figures = store.monitoring_figures(at(0)).unwrap();
        assert!(figures.database_bytes > 0);
        assert_eq!(MonitoringFigures { database_bytes: 0, ..figures }, MonitoringFigures::default());
    });
}

pub fn monitoring_figures_include_work_by_age_book_faults_events_and_blocks(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let [ticket, ..] = items(store, ann);
        let payment = payment_in(store, ann, ticket, "a", PaymentStatus::Settled);
        let now = at(0);
        let (day, week) = (TimeDelta::days(1), TimeDelta::days(7));
        let second = TimeDelta::seconds(1);
        use RefundStatus::{Due, Failed, Pending, Refused};
        for (key, age, status) in [
            ("a", day - second, Due),
            ("b", day, Refused),
            ("c", week - second, Failed),
            ("d", week, Due),
            ("e", day, Pending),
        ] {
            let new = NewRefund { created_at: now - age, ..refunds::new_refund(&payment, key) };
            let mut refund = store.insert_refund(&new).unwrap();
            (refund.status, refund.requested_at) = (status, Some(now));
            refund.provider_refund_id = Some(format!("re_{key}"));
            store.update_refund(&refund).unwrap();
        }
        for (id, due, status) in [
            ("a", Some(at(900)), ChargebackStatus::NeedsResponse),
            ("b", None, ChargebackStatus::Inquiry),
            ("c", Some(at(100)), ChargebackStatus::UnderReview),
        ] {
            let new = chargebacks::new_chargeback(&payment, id);
            let new = NewChargeback { evidence_due_by: due, status, opened_at: now - day, ..new };
            store.insert_chargeback(&new).unwrap();
        }
        let difference = |kind, ours, theirs| {
            let balances = ObjectBalances {
                subject: format!("{kind}"),
                ours: Money::from_cents(ours),
                questioned: Money::ZERO,
                questions: 0,
                theirs: Money::from_cents(theirs),
                movements: 1,
                currency: "usd".to_owned(),
                is_foreign: false,
                moved_at: at(1),
            };
            (kind, balances)
        };
        let differences = [
            difference(DifferenceKind::Foreign, 0, 7),
            difference(DifferenceKind::Amount, 5, 9),
            difference(DifferenceKind::OnlyInBooks, 30, 0),
        ];
        store.replace_differences(&differences).unwrap();
        let cursor =
            EventCursor { read_to: at(1), behind: Some((at(2), at(3))), read_at: at(4), reread_at: at(5) };
        store.set_event_cursor(&cursor).unwrap();
        for (id, received) in [("evt_1", 8), ("evt_2", 6)] {
            store.record_provider_event(&event(id, EventSubject::Nothing), at(received)).unwrap();
        }
        for seconds in [-300, -299] {
            store.insert_failed_login("203.0.113.9", None, at(seconds)).unwrap();
        }
        for (address, ends) in [("203.0.113.9", 1), ("203.0.113.10", 0)] {
            let block = Block {
                address: address.to_owned(),
                reason: "Guessing".to_owned(),
                blocked_at: at(-9),
                expires_at: at(ends),
            };
            store.block_address(&block).unwrap();
        }
        let figures = store.monitoring_figures(now).unwrap();
        let expected = MonitoringFigures {
            refunds_due: CountsByAge { day: 1, week: 2, older: 1, since: Some(now - week) },
            disputes: CountsByAge { day: 0, week: 2, older: 0, since: Some(now - day) },
            next_evidence_due: Some(at(900)),
            book_faults: 2,
            book_fault_cents: 34,
            books_matched_at: None,
            events_read_at: Some(at(4)),
            events_behind_from: Some(at(2)),
            last_event_at: Some(at(8)),
            failed_logins: 1,
            blocked: 1,
            imports: 0,
            import_since: None,
            database_bytes: figures.database_bytes,
        };
        assert_eq!(figures, expected);
    });
}
