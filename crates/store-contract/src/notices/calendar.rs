use domain::driving_record::appearance::Appearance;
use domain::driving_record::kinds::ItemKind;
use domain::shared::ids::{TicketId, UserId};
use domain::shared::payable::Payable;
use ports::driving_record::filing::Removal;
use ports::notices::calendar::LockedAppearance;
use ports::shared::secrets::TokenHash;
use ports::store::{Database, Store};

use crate::support::{TICKET_FIELDS, admin, at, date, details, ticket, transaction, user};

/// Adds a ticket with a required appearance on this day.
fn court_ticket(store: &mut dyn Store, user: UserId, day: &str) -> TicketId {
    let court = [("is_court_required", "true"), ("court_date", day), ("court_time", "9:30 AM")];
    let fields: Vec<_> = TICKET_FIELDS.iter().copied().chain(court).collect();
    let item = store.insert_item(user, &details(ItemKind::Ticket, &fields), None, at(0)).unwrap();
    let Payable::Ticket(id) = item.payable() else { unreachable!("the item is a ticket") };
    id
}

/// Removes a ticket, as this staff member does.
fn remove(store: &mut dyn Store, ticket: TicketId, staff: UserId) {
    store.lock_item(Payable::Ticket(ticket)).unwrap();
    let removal = Removal { by: staff, at: at(1), result: "Filed twice".to_owned() };
    store.remove_item(Payable::Ticket(ticket), &removal).unwrap();
}

pub fn appearances_are_listed_by_date_and_show_whether_each_is_waived_paid_or_removed(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let staff = admin(store, "staff@example.com");
        let undated = court_ticket(store, ann, "");
        let paid = court_ticket(store, ann, "2026-12-03");
        let removed = court_ticket(store, ann, "2026-12-02");
        let waived = court_ticket(store, ann, "2026-12-01");
        ticket(store, ann);
        court_ticket(store, bob, "2026-12-01");
        store.lock_item(Payable::Ticket(paid)).unwrap();
        store.mark_item_paid(Payable::Ticket(paid), at(1)).unwrap();
        remove(store, removed, staff);
        store.set_appearance_waiver(waived, Some((staff, at(2)))).unwrap();
        let found = store.appearances_of(ann).unwrap();
        let facts =
            |one: &Appearance| (one.ticket, one.is_waived, one.is_removed, one.is_paid, one.date.is_some());
        assert_eq!(
            found.iter().map(facts).collect::<Vec<_>>(),
            [
                (waived, true, false, false, true),
                (removed, false, true, false, true),
                (paid, false, false, true, true),
                (undated, false, false, false, false),
            ]
        );
        assert_eq!(
            (found[0].violation_type.as_str(), found[0].time.as_deref()),
            ("Speeding", Some("9:30 AM"))
        );
        let dates = store.court_dates_of(ann, date("2026-12-02")).unwrap();
        let facts: Vec<_> = dates.iter().map(|one| (one.ticket, one.is_removed, one.waived_at)).collect();
        assert_eq!(facts, [(removed, true, None), (paid, false, None)]);
        let all = store.court_dates_of(ann, date("2026-12-01")).unwrap();
        assert_eq!((all.len(), all[0].ticket, all[0].waived_at), (3, waived, Some(at(2))));
    });
}

pub fn an_appearance_can_be_waived_and_required_again(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, staff) = (user(store, "ann@example.com"), admin(store, "staff@example.com"));
        let (id, without_court) = (court_ticket(store, ann, "2026-12-03"), ticket(store, ann));
        assert_eq!(
            store.lock_appearance(id).unwrap(),
            Some(LockedAppearance { user: ann, is_waived: false })
        );
        assert_eq!(store.lock_appearance(without_court).unwrap(), None);
        store.set_appearance_waiver(id, Some((staff, at(1)))).unwrap();
        store.set_appearance_waiver(id, Some((staff, at(2)))).unwrap();
        assert_eq!(store.lock_appearance(id).unwrap(), Some(LockedAppearance { user: ann, is_waived: true }));
        let date = date("2026-12-01");
        assert_eq!(
            store.court_dates_of(ann, date).unwrap()[0].waived_at,
            Some(at(1)),
            "the first waiver stays"
        );
        store.set_appearance_waiver(id, None).unwrap();
        assert_eq!(
            store.lock_appearance(id).unwrap(),
            Some(LockedAppearance { user: ann, is_waived: false })
        );
        remove(store, id, staff);
        assert_eq!(
            store.lock_appearance(id).unwrap(),
            Some(LockedAppearance { user: ann, is_waived: false }),
            "even a removed ticket is locked"
        );
    });
}

pub fn a_driver_has_at_most_one_calendar_url(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let [one, two, three] = [1, 2, 3].map(|n| TokenHash([n; 32]));
        assert_eq!(store.calendar_url_created_at(ann).unwrap(), None);
        store.set_calendar_url(ann, Some((&one, at(1)))).unwrap();
        store.set_calendar_url(bob, Some((&three, at(1)))).unwrap();
        store.set_calendar_url(ann, Some((&two, at(2)))).unwrap();
        assert_eq!(store.calendar_url_created_at(ann).unwrap(), Some(at(2)));
        assert_eq!(store.calendar_owner(&one).unwrap(), None);
        assert_eq!(store.calendar_owner(&two).unwrap(), Some(ann));
        store.set_calendar_url(ann, None).unwrap();
        assert_eq!(
            (store.calendar_url_created_at(ann).unwrap(), store.calendar_owner(&two).unwrap()),
            (None, None)
        );
        assert_eq!(store.calendar_owner(&three).unwrap(), Some(bob));
    });
}
