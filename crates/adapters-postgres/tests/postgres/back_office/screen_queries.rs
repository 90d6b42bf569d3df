//! The queries of the back office's screens, except for lists: for example, those of imports, staff, security
//! events, the audit trail and a driver's timeline.

use super::lists::PAGES;
use super::samples::FIRST;
use chrono::{DateTime, TimeDelta, Utc};
use domain::back_office::timeline::TimelineKind;
use domain::imports::import::{ImportKind, LineOutcome};
use domain::imports::line::DriverIdentifiers;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::security::event::{SecurityEventKind, Severity};
use domain::shared::ids::{PaymentId, TicketId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::back_office::timeline::TimelineCursor;
use ports::imports::waiting::WaitReason;
use ports::payments::chargebacks::ChargebackCheckTimes;
use ports::payments::history::HistoryFilter;
use ports::security::watch::{AuditFilter, EventFilter};
use ports::shared::list::CitedBy;
use ports::store::Store;

/// Runs each query of the back office's screens, except for lists.
pub fn run_screen_queries(store: &mut dyn Store, now: DateTime<Utc>) {
    let import = store.imports(FIRST).unwrap().items[0].id;
    for page in PAGES {
        store.imports(page).unwrap();
        for candidate in [None, Some(UserId(77))] {
            store.waiting_citations(WaitReason::ForDecision, candidate, page).unwrap();
        }
        for outcome in [None, Some(LineOutcome::New), Some(LineOutcome::Invalid)] {
            store.staged_lines(import, outcome, page).unwrap();
        }
        for filter in event_filters(now) {
            store.security_events(&filter, page).unwrap();
        }
        for filter in audit_filters(now) {
            store.audit_entries(&filter, page).unwrap();
        }
    }
    store.invalid_lines_after(import, 7_000, 500).unwrap();
    store.last_line_of_next_batch(import, 7_000, 1_000).unwrap();
    store.count_open_imports().unwrap();
    let days: Vec<_> = (1..200).map(|user| (UserId(user), now.date_naive())).collect();
    store.items_by_driver_and_day(ImportKind::Ticket, &days).unwrap();
    let driver = |id| DriverIdentifiers {
        id: Some(UserId(id)),
        email: Some(format!("smith{id}@example.com")),
        license: Some((format!("TE{id}"), UsState::Texas)),
        plate: Some((format!("PL{id}"), UsState::Texas.into())),
    };
    store.find_drivers(&(1..200).map(driver).collect::<Vec<_>>()).unwrap();
    store.staff().unwrap();
    store.invitations(now).unwrap();
    store.security_event_counts(now - TimeDelta::days(1)).unwrap();
    store.password_hashes_of(&["admin@lanewise.test", "driver@lanewise.test"]).unwrap();
    store.blocks(now, 1_000).unwrap();
    for days in [7, 30, 90] {
        store.money_by_day(now - TimeDelta::days(days)).unwrap();
        store.payments_by_type(now - TimeDelta::days(days)).unwrap();
    }
    store.open_work(now).unwrap();
    store.longest_waiting(now, now, 25).unwrap();
    store.records_by_id(&[7..=7, 70..=79, 700..=799], 4).unwrap();
    store.records_by_confirmation("CONF-AB", 4).unwrap();
    store.records_by_citation("AB123", 4).unwrap();
    store.items_by_number(&["AB123".to_owned()]).unwrap();
    let ids = 1..60;
    let payments = ids.clone().map(|id| CitedBy::Payment(PaymentId(id)));
    let tickets = ids.map(|id| CitedBy::Item(Payable::Ticket(TicketId(id))));
    store.citations_of(&payments.chain(tickets).collect::<Vec<_>>()).unwrap();
    store.names_of(&(1..60).map(UserId).collect::<Vec<_>>()).unwrap();
    store.hires_by_status().unwrap();
    for kinds in [TimelineKind::ALL, &[TimelineKind::Audit], &[TimelineKind::Ticket]] {
        store.timeline(UserId(77), kinds, None, 50).unwrap();
        let before = TimelineCursor { at: now, kind: TimelineKind::Ticket, id: 7_000 };
        store.timeline(UserId(77), kinds, Some(before), 50).unwrap();
    }
    store.personal_data(UserId(77)).unwrap().unwrap();
    store.lock_for_closing_and_check_other_admin(UserId(77)).unwrap();
    store.unfinished_payments_of(UserId(77)).unwrap();
    store.open_hires(UserId(77)).unwrap();
    store.chargebacks_of_payment(PaymentId(77)).unwrap();
    let before = ChargebackCheckTimes { open: now, closed: now, oldest_closed: now };
    store.chargebacks_to_check(before, 50).unwrap();
    store.paid_items(UserId(77), &HistoryFilter::default(), FIRST).unwrap();
    store.amount_charged(UserId(77), now - TimeDelta::days(365), now).unwrap();
}

/// Returns sample filters for the list of security events.
fn event_filters(now: DateTime<Utc>) -> Vec<EventFilter> {
    let one = EventFilter::default;
    vec![
        one(),
        EventFilter { kind: Some(SecurityEventKind::LoginFailed), ..one() },
        EventFilter { severity: Some(Severity::High), ..one() },
        EventFilter { severity: Some(Severity::Critical), ..one() },
        EventFilter { address: Some("203.0.7.217".to_owned()), ..one() },
        EventFilter { from: Some(now - TimeDelta::days(1)), ..one() },
        EventFilter { from: Some(now - TimeDelta::days(60)), to: Some(now - TimeDelta::days(59)), ..one() },
        EventFilter {
            kind: Some(SecurityEventKind::LoginFailed),
            from: Some(now - TimeDelta::days(9)),
            ..one()
        },
        EventFilter { before: Some(7_000), ..one() },
    ]
}

/// Returns sample filters for the audit trail.
fn audit_filters(now: DateTime<Utc>) -> Vec<AuditFilter> {
    let one = AuditFilter::default;
    vec![
        one(),
        AuditFilter { actor: Some(UserId(1)), ..one() },
        AuditFilter { actor: Some(UserId(77)), ..one() },
        AuditFilter { action: Some(AuditAction::ItemChanged), ..one() },
        AuditFilter { action: Some(AuditAction::StaffRemoved), ..one() },
        AuditFilter { subject_kind: Some(AuditSubject::Ticket), ..one() },
        AuditFilter { subject_kind: Some(AuditSubject::Ticket), subject_id: Some(77), ..one() },
        AuditFilter { subject_id: Some(77), ..one() },
        AuditFilter { from: Some(now - TimeDelta::days(1)), ..one() },
        AuditFilter {
            actor: Some(UserId(1)),
            action: Some(AuditAction::ItemChanged),
            from: Some(now - TimeDelta::days(9)),
            ..one()
        },
        AuditFilter { before: Some(7_000), ..one() },
        AuditFilter { id: Some(77), ..one() },
    ]
}
