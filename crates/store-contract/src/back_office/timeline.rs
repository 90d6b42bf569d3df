use domain::back_office::timeline::TimelineKind;
use domain::driving_record::kinds::ItemKind;
use domain::notices::reply::ReplyMeaning;
use domain::payments::payment::PaymentStatus;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::back_office::timeline::{TimelineCursor, TimelineEntry};
use ports::help::inquiries::NewInquiry;
use ports::legal_help::hires::NewHire;
use ports::notices::replies::NewReply;
use ports::payments::records::NewTransaction;
use ports::requests::reports::NewReport;
use ports::security::trail::AuditEntry;
use ports::store::{Database, Store};

use crate::help::inquiries::chat;
use crate::legal_help::samples::new_hire;
use crate::payments::records::{add_transaction, new_transaction};
use crate::requests::reports::new_report;
use crate::support::{TICKET_FIELDS, at, bare_user, details, items, payment_in, transaction, user};

/// Builds an audit entry about a changed amount.
fn audit_entry(actor: Option<UserId>, subject: (AuditSubject, i32), second: i64) -> AuditEntry {
    AuditEntry::about(subject, AuditAction::ItemChanged, at(second)).by(actor).changed("amount", &"$1", &"$2")
}

/// Adds a driver with a record of each kind. Each record is one second newer than the previous one; the last two audit
/// entries have the same time.
fn add_driver(store: &mut dyn Store, staff: UserId, email: &str) -> UserId {
    let ann = user(store, email);
    let [ticket, parking, toll] = [
        (ItemKind::Ticket, TICKET_FIELDS, 1),
        (ItemKind::Parking, &[("violation_type", "Meter"), ("location", "Elm St"), ("amount", "65")][..], 2),
        (ItemKind::Toll, &[("toll_road", "I-95"), ("amount", "3.75")], 3),
    ]
    .map(|(kind, fields, second)| {
        store.insert_item(ann, &details(kind, fields), None, at(second)).unwrap().payable()
    });
    let payment = payment_in(store, ann, parking, &format!("paid-{ann}"), PaymentStatus::Settled);
    let paid = NewTransaction { created_at: at(4), ..new_transaction(&payment) };
    store.insert_transaction(&paid).unwrap();
    let hire = new_hire(store, ann, &format!("hired-{ann}"));
    store.insert_hire(&NewHire { created_at: at(5), ..hire }).unwrap();
    store.insert_inquiry(&NewInquiry { created_at: at(6), ..chat(ann) }).unwrap();
    store.insert_report(&NewReport { reported_at: at(7), ..new_report(ann) }).unwrap();
    store.insert_text_request(ann, "5551234567", at(8)).unwrap();
    for entry in [
        audit_entry(Some(staff), (AuditSubject::User, ann.0), 9),
        audit_entry(None, (AuditSubject::Ticket, ticket.item_id()), 10),
        audit_entry(None, (AuditSubject::Toll, toll.item_id()), 10),
    ] {
        store.audit(&entry).unwrap();
    }
    ann
}

/// Returns the newest 50 entries of a user's timeline.
fn whole_timeline(store: &mut dyn Store, user: UserId) -> Vec<TimelineEntry> {
    store.timeline(user, TimelineKind::ALL, None, 50).unwrap()
}

pub fn the_timeline_has_all_entries_of_one_driver_newest_first(database: &dyn Database) {
    transaction(database, |store| {
        let staff = user(store, "staff@example.com");
        add_driver(store, staff, "other@example.com");
        let ann = add_driver(store, staff, "ann@example.com");
        let found = whole_timeline(store, ann);
        let kinds: Vec<_> = found.iter().map(|entry| (entry.cursor.kind.as_str(), entry.cursor.at)).collect();
        let expected = [
            ("audit", at(10)),
            ("audit", at(10)),
            ("audit", at(9)),
            ("text", at(8)),
            ("report", at(7)),
            ("inquiry", at(6)),
            ("hire", at(5)),
            ("payment", at(4)),
            ("toll", at(3)),
            ("parking", at(2)),
            ("ticket", at(1)),
            ("ticket", at(0)),
        ];
        assert_eq!(kinds, expected, "the last ticket is the hire's");
        assert!(
            found[0].cursor.id > found[1].cursor.id,
            "of entries with the same time, the larger id comes first"
        );
        let change = &found[2];
        assert_eq!((change.by.as_deref(), change.detail.as_deref()), (Some("Ann Example"), Some("amount")));
        assert_eq!((change.subject.clone(), found[0].by.as_deref()), (Some(format!("user {ann}")), None));
        assert_eq!(change.title.as_deref(), Some(AuditAction::ItemChanged.as_str()));
        let texts = |place: usize| {
            let entry = &found[place];
            [&entry.title, &entry.detail, &entry.status, &entry.amount_text]
                .map(|text| text.clone().unwrap_or_default())
        };
        assert_eq!(texts(3), ["5551234567", "", "Pending", ""]);
        assert_eq!(texts(4)[1..3], ["New York", "Pending"]);
        assert_eq!(texts(5), ["chat", "Hello", "pending", ""]);
        let confirmation = format!("CONF-paid-{ann}");
        assert_eq!(texts(7), ["Speeding", confirmation.as_str(), "Completed", ""]);
        assert_eq!(found[7].amount, Some(Money::from_cents(15_050)));
        assert_eq!(texts(8), ["I-95", "", "Unpaid", "3.75"]);
        assert_eq!(texts(9), ["Meter", "Elm St", "Unpaid", "65"]);
        assert_eq!(texts(10)[..2], ["Speeding", "Main St"]);
    });
}

pub fn the_timeline_has_audit_entries_about_texts_replies_and_second_bills(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let text = store.insert_text_request(ann, "5551234567", at(1)).unwrap();
        let reply = NewReply {
            provider_id: "SM1".to_owned(),
            phone: "5551234567".to_owned(),
            user_id: Some(ann),
            notice_id: None,
            body: None,
            meaning: ReplyMeaning::Other,
            received_at: at(1),
        };
        let reply = store.insert_reply(&reply).unwrap().unwrap();
        let [ticket, ..] = items(store, ann);
        let transaction = add_transaction(store, ticket, ann, "a");
        let payment = transaction.payment_id.unwrap();
        let bill = store.open_second_bill(payment, transaction.id, ann, at(2)).unwrap().unwrap();
        let subjects = [
            (AuditSubject::TextNotificationRequest, text.id.0),
            (AuditSubject::NoticeReply, reply.0),
            (AuditSubject::BilledAgain, bill.id.0),
        ];
        for (subject, second) in subjects.into_iter().zip(3..) {
            store.audit(&audit_entry(None, subject, second)).unwrap();
        }
        let entries = |store: &mut dyn Store, user| {
            let found = store.timeline(user, &[TimelineKind::Audit], None, 50).unwrap();
            found.into_iter().filter_map(|entry| entry.subject).collect::<Vec<_>>()
        };
        let expected = subjects.map(|(subject, id)| format!("{} {id}", subject.as_str()));
        assert!(entries(store, ann).iter().eq(expected.iter().rev()), "{:?}", entries(store, ann));
        assert_eq!(entries(store, bob), [""; 0]);
    });
}

pub fn the_timeline_is_filtered_by_kind_and_read_in_pages(database: &dyn Database) {
    transaction(database, |store| {
        let staff = user(store, "staff@example.com");
        let ann = add_driver(store, staff, "ann@example.com");
        let whole = whole_timeline(store, ann);
        for size in 1..=4 {
            let mut read = vec![];
            let mut before: Option<TimelineCursor> = None;
            loop {
                let page = store.timeline(ann, TimelineKind::ALL, before, size).unwrap();
                let Some(last) = page.last() else { break };
                before = Some(last.cursor);
                read.extend(page);
            }
            assert_eq!(read, whole, "pages of {size}");
        }
        let some = store.timeline(ann, &[TimelineKind::Toll, TimelineKind::Hire], None, 9).unwrap();
        let kinds: Vec<_> = some.iter().map(|entry| entry.cursor.kind).collect();
        assert_eq!(kinds, [TimelineKind::Hire, TimelineKind::Toll]);
        let bob = store.insert_user(&bare_user("bob@example.com")).unwrap().id;
        assert_eq!(whole_timeline(store, bob), []);
    });
}
