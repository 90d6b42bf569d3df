use domain::back_office::note::NoteText;
use domain::shared::desk::{DeskKind, DeskRecord};
use ports::back_office::notes::NoteFilter;
use ports::store::Database;

use crate::help::inquiries::chat;
use crate::requests::reports::new_report;
use crate::support::{admin, at, ticket, transaction, user};

fn text(text: &str) -> NoteText {
    NoteText::parse(text).unwrap()
}

pub fn a_record_can_have_notes_only_if_its_kind_allows_them_and_the_account_is_open(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let ticket = ticket(store, ann);
        let report = store.insert_report(&new_report(ann)).unwrap().id;
        let inquiry = store.insert_inquiry(&chat(ann)).unwrap().id;
        let owned = [(DeskKind::User, ann.0), (DeskKind::Report, report.0), (DeskKind::Inquiry, inquiry.0)]
            .map(|(kind, id)| DeskRecord { kind, id });
        for record in owned {
            assert_eq!(store.lock_driver_for_note(record).unwrap(), Some(ann), "{record:?}");
            assert_eq!(store.lock_driver_for_note(DeskRecord { id: 99, ..record }).unwrap(), None);
        }
        let without_notes = DeskRecord { kind: DeskKind::Ticket, id: ticket.0 };
        assert_eq!(store.lock_driver_for_note(without_notes).unwrap(), None);
        store.close_user(ann, at(1)).unwrap();
        for record in owned {
            assert_eq!(store.lock_driver_for_note(record).unwrap(), None, "{record:?}");
        }
    });
}

pub fn notes_are_listed_by_record_or_driver_newest_first(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, staff) = (user(store, "ann@example.com"), admin(store, "staff@example.com"));
        let about_ann = DeskRecord { kind: DeskKind::User, id: ann.0 };
        let report = store.insert_report(&new_report(ann)).unwrap().id;
        let about_report = DeskRecord { kind: DeskKind::Report, id: report.0 };
        let first = store.insert_note(about_ann, ann, staff, &text("Called"), at(1)).unwrap();
        assert_eq!((first.record, first.user_id, first.author), (about_ann, ann, staff));
        assert_eq!((first.text.as_str(), first.created_at), ("Called", at(1)));
        let second = store.insert_note(about_ann, ann, staff, &text("Wrote"), at(2)).unwrap();
        let third = store.insert_note(about_report, ann, staff, &text("Looked"), at(3)).unwrap();
        let of_record = NoteFilter::Record(about_ann);
        assert_eq!(store.notes(of_record, 9).unwrap(), [second.clone(), first.clone()]);
        assert_eq!(store.notes(NoteFilter::Driver(ann), 9).unwrap(), [third, second.clone(), first]);
        assert_eq!(store.notes(of_record, 1).unwrap(), std::slice::from_ref(&second));
        assert_eq!(store.count_notes(about_ann).unwrap(), 2);
        assert_eq!(store.delete_note(second.id).unwrap(), Some(second.clone()));
        assert_eq!(store.delete_note(second.id).unwrap(), None);
        assert_eq!(store.count_notes(about_ann).unwrap(), 1);
        let fourth = store.insert_note(about_ann, ann, staff, &text("Again"), at(4)).unwrap();
        assert!(fourth.id > second.id, "an id is never used again");
    });
}
