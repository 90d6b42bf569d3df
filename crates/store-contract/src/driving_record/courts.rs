use domain::driving_record::court::{AuthorityPlace, RegisteredCourt, StatedCourt, TicketCourt};
use domain::driving_record::court_zone::other_zone;
use domain::driving_record::kinds::ItemKind;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::shared::ids::{TicketId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState::{self, Texas};
use ports::driving_record::courts::{CourtOfTicket, KnownIssuer};
use ports::driving_record::filing::Removal;
use ports::store::{Database, Store};

use crate::support::{TICKET_FIELDS, at, authority, details, transaction, user};

/// Builds the details of a court in this state, with a county and the state's time zone.
fn court_details(name: &str, state: Option<UsState>) -> AuthorityDetails {
    let zone = state.and_then(other_zone).map(|zone| zone.name());
    let details = AuthorityDetails::parse(name, AuthorityKind::Court, &[], None).unwrap();
    details.with_location(state.map(UsState::name), Some("The County"), zone).unwrap()
}

pub fn an_authority_of_each_state_is_found_with_its_state_and_time_zone(database: &dyn Database) {
    transaction(database, |store| {
        for state in UsState::ALL {
            let authority =
                authority(store, &court_details(&format!("Court of {}", state.name()), Some(state)));
            let time_zone = other_zone(state);
            let expected = AuthorityPlace { id: authority.id, is_court: true, state: Some(state), time_zone };
            assert_eq!(authority.place(), expected);
            assert_eq!(authority.details.county.as_deref(), Some("The County"));
            let key = authority.details.keys().remove(0);
            assert_eq!(store.authority_places(&[authority.id]).unwrap(), [expected]);
            assert_eq!(store.authority_places_named(std::slice::from_ref(&key)).unwrap(), [(key, expected)]);
        }
        let nowhere = AuthorityDetails::parse("Court", AuthorityKind::City, &[], None).unwrap();
        let place = authority(store, &nowhere).place();
        assert_eq!((place.state, place.is_court), (None, false));
    });
}

pub fn the_main_name_and_address_of_an_authority_are_found_by_each_of_its_names(database: &dyn Database) {
    transaction(database, |store| {
        let names = ["Austin PD".to_owned()];
        let city = AuthorityDetails::parse("City of Austin", AuthorityKind::City, &names, None).unwrap();
        authority(store, &city.with_postal_address(Some("PO Box 5")).unwrap());
        authority(store, &court_details("Austin Court", Some(Texas)));
        assert_eq!(store.postal_address("austinpd").unwrap().as_deref(), Some("PO Box 5"));
        assert_eq!(store.postal_address("austincourt").unwrap(), None);
        assert_eq!(store.postal_address("dallas").unwrap(), None);
        let keys = ["austinpd", "cityofaustin", "dallas"].map(str::to_owned);
        let mut named = store.register_facts(&[], &keys).unwrap().authority_names;
        named.sort();
        let name = |key: &str| (key.to_owned(), "City of Austin".to_owned());
        assert_eq!(named, [name("austinpd"), name("cityofaustin")]);
        let known = |name: &str, state| KnownIssuer { name: name.to_owned(), state };
        let [court, city] = [known("Austin Court", Some(Texas)), known("City of Austin", None)];
        assert_eq!(store.known_issuers("ustin", 8).unwrap(), [court.clone(), city]);
        assert_eq!(store.known_issuers("ustin", 1).unwrap(), [court]);
        assert!(store.known_issuers("dallas", 8).unwrap().is_empty());
        assert!(store.known_issuers("%", 8).unwrap().is_empty());
    });
}

/// Adds a ticket from this issuer. `needs_court` says whether it requires an appearance.
fn ticket_of(store: &mut dyn Store, user: UserId, issuer: &str, needs_court: bool) -> TicketId {
    let court = [("issuer", issuer), ("is_court_required", if needs_court { "true" } else { "" })];
    let fields: Vec<_> = TICKET_FIELDS.iter().copied().chain(court).collect();
    let item = store.insert_item(user, &details(ItemKind::Ticket, &fields), None, at(0)).unwrap();
    TicketId(item.payable().item_id())
}

pub fn open_tickets_are_found_by_their_issuer_or_their_court(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let court = authority(store, &court_details("El Paso Court", Some(Texas))).id;
        let upper = ticket_of(store, ann, "EL PASO COURT", false);
        let assigned = ticket_of(store, ann, "Austin", true);
        let in_court = ticket_of(store, ann, "El Paso Court", true);
        let paid = ticket_of(store, ann, "El Paso Court", false);
        let removed = ticket_of(store, ann, "Removed", true);
        for ticket in [in_court, paid] {
            store.mark_item_paid(Payable::Ticket(ticket), at(1)).unwrap();
        }
        let removal = Removal { by: ann, result: "Dismissed".to_owned(), at: at(1) };
        store.remove_item(Payable::Ticket(removed), &removal).unwrap();
        store.lock_tickets_and_read_courts(&[assigned]).unwrap();
        let decided = TicketCourt { id: Some(court), state: Some(Texas), time_zone: other_zone(Texas) };
        store.set_court_of_tickets(&[assigned], decided).unwrap();
        let mut issuers = store.ticket_issuers().unwrap();
        issuers.sort_unstable();
        assert_eq!(issuers, ["Austin", "EL PASO COURT", "El Paso Court"]);
        issuers.remove(0);
        let found = store.tickets_in_court(&issuers, court).unwrap();
        assert_eq!(found, [upper, assigned, in_court]);
        let mut courts = store.lock_tickets_and_read_courts(&found).unwrap();
        courts.sort_by_key(|one| one.ticket);
        let expected = |ticket, issuer: &str, court| {
            let issuer = Some(issuer.to_owned());
            CourtOfTicket { ticket, issuer, court }
        };
        assert_eq!(
            courts,
            [
                expected(upper, "EL PASO COURT", TicketCourt::default()),
                expected(assigned, "Austin", decided),
                expected(in_court, "El Paso Court", TicketCourt::default()),
            ]
        );
        let stored = store.ticket(assigned).unwrap().unwrap();
        assert_eq!((stored.filed.court(), stored.version), (decided, 2));
        let facts = store.standing_facts(Payable::Ticket(assigned)).unwrap();
        let county = Some("The County".to_owned());
        let name = "El Paso Court".to_owned();
        assert_eq!(facts.court, Some(RegisteredCourt { id: court, name, state: Some(Texas), county }));
        assert_eq!(store.standing_facts(Payable::Ticket(upper)).unwrap().court, None);
    });
}

pub fn the_court_that_a_driver_named_applies_until_a_registered_court_is_set(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let court = authority(store, &court_details("El Paso Court", Some(Texas))).id;
        let ticket = ticket_of(store, ann, "Austin", true);
        let stated = |name: &str| StatedCourt { state: Texas, name: Some(name.to_owned()) };
        store.store_stated_court(ticket, &stated("First"), at(1)).unwrap();
        store.store_stated_court(ticket, &stated("Second"), at(2)).unwrap();
        let facts = store.standing_facts(Payable::Ticket(ticket)).unwrap();
        assert_eq!((facts.stated_court, facts.court), (Some(stated("Second")), None));
        store.lock_tickets_and_read_courts(&[ticket]).unwrap();
        store
            .set_court_of_tickets(&[ticket], TicketCourt { id: Some(court), ..TicketCourt::default() })
            .unwrap();
        let facts = store.standing_facts(Payable::Ticket(ticket)).unwrap();
        assert_eq!((facts.stated_court, facts.court.map(|one| one.id)), (None, Some(court)));
    });
}
