//! Courts of tickets in the database.

use adapters_postgres::load_demo;
use domain::driving_record::calendar::parse_time;
use domain::driving_record::court::{AuthorityPlace, RegisteredCourt, TicketCourt};
use domain::driving_record::court_zone::other_zone;
use domain::payments::remittances::authority::{Authority, AuthorityDetails, AuthorityKind};
use domain::shared::ids::{AuthorityId, TicketId};
use domain::shared::us_state::UsState::{self, Texas};
use ports::driving_record::courts::{CourtOfTicket, Courts};
use ports::driving_record::items::Items;
use ports::legal_help::lawyers::Lawyers;
use ports::payments::remittances::{Authorities, SaveAuthorityResult};
use ports::shared::store_error::StoreError;
use ports::store::in_transaction;

use crate::support::World;

fn add_authority(world: &mut World, name: &str, state: Option<UsState>) -> Authority {
    let zone = state.and_then(other_zone).map(|zone| zone.name());
    let details = AuthorityDetails::parse(name, AuthorityKind::Court, &[], None).unwrap();
    let details = details.with_location(state.map(UsState::name), Some("The County"), zone).unwrap();
    match world.store().insert_authority(&details).unwrap() {
        SaveAuthorityResult::Saved(authority) => authority,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_authority_of_each_state_round_trips_with_its_time_zone() {
    let mut world = World::new();
    for state in UsState::ALL {
        let authority = add_authority(&mut world, &format!("Court of {}", state.name()), Some(state));
        let expected = AuthorityPlace {
            id: authority.id,
            is_court: true,
            state: Some(state),
            time_zone: other_zone(state),
        };
        assert_eq!(authority.place(), expected);
        assert_eq!(authority.details.county.as_deref(), Some("The County"));
        let key = authority.details.keys().remove(0);
        assert_eq!(world.store().authority_places(&[authority.id]).unwrap(), [expected]);
        assert_eq!(
            world.store().authority_places_named(std::slice::from_ref(&key)).unwrap(),
            [(key, expected)]
        );
    }
    let nowhere = AuthorityDetails::parse("Court", AuthorityKind::City, &[], None).unwrap();
    let first = world.store().update_authority(AuthorityId(1), 1, &nowhere).unwrap();
    let SaveAuthorityResult::Saved(first) = first else { panic!("{first:?}") };
    assert_eq!((first.place().state, first.place().is_court, &first.details.county), (None, false, &None));
}

#[test]
fn each_name_of_an_authority_resolves_to_its_main_name_and_postal_address() {
    let mut world = World::new();
    let other_names = ["Austin PD".to_owned()];
    let details = AuthorityDetails::parse("City of Austin", AuthorityKind::City, &other_names, None).unwrap();
    let details = details.with_postal_address(Some("PO Box 5")).unwrap();
    world.store().insert_authority(&details).unwrap();
    assert_eq!(world.store().postal_address("austinpd").unwrap().as_deref(), Some("PO Box 5"));
    assert_eq!(world.store().postal_address("dallas").unwrap(), None);
    let mut keys = details.keys();
    keys.push("dallas".to_owned());
    let mut named = world.store().register_facts(&[], &keys).unwrap().authority_names;
    named.sort();
    let name = |key: &str| (key.to_owned(), "City of Austin".to_owned());
    assert_eq!(named, [name("austinpd"), name("cityofaustin")]);
}

#[test]
fn open_tickets_are_found_by_each_spelling_of_their_issuer_or_by_their_court() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let court = add_authority(&mut world, "El Paso Court", Some(Texas)).id;
    let mut ticket = |set: &str| -> TicketId {
        let id = world.ticket(user);
        world.db.execute(&format!("UPDATE tickets SET {set} WHERE id = {id}"));
        id
    };
    let upper = ticket("issuer = 'EL PASO COURT'");
    let assigned = ticket(&format!("court_id = {court}, issuer = 'Austin'"));
    let in_court =
        ticket("issuer = 'El Paso Court', is_paid = true, paid_at = now(), is_court_required = true");
    ticket("issuer = 'El Paso Court', is_paid = true, paid_at = now()");
    ticket("issuer = 'El Paso Court', removed_at = now(), removed_by = user_id, removal_result = 'x'");
    ticket("issuer = 'Removed', removed_at = now(), removed_by = user_id, removal_result = 'x'");
    let mut issuers = world.store().ticket_issuers().unwrap();
    issuers.sort_unstable();
    assert_eq!(issuers, ["Austin", "EL PASO COURT", "El Paso Court"]);
    issuers.retain(|issuer| issuer != "Austin");
    let found = world.store().tickets_in_court(&issuers, court).unwrap();
    assert_eq!(found, [upper, assigned, in_court]);
    let decided = TicketCourt { id: Some(court), state: Some(Texas), time_zone: other_zone(Texas) };
    let courts: Result<Vec<CourtOfTicket>, StoreError> = in_transaction(&world.db.database(), |store| {
        store.lock_authority_register()?;
        let courts = store.lock_courts(&found)?;
        store.set_court(&[upper], decided)?;
        Ok(courts)
    });
    let expected = |ticket, issuer: &str, id| CourtOfTicket {
        ticket,
        issuer: Some(issuer.to_owned()),
        court: TicketCourt { id, ..TicketCourt::default() },
    };
    assert_eq!(
        courts.unwrap(),
        [
            expected(upper, "EL PASO COURT", None),
            expected(assigned, "Austin", Some(court)),
            expected(in_court, "El Paso Court", None),
        ]
    );
    let stored = world.store().ticket(upper).unwrap().unwrap();
    assert_eq!((stored.filed.court(), stored.version), (decided, 2));
    let tickets = world.store().tickets_of(user).unwrap();
    let (_, facts) = tickets.iter().find(|(ticket, _)| ticket.id == upper).unwrap();
    let registered = RegisteredCourt {
        id: court,
        name: "El Paso Court".to_owned(),
        state: Some(Texas),
        county: Some("The County".to_owned()),
    };
    assert_eq!(facts.court.as_ref(), Some(&registered));
    let (_, facts) = tickets.iter().find(|(ticket, _)| ticket.id == in_court).unwrap();
    assert_eq!(facts.court, None);
}

/// An ambiguous time would be displayed as it was entered, and its calendar entry would last the whole day.
#[test]
fn the_demo_data_has_only_times_that_can_be_displayed() {
    let world = World::new();
    let hash = "$argon2id$";
    world.db.execute(&format!(
        "INSERT INTO users (id, email, password_hash, role) VALUES (1, 'admin@lanewise.test', '{hash}', 'admin')",
    ));
    load_demo(world.db.owner_url(), hash, 0).unwrap();
    let times = world.db.values(
        "SELECT DISTINCT court_time FROM tickets WHERE court_time IS NOT NULL
         UNION SELECT time_of_violation FROM tickets WHERE time_of_violation IS NOT NULL",
    );
    assert!(times.len() > 2, "{times:?}");
    for time in times.into_iter().flatten() {
        assert!(parse_time(&time).is_some(), "{time}");
    }
}
