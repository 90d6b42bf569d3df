use chrono::TimeDelta;
use domain::accounts::user::{LicenseStatus, Role};
use domain::accounts::verification::Claim;
use domain::back_office::queue::Queue;
use domain::driving_record::kinds::ItemKind;
use domain::help::inquiry::{HelpRequest, InquiryKind, InquiryStatus, SenderType};
use domain::legal_help::hire::HireStatus;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::{PaymentStatus, PaymentType, TransactionStatus};
use domain::requests::report::{ReportStatus, TicketReportType};
use domain::shared::ids::{HireId, ReportId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::person::phone::Phone;
use domain::shared::search::Search;
use domain::shared::us_state::UsState;
use ports::accounts::lists::{UserFilter, UserList, UserSort};
use ports::accounts::users::NewUser;
use ports::help::inquiries::{NewChatMessage, NewInquiry};
use ports::help::lists::{HelpInquirySummary, InquiryFilter, InquiryList, InquiryQuery, InquirySort};
use ports::legal_help::lists::{HireFilter, HireList, HireQuery, HireSummary};
use ports::payments::chargebacks::NewChargeback;
use ports::payments::lists::{
    ChargebackFilter, ChargebackList, ChargebackQuery, ChargebackSort, ChargebackSummary, TransactionFilter,
    TransactionList, TransactionQuery, TransactionSummary,
};
use ports::requests::lists::{
    MissingTicketSummary, ReportFilter, ReportList, ReportQuery, RequestSort, StatusRequestFilter,
    StatusRequestList, StatusRequestQuery, StatusRequestSummary, TextNotificationSummary, TextRequestFilter,
    TextRequestList, TextRequestQuery, VehicleUpdateFilter, VehicleUpdateList, VehicleUpdateQuery,
    VehicleUpdateSummary,
};
use ports::requests::reports::NewReport;
use ports::shared::list::{MoneySort, Query};
use ports::shared::paging::Page;
use ports::store::{Database, ListInStore, Store};

use crate::help::inquiries::chat;
use crate::legal_help::samples::{hire, new_hire};
use crate::payments::chargebacks;
use crate::payments::records::new_transaction;
use crate::requests::reports::new_report;
use crate::support::{ALL, at, bare_user, item, new_user, payment_in, ticket, transaction, user};

/// Returns the ids of the records that match a query, and checks their total.
fn list_ids<L: ListInStore>(store: &mut dyn Store, query: &Query<L>) -> Vec<i32> {
    let found = L::read_page(store, query).unwrap();
    assert_eq!(found.total, i64::try_from(found.items.len()).unwrap());
    found.items.iter().map(L::id).collect()
}

/// Returns the ids of the records that match a filter, newest first, and checks their total.
fn filtered_ids<L: ListInStore>(store: &mut dyn Store, filter: L::Filter) -> Vec<i32> {
    list_ids(store, &Query::<L>::newest(filter, ALL))
}

/// Returns the ids of all records in ascending order, and checks that descending order is the reverse.
fn sorted_ids<L: ListInStore>(store: &mut dyn Store, sort: L::Sort) -> Vec<i32> {
    let query = Query::<L> { sort, is_descending: false, ..Query::all(ALL) };
    let ascending = list_ids(store, &query);
    let descending = list_ids(store, &Query { is_descending: true, ..query });
    assert!(descending.iter().eq(ascending.iter().rev()), "{sort:?}: {descending:?}");
    ascending
}

pub fn a_list_is_read_in_pages(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let ids: Vec<i32> = (0..3).map(|_| store.insert_report(&new_report(ann)).unwrap().id.0).collect();
        let mut read = |limit, offset, before| {
            let page = Page { limit, offset };
            let found = store.list(&ReportQuery { before, ..ReportQuery::all(page) }).unwrap();
            assert!(!found.is_total_lower_bound);
            (found.items.iter().map(|one| one.id.0).collect::<Vec<_>>(), found.total, found.next)
        };
        assert_eq!(read(2, 0, None), (vec![ids[2], ids[1]], 3, Some(ids[1])));
        assert_eq!(read(2, 2, None), (vec![ids[0]], 3, None));
        assert_eq!(read(2, 3, None), (vec![], 3, None));
        assert_eq!(read(2, 0, Some(ids[1])), (vec![ids[0]], 3, None), "the total includes earlier pages");
        assert_eq!(read(1, 0, Some(99)), (vec![ids[2]], 3, Some(ids[2])), "the record may be deleted");
    });
}

pub fn a_list_finds_a_record_by_its_id(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let all: Vec<i32> = (0..12).map(|_| store.insert_report(&new_report(ann)).unwrap().id.0).collect();
        let query = |id| ReportQuery { id: Some(id), ..ReportQuery::all(ALL) };
        assert_eq!(list_ids(store, &query(all[0])), [all[0]]);
        assert_eq!(list_ids(store, &query(all[0]).of(ann)), [all[0]]);
        assert_eq!(list_ids(store, &query(all[0]).of(bob)), [0; 0]);
        assert_eq!(list_ids(store, &query(9_999)), [0; 0]);
        let not_found = ReportFilter { status: Some(ReportStatus::NotFound), ..ReportFilter::default() };
        assert_eq!(list_ids(store, &ReportQuery { filter: not_found, ..query(all[0]) }), [0; 0]);
        let expected = MissingTicketSummary { total: 1, pending: 1, resolved: 0 };
        assert_eq!(store.summary(&query(all[0])).unwrap(), expected);
        assert_eq!(list_ids(store, &Query::<UserList> { id: Some(bob.0), ..Query::all(ALL) }), [bob.0]);
    });
}

pub fn a_search_for_an_id_finds_the_record_with_this_id_first(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let all: Vec<i32> = (0..30).map(|_| store.insert_report(&new_report(ann)).unwrap().id.0).collect();
        // Chooses the id of a report with which another report's id begins, as 21 begins with 2. The driver's
        // id is left out, because a search for it finds all of the driver's reports.
        let first = *all.iter().find(|id| **id != ann.0 && all.contains(&(**id * 10 + 1))).unwrap();
        let starts = |id: &&i32| id.to_string().starts_with(&first.to_string());
        let others: Vec<i32> = all.iter().rev().filter(starts).copied().filter(|id| *id != first).collect();
        let expected = [&[first][..], &others].concat();
        let search = Search::parse(&first.to_string());
        for user in [None, Some(ann)] {
            let query =
                |limit, offset| ReportQuery::all(Page { limit, offset }).of(user).with_search(search.clone());
            let mut read = |query: &ReportQuery| {
                let found = store.list(query).unwrap();
                assert_eq!(found.total, i64::try_from(expected.len()).unwrap());
                (found.items.iter().map(|one| one.id.0).collect::<Vec<_>>(), found.next)
            };
            assert_eq!(read(&query(200, 0)).0, expected);
            let (page, next) = read(&query(2, 0));
            assert_eq!(page, expected[..2], "the first page");
            assert_eq!(read(&query(2, 2)).0, expected[2..expected.len().min(4)], "the second page by offset");
            let rest = read(&ReportQuery { before: next, ..query(200, 0) }).0;
            assert_eq!(rest, expected[2..], "the rest after the first page");
            assert_eq!(list_ids(store, &ReportQuery { id: Some(others[0]), ..query(200, 0) }), [others[0]]);
            let solved = ReportFilter { is_solved: Some(true), ..ReportFilter::default() };
            let none = store.list(&ReportQuery { filter: solved, ..query(200, 0) }).unwrap();
            assert_eq!(none.total, 0, "filters exclude the record, too");
        }
    });
}

pub fn merging_the_stored_count_increments_of_a_list_changes_no_total(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        for _ in 0..3 {
            let id = store.insert_report(&new_report(ann)).unwrap().id;
            store.set_report_status(id, ReportStatus::NotFound, None).unwrap();
        }
        let figures = |store: &mut dyn Store| {
            let all = ReportQuery::all(ALL);
            (store.list(&all).unwrap().total, store.summary(&all).unwrap())
        };
        let before = figures(store);
        assert_eq!(before, (3, MissingTicketSummary { total: 3, pending: 0, resolved: 3 }));
        store.merge_count_increments().unwrap();
        assert_eq!(figures(store), before);
        assert_eq!(store.merge_count_increments().unwrap(), 0, "nothing is left to merge");
        assert_eq!(figures(store), before);
    });
}

pub fn users_are_filtered_and_sorted(database: &dyn Database) {
    transaction(database, |store| {
        let mut add = |email: &str, name: Option<&str>, second| {
            let new =
                NewUser { full_name: name.map(str::to_owned), created_at: at(second), ..new_user(email) };
            store.insert_user(&new).unwrap().id
        };
        let bea = add("bea@example.com", Some("bea"), 3);
        let ann = add("ann@example.com", Some("Ann"), 1);
        let unnamed = add("cat@example.com", None, 2);
        let bob = add("bob@example.com", Some("Bea"), 2);
        let closed = add("closed@example.com", Some("Zoe"), 0);
        store.close_user(closed, at(9)).unwrap();
        let staff =
            store.insert_user(&NewUser { role: Role::Admin, ..bare_user("staff@example.com") }).unwrap().id;
        let mut ids_of = |sort| sorted_ids::<UserList>(store, sort);
        let numbers = |users: &[UserId]| users.iter().map(|user| user.0).collect::<Vec<_>>();
        let mut by_id = numbers(&[bea, ann, unnamed, bob, staff]);
        by_id.sort_unstable();
        assert_eq!(ids_of(UserSort::Id), by_id);
        let mut unnamed_first = numbers(&[unnamed, staff]);
        unnamed_first.sort_unstable();
        assert_eq!(ids_of(UserSort::FullName), [unnamed_first, numbers(&[ann, bea, bob])].concat());
        assert_eq!(ids_of(UserSort::CreatedAt), numbers(&[staff, ann, unnamed, bob, bea]));
        store.set_record_updated(bea, at(8)).unwrap();
        store.set_record_updated(ann, at(7)).unwrap();
        let updated = sorted_ids::<UserList>(store, UserSort::LastAdminUpdateAt);
        assert_eq!(updated[3..], numbers(&[ann, bea]), "never updated records come first");

        store.set_license_status(bob, LicenseStatus::Active).unwrap();
        let mut found = |filter| filtered_ids::<UserList>(store, filter);
        let all = UserFilter::default;
        assert_eq!(found(UserFilter { license_status: Some(LicenseStatus::Active), ..all() }), [bob.0]);
        assert_eq!(found(UserFilter { role: Some(Role::Admin), ..all() }), [staff.0]);
        let mut ready = numbers(&[bea, ann]);
        ready.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(found(UserFilter { needs_update: Some(false), ..all() }), ready);
        assert_eq!(found(UserFilter { needs_update: Some(true), ..all() }).len(), 3);
        assert_eq!(
            found(UserFilter { unverified: Some(Claim::Plate), ..all() }).len(),
            4,
            "staff have no plate"
        );
        assert_eq!(found(UserFilter { unverified: Some(Claim::Email), ..all() }).len(), 5);
    });
}

pub fn hires_are_filtered_sorted_and_summed(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.summary(&HireQuery::all(ALL)).unwrap().total, 0);
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let [first, second] = ["a", "b"].map(|key| hire(store, ann, key));
        let mut new = new_hire(store, bob, "c");
        (new.amount, new.created_at) = (Money::from_cents(7_500), at(1));
        let third = store.insert_hire(&new).unwrap().id;
        store.set_hire_status(first, HireStatus::Contacted).unwrap();
        store.set_hire_status(second, HireStatus::Cancelled).unwrap();
        store.set_hire_solved(second, true).unwrap();
        store.mark_hire_seen(third).unwrap();
        let numbers = |hires: &[HireId]| hires.iter().map(|hire| hire.0).collect::<Vec<_>>();
        assert_eq!(sorted_ids::<HireList>(store, MoneySort::Amount), numbers(&[third, first, second]));
        assert_eq!(sorted_ids::<HireList>(store, MoneySort::CreatedAt), numbers(&[third, first, second]));
        assert_eq!(sorted_ids::<HireList>(store, MoneySort::Id), numbers(&[first, second, third]));
        let mut found = |filter| filtered_ids::<HireList>(store, filter);
        let all = HireFilter::default;
        assert_eq!(found(HireFilter { status: Some(HireStatus::Contacted), ..all() }), [first.0]);
        assert_eq!(found(HireFilter { is_solved: Some(true), ..all() }), [second.0]);
        assert_eq!(found(HireFilter { is_seen: Some(true), is_solved: Some(false), ..all() }), [third.0]);
        assert_eq!(found(HireFilter { is_seen: Some(false), ..all() }), numbers(&[second, first]));
        let summary = store.summary(&HireQuery::all(ALL)).unwrap();
        let [total_revenue, cancelled] = [37_600, 15_050].map(Money::from_cents);
        let expected =
            HireSummary { pending: 1, in_progress: 0, contacted: 1, total_revenue, cancelled, total: 3 };
        assert_eq!(summary, expected);
        let own = store.summary(&HireQuery::all(ALL).of(bob)).unwrap();
        assert_eq!((own.total, own.pending, own.total_revenue), (1, 1, Money::from_cents(7_500)));
    });
}

pub fn transactions_are_filtered_sorted_and_summed(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let mut add = |kind, key: &str, cents, second| {
            let item = item(store, ann, kind);
            let payment = payment_in(store, ann, item, key, PaymentStatus::Settled);
            let mut new = new_transaction(&payment);
            (new.amount, new.created_at) = (Money::from_cents(cents), at(second));
            store.insert_transaction(&new).unwrap().id
        };
        let first = add(ItemKind::Ticket, "a", 200, 2);
        let second = add(ItemKind::Toll, "b", 100, 3);
        let third = add(ItemKind::Ticket, "c", 100, 1);
        let refunded = TransactionStatus::Refunded;
        store.set_transaction_refunded(third, Money::from_cents(100), refunded).unwrap();
        assert_eq!(sorted_ids::<TransactionList>(store, MoneySort::Amount), [second.0, third.0, first.0]);
        assert_eq!(sorted_ids::<TransactionList>(store, MoneySort::CreatedAt), [third.0, first.0, second.0]);
        let mut found =
            |kind, status| filtered_ids::<TransactionList>(store, TransactionFilter { kind, status });
        assert_eq!(found(Some(PaymentType::TrafficTicket), None), [third.0, first.0]);
        assert_eq!(found(Some(PaymentType::Parking), None), [0; 0]);
        assert_eq!(found(None, Some(refunded)), [third.0]);
        assert_eq!(found(Some(PaymentType::TrafficTicket), Some(TransactionStatus::Completed)), [first.0]);
        let figures = |store: &mut dyn Store, status| {
            let filter = TransactionFilter { status, kind: None };
            store.summary(&TransactionQuery::newest(filter, Page { limit: 1, offset: 0 })).unwrap()
        };
        let summary = |count: i64, total: i64, refunded: i64| TransactionSummary {
            our_revenue: Money::from_cents(298 * count),
            total_value: Money::from_cents(total),
            processing_fees: Money::from_cents(299 * count),
            refunded: Money::from_cents(refunded),
            count,
        };
        assert_eq!(figures(store, None), summary(3, 400, 100));
        assert_eq!(figures(store, Some(refunded)), summary(1, 100, 100));
        assert_eq!(figures(store, Some(TransactionStatus::Won)), summary(0, 0, 0));
    });
}

pub fn chargebacks_are_filtered_sorted_and_summed(database: &dyn Database) {
    use ChargebackStatus::{Inquiry, InquiryUnderReview, Lost, NeedsResponse, UnderReview, Won};
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let ticket = ticket(store, ann);
        let payment = payment_in(store, ann, Payable::Ticket(ticket), "a", PaymentStatus::Settled);
        let mut add = |id: &str, status, due: Option<i64>| {
            let evidence_due_by = due.map(at);
            let new = NewChargeback { evidence_due_by, ..chargebacks::new_chargeback(&payment, id) };
            let mut stored = store.insert_chargeback(&new).unwrap();
            stored.status = status;
            stored.closed_at = status.is_over().then(|| at(9));
            store.update_chargeback(&stored).unwrap();
            stored.id.0
        };
        let inquiry = add("a", Inquiry, None);
        let late = add("b", NeedsResponse, Some(900));
        let reviewed = add("c", UnderReview, Some(100));
        let rest = [("d", InquiryUnderReview), ("e", Won), ("f", Lost)]
            .map(|(id, status)| add(id, status, Some(500)));
        let due = [&[reviewed][..], &rest, &[late, inquiry]].concat();
        assert_eq!(
            sorted_ids::<ChargebackList>(store, ChargebackSort::DueBy),
            due,
            "without a deadline, last"
        );
        let mut found = |status, is_answered| {
            filtered_ids::<ChargebackList>(store, ChargebackFilter { status, is_answered })
        };
        assert_eq!(found(None, Some(false)), [late, inquiry]);
        assert_eq!(found(None, Some(true)), [rest[2], rest[1], rest[0], reviewed]);
        assert_eq!(found(Some(UnderReview), Some(true)), [reviewed]);
        assert_eq!(found(Some(UnderReview), Some(false)), [0; 0]);
        let expected = ChargebackSummary {
            total: 6,
            waiting: 2,
            under_review: 2,
            won: 1,
            lost: 1,
            withheld: Money::from_cents(30_100),
        };
        assert_eq!(store.summary(&ChargebackQuery::all(ALL)).unwrap(), expected);
    });
}

pub fn inquiries_are_filtered_sorted_and_counted(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let answered = store.insert_inquiry(&chat(ann)).unwrap();
        let late = store.insert_inquiry(&NewInquiry { created_at: at(9), ..chat(ann) }).unwrap();
        let early = store.insert_inquiry(&NewInquiry { created_at: at(3), ..chat(ann) }).unwrap();
        let phone = Phone::parse("(555) 123-4567").unwrap();
        let request = HelpRequest::Callback { phone, message: None };
        let resolved = store.insert_inquiry(&NewInquiry { request, ..chat(ann) }).unwrap();
        store.resolve_inquiry(resolved.id, at(9)).unwrap();
        store.set_conversation_state(answered.id, &answered.after_message(SenderType::Admin, at(5))).unwrap();
        for (sender_type, text) in
            [(SenderType::User, "First".to_owned()), (SenderType::Admin, "é".repeat(200))]
        {
            let message = NewChatMessage {
                inquiry_id: answered.id,
                sender_id: ann,
                sender_type,
                message: text,
                created_at: at(5),
                client_message_id: None,
            };
            store.insert_chat_message(&message).unwrap();
        }
        let [answered, late, early, resolved] = [answered, late, early, resolved].map(|one| one.id.0);
        let waiting = [early, late, answered, resolved];
        assert_eq!(
            sorted_ids::<InquiryList>(store, InquirySort::Waiting),
            waiting,
            "answered inquiries come last"
        );
        let mut found = |filter| filtered_ids::<InquiryList>(store, filter);
        let all = InquiryFilter::default;
        assert_eq!(found(InquiryFilter { status: Some(InquiryStatus::Resolved), ..all() }), [resolved]);
        assert_eq!(found(InquiryFilter { kind: Some(InquiryKind::Callback), ..all() }), [resolved]);
        assert_eq!(found(InquiryFilter { is_solved: Some(false), ..all() }), [early, late, answered]);
        let expected = HelpInquirySummary { total: 4, pending: 3, chat: 3, callback: 1 };
        assert_eq!(store.summary(&InquiryQuery::all(ALL)).unwrap(), expected);
        let listed = store.list(&InquiryQuery::all(ALL)).unwrap().items;
        let last = listed[3].last_said.clone().unwrap();
        assert_eq!((last.by, last.beginning, last.at), (SenderType::Admin, "é".repeat(140), at(5)));
        assert_eq!(listed[0].last_said, None);
    });
}

pub fn reports_are_filtered_and_counted(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let mut add = |state, ticket_type| {
            store.insert_report(&NewReport { state, ticket_type, ..new_report(ann) }).unwrap().id
        };
        let first = add(UsState::Texas, TicketReportType::Speeding);
        let second = add(UsState::Ohio, TicketReportType::RedLight);
        let third = add(UsState::Texas, TicketReportType::RedLight);
        store.set_report_status(third, ReportStatus::NotFound, None).unwrap();
        let mut found =
            |filter| filtered_ids::<ReportList>(store, filter).into_iter().map(ReportId).collect::<Vec<_>>();
        let all = ReportFilter::default;
        assert_eq!(found(ReportFilter { status: Some(ReportStatus::Pending), ..all() }), [second, first]);
        assert_eq!(found(ReportFilter { state: Some(UsState::Texas), ..all() }), [third, first]);
        assert_eq!(found(ReportFilter { kind: Some(TicketReportType::RedLight), ..all() }), [third, second]);
        let solved = ReportFilter { is_solved: Some(true), state: Some(UsState::Texas), ..all() };
        assert_eq!(found(solved.clone()), [third]);
        let summary =
            |store: &mut dyn Store, filter| store.summary(&ReportQuery::newest(filter, ALL)).unwrap();
        assert_eq!(summary(store, all()), MissingTicketSummary { total: 3, pending: 2, resolved: 1 });
        assert_eq!(summary(store, solved), MissingTicketSummary { total: 1, pending: 0, resolved: 1 });
    });
}

pub fn vehicle_updates_and_status_requests_are_listed_only_for_open_accounts(database: &dyn Database) {
    transaction(database, |store| {
        let add = |store: &mut dyn Store, email: &str, second| {
            store.insert_user(&NewUser { created_at: at(second), ..new_user(email) }).unwrap().id
        };
        let late = add(store, "late@example.com", 9);
        let early = add(store, "early@example.com", 3);
        let closed = add(store, "closed@example.com", 1);
        let bare = store.insert_user(&bare_user("bare@example.com")).unwrap().id;
        for (user, second) in [(late, 4), (bare, 6), (early, 4), (closed, 1)] {
            store.set_status_request(user, &[7; 40], at(second)).unwrap();
        }
        store.close_user(closed, at(20)).unwrap();
        assert_eq!(sorted_ids::<VehicleUpdateList>(store, RequestSort::RequestedAt), [early.0, late.0]);
        assert_eq!(sorted_ids::<VehicleUpdateList>(store, RequestSort::Id), [late.0, early.0]);
        assert_eq!(
            sorted_ids::<StatusRequestList>(store, RequestSort::RequestedAt),
            [late.0, early.0, bare.0]
        );

        store.set_solved(Queue::VehicleUpdate, late.0, true).unwrap();
        store.set_solved(Queue::StatusRequest, early.0, true).unwrap();
        let updates = |store: &mut dyn Store, is_solved| {
            filtered_ids::<VehicleUpdateList>(store, VehicleUpdateFilter { is_solved: Some(is_solved) })
        };
        assert_eq!((updates(store, true), updates(store, false)), (vec![late.0], vec![early.0]));
        let expected = VehicleUpdateSummary { total: 2, with_plates: 2 };
        assert_eq!(store.summary(&VehicleUpdateQuery::all(ALL)).unwrap(), expected);
        let mut requests = |is_solved, state| {
            filtered_ids::<StatusRequestList>(store, StatusRequestFilter { is_solved, state })
        };
        assert_eq!(requests(Some(true), None), [early.0]);
        assert_eq!(requests(Some(false), Some(UsState::Texas)), [late.0]);
        assert_eq!(requests(None, Some(UsState::Ohio)), [0; 0]);
        let expected = StatusRequestSummary { total: 3, states: 1, with_license_numbers: 2 };
        assert_eq!(store.summary(&StatusRequestQuery::all(ALL)).unwrap(), expected);
        let listed = store.list(&StatusRequestQuery::all(ALL)).unwrap().items;
        let digits: Vec<_> = listed.iter().map(|one| (one.user.id, one.has_digits)).collect();
        assert_eq!(
            digits,
            [(bare, true), (early, false), (late, true)],
            "solving a request erases the digits"
        );
    });
}

pub fn text_requests_are_filtered_and_counted(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let [first, second] = ["5551234567", "5557654321"]
            .map(|phone| store.insert_text_request(ann, phone, at(0)).unwrap().id);
        store.mark_text_sent(first, at(0) + TimeDelta::minutes(1)).unwrap();
        store.set_solved(Queue::TextNotification, second.0, true).unwrap();
        let mut found = |is_sent, is_solved| {
            filtered_ids::<TextRequestList>(store, TextRequestFilter { is_sent, is_solved })
        };
        assert_eq!((found(Some(true), None), found(Some(false), None)), (vec![first.0], vec![second.0]));
        assert_eq!((found(None, Some(true)), found(Some(true), Some(true))), (vec![second.0], vec![]));
        let expected = TextNotificationSummary { total: 2, pending: 1 };
        assert_eq!(store.summary(&TextRequestQuery::all(ALL)).unwrap(), expected);
    });
}
