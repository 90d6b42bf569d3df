use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::ItemDetails;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::ids::{TicketId, UserId};
use domain::shared::payable::Payable;
use ports::driving_record::filing::{LastChange, NumberedItem};
use ports::security::trail::AuditEntry;
use ports::store::{Database, Store};

use crate::support::{TICKET_FIELDS, at, authority, details, transaction, user};

/// Returns the details of a citation with this number and issuer.
pub(super) fn cited(kind: ItemKind, number: &str, issuer: &str) -> ItemDetails {
    let fields: &[(&str, &str)] = match kind {
        ItemKind::Ticket => TICKET_FIELDS,
        ItemKind::Parking => &[("violation_type", "Expired meter"), ("location", "Elm St"), ("amount", "65")],
        ItemKind::Toll => &[("toll_road", "SH 130"), ("amount", "3.50")],
    };
    let citation = [("citation_number", number), ("issuer", issuer)];
    details(kind, &fields.iter().copied().chain(citation).collect::<Vec<_>>())
}

/// Adds an item that staff filed at second 1.
fn file(store: &mut dyn Store, user: UserId, details: &ItemDetails) -> Payable {
    store.insert_item(user, details, None, at(1)).unwrap().payable()
}

pub fn each_kind_of_item_is_stored_locked_and_changed_with_all_fields(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        store.lock_authority_register().unwrap();
        let short = cited(ItemKind::Ticket, "", "");
        let elsewhere = [("violation_type", "Broken meter"), ("location", "Oak St"), ("amount", "45")];
        for (kind, second) in [
            (ItemKind::Ticket, short.clone()),
            (ItemKind::Parking, details(ItemKind::Parking, &elsewhere)),
            (ItemKind::Toll, details(ItemKind::Toll, &[("toll_road", "I-95"), ("amount", "3.75")])),
        ] {
            let first = cited(kind, "AB 12-3", "Austin");
            let filed = store.insert_item(user, &first, None, at(1)).unwrap();
            assert_eq!((filed.details(), filed.version(), filed.user_id()), (first, 1, user));
            assert!(!filed.is_paid());
            let id = filed.payable();
            assert_eq!(store.lock_item(id).unwrap(), Some(filed));
            let changed = store.update_item(id, &second).unwrap().unwrap();
            assert_eq!((changed.details(), changed.version()), (second, 2), "empty fields are cleared");
            assert_eq!(store.lock_item(id).unwrap(), Some(changed));
        }
        assert_eq!(store.lock_item(Payable::Ticket(TicketId(999))).unwrap(), None);
        assert!(store.update_item(Payable::Ticket(TicketId(999)), &short).unwrap().is_none());
    });
}

pub fn the_last_change_of_a_record_is_its_newest_audit_entry(database: &dyn Database) {
    transaction(database, |store| {
        let staff = user(store, "staff@example.com");
        for (actor, kind, second) in [
            (None, AuditSubject::Ticket, 1),
            (Some(staff), AuditSubject::Ticket, 2),
            (None, AuditSubject::Toll, 3),
        ] {
            let entry = AuditEntry::about((kind, 7), AuditAction::ItemChanged, at(second)).by(actor);
            store.audit(&entry).unwrap();
        }
        let by = |by: Option<&str>, second| Some(LastChange { by: by.map(str::to_owned), at: at(second) });
        assert_eq!(store.last_change(AuditSubject::Ticket, 7).unwrap(), by(Some("Ann Example"), 2));
        assert_eq!(store.last_change(AuditSubject::Toll, 7).unwrap(), by(None, 3));
        assert_eq!(store.last_change(AuditSubject::Ticket, 8).unwrap(), None);
    });
}

pub fn citation_numbers_are_compared_ignoring_spaces_hyphens_and_case(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        store.lock_authority_register().unwrap();
        let ticket = file(store, ann, &cited(ItemKind::Ticket, "ab-12 3", "City of Austin"));
        let parking = file(store, bob, &cited(ItemKind::Parking, "AB123", ""));
        file(store, bob, &cited(ItemKind::Toll, "AB/123", ""));
        let mut found = store
            .items_by_number(&[normalize_citation_number("Ab 123"), normalize_citation_number("none")])
            .unwrap();
        found.sort_by_key(|one| one.user);
        let of = |item, user, issuer: Option<&str>| NumberedItem {
            item,
            user,
            number: "AB123".to_owned(),
            issuer: issuer.map(str::to_owned),
        };
        assert_eq!(found, [of(ticket, ann, Some("City of Austin")), of(parking, bob, None)]);
    });
}

pub fn issuers_and_their_shared_citation_numbers_are_found(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        store.lock_authority_register().unwrap();
        for (kind, number, issuer) in [
            (ItemKind::Ticket, "B-2", "Austin"),
            (ItemKind::Parking, "b2", "City of Austin"),
            (ItemKind::Toll, "A-1", "Austin"),
            (ItemKind::Ticket, "a1", "City of Austin"),
            (ItemKind::Ticket, "C-3", "City of Austin"),
            (ItemKind::Toll, "D-4", ""),
        ] {
            file(store, ann, &cited(kind, number, issuer));
        }
        assert_eq!(store.item_issuers().unwrap(), ["Austin", "City of Austin"]);
        let (one, other) = (["Austin".to_owned()], ["City of Austin".to_owned()]);
        assert_eq!(store.citation_numbers_of_both(&one, &other, 9).unwrap(), ["A1", "B2"]);
        assert_eq!(store.citation_numbers_of_both(&one, &other, 1).unwrap(), ["A1"]);
        assert!(store.citation_numbers_of_both(&one, &["Dallas".to_owned()], 9).unwrap().is_empty());
    });
}

pub fn authorities_are_found_by_each_of_their_names(database: &dyn Database) {
    transaction(database, |store| {
        let names = ["Austin PD".to_owned()];
        let details = AuthorityDetails::parse("City of Austin", AuthorityKind::City, &names, None).unwrap();
        let saved = authority(store, &details);
        let keys = ["austinpd", "cityofaustin", "dallas"].map(str::to_owned);
        let mut found = store.authorities_by_name(&keys).unwrap();
        found.sort();
        assert_eq!(found, [("austinpd".to_owned(), saved.id), ("cityofaustin".to_owned(), saved.id)]);
    });
}
