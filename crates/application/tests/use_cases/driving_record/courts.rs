//! Courts of tickets. The court of a ticket depends on the register of authorities, on staff, and on imported
//! files.

use application::driving_record::filing::{ItemEdit, change_item, file_item};
use application::driving_record::standing;
use application::imports::files::{StoreConfirmations, confirm_import, start_check, upload};
use application::jobs::{SLOW_WORKERS, run_due_jobs};
use application::payments::remittances::register;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::driving_record::ticket::Item;
use domain::imports::import::ImportKind;
use domain::payments::remittances::authority::{Authority, AuthorityDetails, AuthorityKind};
use domain::shared::payable::Payable;

use crate::support::*;

const NAME: &str = "El Paso Municipal Court";

fn details(name: &str, kind: AuthorityKind, state: Option<&str>, zone: Option<&str>) -> AuthorityDetails {
    AuthorityDetails::parse(name, kind, &[], None).unwrap().with_location(state, None, zone).unwrap()
}

fn add(world: &World, details: &AuthorityDetails) -> Authority {
    register::add_authority(&world.deps, &admin(), details).unwrap()
}

fn el_paso() -> AuthorityDetails {
    details(NAME, AuthorityKind::Court, Some("Texas"), Some("America/Denver"))
}

fn new_ticket(fields: &[(&str, &str)]) -> ItemDraft {
    let required = [
        ("violation_type", "Speeding"),
        ("location", "I-10"),
        ("amount", "$200"),
        ("points", "2"),
        ("category", "speeding"),
        ("date", "2026-03-01"),
    ];
    let draft = ItemDraft::new(ItemKind::Ticket);
    required.iter().chain(fields).fold(draft, |draft, (name, text)| draft.with(name, *text))
}

fn file_ticket(world: &World, fields: &[(&str, &str)]) -> Payable {
    file_item(&world.deps, &admin(), DRIVER, &new_ticket(fields), false).unwrap().payable()
}

/// Returns the id, the state and the time zone of a ticket's court.
fn court_of(world: &World, ticket: Payable) -> (Option<i32>, Option<String>, Option<String>) {
    let item = world.transact(|store| Ok(store.lock_item(ticket)?)).unwrap().unwrap();
    let ItemDetails::Ticket(filed) = item.details() else { panic!("not a ticket") };
    (filed.court_id, filed.court_state, filed.court_zone)
}

fn court(
    id: Option<i32>,
    state: Option<&str>,
    zone: Option<&str>,
) -> (Option<i32>, Option<String>, Option<String>) {
    (id, state.map(str::to_owned), zone.map(str::to_owned))
}

fn edit_ticket(
    world: &World,
    ticket: Payable,
    changes: &[(&'static str, &str)],
) -> Result<Item, application::Error> {
    let changed =
        |draft: ItemDraft| changes.iter().fold(draft, |draft, (name, text)| draft.with(name, *text));
    change_item(&world.deps, &admin(), ticket, &ItemEdit::default(), changed)
}

#[test]
fn a_tickets_court_is_updated_when_its_authority_is_added_or_changed() {
    let world = World::new();
    let ticket =
        file_ticket(&world, &[("issuer", "EL PASO municipal court."), ("court_state", "New Mexico")]);
    let other = file_ticket(&world, &[("issuer", "Austin"), ("court_state", "Texas")]);
    assert_eq!(court_of(&world, ticket), court(None, Some("New Mexico"), None), "the form gave it");
    let authority = add(&world, &el_paso());
    let id = Some(authority.id.0);
    assert_eq!(court_of(&world, ticket), court(id, Some("Texas"), Some("America/Denver")));
    let change = |version, details: &AuthorityDetails| {
        register::change_authority(&world.deps, &admin(), (authority.id, version), details).unwrap()
    };
    change(1, &details(NAME, AuthorityKind::Court, Some("New Mexico"), None));
    assert_eq!(court_of(&world, ticket), court(id, Some("New Mexico"), None));
    change(2, &details(NAME, AuthorityKind::City, Some("Texas"), None));
    assert_eq!(court_of(&world, ticket), court(None, Some("Texas"), None), "a city is no court");
    change(3, &details("Another Name", AuthorityKind::Court, Some("Texas"), None));
    assert_eq!(court_of(&world, ticket), court(None, None, None), "the name is no longer the authority's");
    assert_eq!(court_of(&world, other), court(None, Some("Texas"), None));
}

#[test]
fn a_court_that_staff_assigned_stays_when_the_issuer_changes_and_the_driver_sees_the_courts_name() {
    let world = World::new();
    let el_paso = add(&world, &el_paso()).id.0;
    let austin = add(&world, &details("Austin Court", AuthorityKind::Court, Some("Texas"), None)).id.0;
    let ticket = file_ticket(&world, &[("issuer", NAME)]);
    assert_eq!(court_of(&world, ticket), court(Some(el_paso), Some("Texas"), Some("America/Denver")));
    edit_ticket(&world, ticket, &[("court_id", &austin.to_string())]).unwrap();
    assert_eq!(court_of(&world, ticket), court(Some(austin), Some("Texas"), None));
    edit_ticket(&world, ticket, &[("issuer", "El Paso Police")]).unwrap();
    assert_eq!(court_of(&world, ticket), court(Some(austin), Some("Texas"), None), "it was assigned");
    let shown = world.transact(|store| {
        let Some(Item::Ticket(item)) = store.lock_item(ticket)? else { panic!("not a ticket") };
        standing::add_standing(&world.deps, store, *item)
    });
    assert_eq!(shown.unwrap().court.unwrap().name, "Austin Court");
    edit_ticket(&world, ticket, &[("court_id", "0"), ("court_state", "")]).unwrap();
    assert_eq!(court_of(&world, ticket), court(None, None, None));
    edit_ticket(&world, ticket, &[("issuer", NAME)]).unwrap();
    assert_eq!(court_of(&world, ticket), court(Some(el_paso), Some("Texas"), Some("America/Denver")));
    edit_ticket(&world, ticket, &[("issuer", "")]).unwrap();
    assert_eq!(court_of(&world, ticket), court(None, None, None), "it followed from the issuer");
}

#[test]
fn only_a_court_of_the_register_can_be_assigned() {
    let world = World::new();
    let city = add(&world, &details("City of Austin", AuthorityKind::City, None, None)).id.0;
    for id in [city.to_string(), "99".to_owned()] {
        let refused = edit_ticket(&world, TICKET, &[("court_id", &id)]);
        assert_eq!(outcome(&refused), "Fields", "{id}");
    }
}

#[test]
fn an_imported_ticket_gets_the_court_of_its_issuer() {
    let world = World::new();
    let id = add(&world, &el_paso()).id.0;
    world.database.set_narrow();
    let columns =
        ["user_id", "violation_type", "location", "date", "amount", "citation", "issuer", "court_state"];
    let lines = format!(
        "2,Speeding,I-10,03/01/2026,200,AB-1,{NAME},\n2,Parked,I-10,03/01/2026,200,AB-2,Roswell,NM\n"
    );
    let text = format!("{}\n{lines}", columns.join(","));
    let import = upload(&world.deps, &admin(), ImportKind::Ticket, "x.csv", text.as_bytes()).unwrap().id;
    let columns = columns.map(|name| Some(name.to_owned()));
    start_check(&world.deps, &admin(), import, &columns, None, None).unwrap();
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
    confirm_import(&world.deps, &admin(), import, StoreConfirmations::default()).unwrap();
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
    let tables = world.database.tables();
    let numbered = |number: &str| {
        let mut all = tables.tickets.iter();
        let filed =
            &all.find(|ticket| ticket.filed.citation_number.as_deref() == Some(number)).unwrap().filed;
        (filed.court_id, filed.court_state.clone(), filed.court_zone.clone())
    };
    assert_eq!(numbered("AB-1"), court(Some(id), Some("Texas"), Some("America/Denver")));
    assert_eq!(numbered("AB-2"), court(None, Some("New Mexico"), None));
}
