use domain::back_office::queue::Queue;
use domain::help::inquiry::{HelpInquiry, HelpRequest, InquiryKind, InquiryStatus, MessageText, SenderType};
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};
use domain::shared::person::phone::Phone;
use ports::help::inquiries::{NewChatMessage, NewInquiry};
use ports::help::lists::InquiryQuery;
use ports::shared::paging::Page;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::Database;

use crate::support::{ALL, admin, at, transaction, user};

pub(crate) fn chat(user: UserId) -> NewInquiry {
    let message = MessageText::parse("Hello").unwrap();
    NewInquiry { user_id: user, request: HelpRequest::Chat { message, phone: None }, created_at: at(1) }
}

fn message(inquiry: InquiryId, user: UserId, client_id: Option<&str>) -> NewChatMessage {
    NewChatMessage {
        inquiry_id: inquiry,
        sender_id: user,
        sender_type: SenderType::User,
        message: "Hi\nthere".to_owned(),
        created_at: at(2),
        client_message_id: client_id.map(str::to_owned),
    }
}

pub fn the_newest_pending_inquiry_with_the_same_request_is_found(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let [first, second] = [1, 1].map(|_| store.insert_inquiry(&chat(ann)).unwrap());
        let mut same = |new: &NewInquiry, since| {
            store.same_pending_inquiry(new, at(since)).unwrap().map(|inquiry| inquiry.id)
        };
        assert_eq!(same(&chat(ann), 1), Some(second.id));
        assert_eq!(same(&chat(ann), 2), None, "an earlier inquiry");
        assert_eq!(same(&chat(bob), 1), None, "another driver's inquiry");
        let phone = Phone::parse("5551234567").unwrap();
        let message = MessageText::parse("Hello").unwrap();
        let requests = [
            HelpRequest::Chat { message: MessageText::parse("Hello!").unwrap(), phone: None },
            HelpRequest::Chat { message: message.clone(), phone: Some(phone.clone()) },
            HelpRequest::Callback { phone, message: Some(message) },
        ];
        for request in requests {
            let new = NewInquiry { request, ..chat(ann) };
            assert_eq!(same(&new, 1), None, "{new:?}");
        }
        store.resolve_inquiry(second.id, at(3)).unwrap();
        let pending = store.same_pending_inquiry(&chat(ann), at(1)).unwrap();
        assert_eq!(pending.map(|inquiry| inquiry.id), Some(first.id));
        let request = HelpRequest::Callback { phone: Phone::parse("5551234567").unwrap(), message: None };
        let callback = NewInquiry { request, ..chat(bob) };
        let stored = store.insert_inquiry(&callback).unwrap();
        let found = store.same_pending_inquiry(&callback, at(1)).unwrap();
        assert_eq!(found.map(|inquiry| inquiry.id), Some(stored.id), "without a message");
    });
}

pub fn an_inquiry_round_trips_and_can_be_resolved(database: &dyn Database) {
    transaction(database, |store| {
        let (user, other) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let stored = store.insert_inquiry(&chat(user)).unwrap();
        let expected = HelpInquiry {
            id: stored.id,
            user_id: user,
            kind: InquiryKind::Chat,
            message: Some("Hello".to_owned()),
            phone_number: None,
            status: InquiryStatus::Pending,
            created_at: at(1),
            resolved_at: None,
            is_seen_by_admin: false,
            is_solved: false,
            is_answered: false,
            waiting_since: None,
            assigned_to: None,
            last_said: None,
        };
        assert_eq!(stored, expected);
        assert_eq!(store.inquiry(stored.id).unwrap(), Some(expected.clone()));
        assert_eq!(store.lock_inquiry(stored.id).unwrap(), Some(expected.clone()));
        assert_eq!(store.inquiry(InquiryId(99)).unwrap(), None);
        let phone = Phone::parse("(555) 123-4567").unwrap();
        let request = HelpRequest::Callback { phone, message: None };
        let callback = NewInquiry { user_id: other, request, created_at: at(2) };
        let callback = store.insert_inquiry(&callback).unwrap();
        assert_eq!(
            (callback.kind, callback.phone_number.as_deref()),
            (InquiryKind::Callback, Some("5551234567"))
        );
        let all = store.list(&InquiryQuery::all(ALL)).unwrap();
        assert_eq!((all.total, all.items[0].id), (2, callback.id), "newest first");
        let own = store.list(&InquiryQuery::all(ALL).of(user)).unwrap();
        assert_eq!(own.items, std::slice::from_ref(&expected));
        let resolved = HelpInquiry {
            status: InquiryStatus::Resolved,
            resolved_at: Some(at(9)),
            is_solved: true,
            ..expected
        };
        assert_eq!(store.resolve_inquiry(stored.id, at(9)).unwrap(), Some(resolved));
        assert_eq!(store.resolve_inquiry(InquiryId(99), at(9)).unwrap(), None);
    });
}

pub fn the_waiting_time_of_an_inquiry_lasts_from_the_drivers_message_until_staff_answer(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let (user, staff) = (user(store, "ann@example.com"), admin(store, "staff@example.com"));
        let first = store.insert_inquiry(&chat(user)).unwrap();
        assert_eq!(first.waits_since(), Some(at(1)));
        store.set_conversation_state(first.id, &first.after_message(SenderType::Admin, at(5))).unwrap();
        store.assign_inquiry(first.id, Some(staff)).unwrap();
        let answered = store.inquiry(first.id).unwrap().unwrap();
        assert_eq!((answered.assigned_to, answered.waits_since()), (Some(staff), None));
        store.set_solved(Queue::HelpInquiry, first.id.0, true).unwrap();
        store.set_conversation_state(first.id, &answered.after_message(SenderType::User, at(7))).unwrap();
        let unread = store.inquiry(first.id).unwrap().unwrap();
        assert_eq!((unread.waits_since(), unread.is_unread(), unread.is_solved), (Some(at(7)), true, false));
        store.mark_inquiry_seen(first.id).unwrap();
        assert!(!store.inquiry(first.id).unwrap().unwrap().is_unread());
        store.assign_inquiry(first.id, None).unwrap();
        assert_eq!(store.inquiry(first.id).unwrap().unwrap().assigned_to, None);
    });
}

pub fn messages_are_listed_newest_first_and_client_ids_are_unique(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [id, other] = [1, 2].map(|_| store.insert_inquiry(&chat(user)).unwrap().id);
        assert_eq!(store.newest_chat_message(id).unwrap(), None);
        let first = store.insert_chat_message(&message(id, user, Some("a"))).unwrap();
        assert_eq!((first.message.as_str(), first.is_read, first.created_at), ("Hi\nthere", false, at(2)));
        let second = store.insert_chat_message(&message(id, user, None)).unwrap();
        let third = store.insert_chat_message(&message(id, user, None)).unwrap();
        store.insert_chat_message(&message(other, user, Some("a"))).unwrap();
        let again = store.insert_chat_message(&message(id, user, Some("a")));
        assert!(matches!(again, Err(StoreError::Duplicate(UniqueKey::Other))));
        assert_eq!(store.chat_message_by_client_id(id, "a").unwrap(), Some(first.clone()));
        assert_eq!(store.chat_message_by_client_id(id, "b").unwrap(), None);
        let listed = store.chat_messages(id, None, Page { limit: 2, offset: 0 }).unwrap();
        assert_eq!((listed.total, listed.items), (3, vec![third.clone(), second.clone()]));
        let rest = store.chat_messages(id, Some(first.id), ALL).unwrap();
        assert_eq!((rest.total, rest.items), (2, vec![third.clone(), second]));
        assert_eq!(store.newest_chat_message(id).unwrap(), Some(third.id));
        assert_eq!(store.chat_messages(id, Some(ChatMessageId(i32::MAX)), ALL).unwrap().total, 0);
    });
}
