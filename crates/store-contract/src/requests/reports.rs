use domain::requests::report::{ReportStatus, TicketReportType};
use domain::shared::ids::{ReportId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::requests::lists::ReportQuery;
use ports::requests::reports::NewReport;
use ports::shared::paging::Page;
use ports::store::Database;

use crate::support::{ALL, at, ticket, transaction, user};

pub(crate) fn new_report(user_id: UserId) -> NewReport {
    let (state, ticket_type) = (UsState::NewYork, TicketReportType::RedLight);
    NewReport { user_id, state, ticket_type, reported_at: at(0) }
}

pub fn a_pending_report_is_found_by_driver_state_and_type(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let first = store.insert_report(&new_report(ann)).unwrap();
        assert_eq!(
            (first.state, first.ticket_type, first.status, first.reported_at),
            (UsState::NewYork, TicketReportType::RedLight, ReportStatus::Pending, at(0))
        );
        assert_eq!(store.same_pending_report(&new_report(ann)).unwrap().as_ref(), Some(&first));
        assert_eq!(store.same_pending_report(&new_report(bob)).unwrap(), None);
        let other = NewReport { ticket_type: TicketReportType::Speeding, ..new_report(ann) };
        assert_eq!(store.same_pending_report(&other).unwrap(), None);
        assert_eq!(store.count_pending_reports(ann).unwrap(), 1);
        let changed = store.set_report_status(first.id, ReportStatus::NotFound, None).unwrap().unwrap();
        assert_eq!((changed.status, changed.is_solved), (ReportStatus::NotFound, true));
        assert_eq!(store.count_pending_reports(ann).unwrap(), 0);
        assert_eq!(store.same_pending_report(&new_report(ann)).unwrap(), None);
        assert_eq!(store.lock_report(first.id).unwrap(), Some(changed));
        assert_eq!(store.lock_report(ReportId(99)).unwrap(), None);
        assert_eq!(store.set_report_status(ReportId(99), ReportStatus::Found, None).unwrap(), None);
    });
}

pub fn a_report_names_the_item_that_staff_found(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let item = Payable::Ticket(ticket(store, ann));
        let id = store.insert_report(&new_report(ann)).unwrap().id;
        let found = store.set_report_status(id, ReportStatus::Found, Some(item)).unwrap().unwrap();
        assert_eq!((found.found, found.is_solved), (Some(item), true));
        let again = store.set_report_status(id, ReportStatus::Pending, None).unwrap().unwrap();
        assert_eq!((again.found, again.is_solved), (None, false));
    });
}

pub fn reports_are_listed_newest_first_for_one_driver_or_all(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let ids = [ann, bob, ann].map(|user| store.insert_report(&new_report(user)).unwrap().id);
        let listed = |query: &ReportQuery, store: &mut dyn ports::store::Store| {
            let page = store.list(query).unwrap();
            (page.total, page.items.into_iter().map(|report| report.id).collect::<Vec<_>>())
        };
        assert_eq!(listed(&ReportQuery::all(ALL).of(ann), store), (2, vec![ids[2], ids[0]]));
        assert_eq!(listed(&ReportQuery::all(ALL), store), (3, vec![ids[2], ids[1], ids[0]]));
        let second = ReportQuery::all(Page { limit: 1, offset: 1 });
        assert_eq!(listed(&second, store), (3, vec![ids[1]]));
        let older = ReportQuery { before: Some(ids[2].0), ..ReportQuery::all(ALL) };
        assert_eq!(listed(&older, store).1, [ids[1], ids[0]]);
    });
}
