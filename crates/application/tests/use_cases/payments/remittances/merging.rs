//! Merging two authorities of the register.

use application::driving_record::filing::file_item;
use application::payments::remittances::merging::{self, MergePreview, MergeRequest};
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::ItemDraft;
use domain::security::audit_subject::AuditSubject;
use domain::shared::payable::Payable;
use ports::payments::remittances::merging::MergeCounts;

use super::*;

/// Adds two authorities. Returns the one that remains, and the one that is merged into it.
fn courts(world: &World) -> (Authority, Authority) {
    let add = |details: AuthorityDetails| register::add_authority(&world.deps, &admin(), &details).unwrap();
    let kept = AuthorityDetails { pay_to: Some("ACH 1".to_owned()), ..details("City of Houston", &["HPD"]) };
    let merged = AuthorityDetails { pay_to: Some("ACH 2".to_owned()), ..details(AGENCY, &["H.M.C."]) };
    let merged = merged.with_location(Some("Texas"), None, None).unwrap();
    (add(kept), add(merged))
}

fn request(merged: &Authority, into: &Authority) -> MergeRequest {
    MergeRequest { merged: (merged.id, merged.version), into: (into.id, into.version) }
}

fn merge(world: &World, merged: &Authority, into: &Authority) -> Result<Authority> {
    merging::merge_authorities(&world.deps, &admin(), request(merged, into))
}

fn preview(world: &World, merged: &Authority, into: &Authority) -> Result<MergePreview> {
    world.transact(|store| merging::preview_merge(&world.deps, store, &admin(), merged.id, Some(into.id)))
}

fn toll(number: &str, issuer: &str) -> ItemDraft {
    let draft = ItemDraft::new(ItemKind::Toll).with("toll_road", "I-95").with("date", "2026-03-01");
    draft.with("amount", "3.75").with("citation_number", number).with("issuer", issuer)
}

fn file_for_driver(world: &World, draft: &ItemDraft) -> Result<Payable> {
    file_item(&world.deps, &admin(), DRIVER, draft, false).map(|item| item.payable())
}

/// Returns the id and the state of a ticket's court.
fn court_of(world: &World, ticket: Payable) -> (Option<i32>, Option<String>) {
    let tables = world.database.tables();
    let found = tables.tickets.iter().find(|one| Payable::Ticket(one.id) == ticket).unwrap();
    (found.filed.court_id, found.filed.court_state.clone())
}

#[test]
fn a_merged_authoritys_names_tickets_and_money_move_to_the_remaining_authority() {
    let world = world();
    let (kept, merged) = courts(&world);
    sending::prepare_remittance(&world.deps, &admin(), merged.id.into()).unwrap();
    let mut tables = world.database.tables();
    tables.tickets[0].filed.court_id = Some(merged.id.0);
    drop(tables);
    let seen = preview(&world, &merged, &kept).unwrap();
    assert_eq!(seen.counts, MergeCounts { heard: 1, prepared: 1, ..MergeCounts::default() });

    let after = merge(&world, &merged, &kept).unwrap();
    assert_eq!((after.id, after.version), (kept.id, kept.version + 1));
    assert_eq!(after.details, seen.after.details);
    assert_eq!(after.details.also_called, ["HPD", AGENCY, "H.M.C."]);
    assert_eq!(after.details.pay_to.as_deref(), Some("ACH 1"));
    let all = world.transact(|store| register::list_authorities(store, &admin())).unwrap();
    assert_eq!(all, [after]);
    assert_eq!(obligation(&world).authority_id(), Some(kept.id));
    assert_eq!(court_of(&world, TICKET).0, Some(kept.id.0));
    let prepared = world.transact(|store| Ok(store.remittances(None, 1)?)).unwrap().remove(0);
    assert_eq!((prepared.payee.id, prepared.payee.name.as_str()), (kept.id.into(), "City of Houston"));
}

#[test]
fn a_remittance_that_was_sent_keeps_the_name_of_the_merged_authority() {
    let world = world();
    let (kept, merged) = courts(&world);
    let made = sending::prepare_remittance(&world.deps, &admin(), merged.id.into()).unwrap();
    sending::record_sent(&world.deps, &admin(), made.id, &sent_today(), &InclusionChoices::new()).unwrap();
    merge(&world, &merged, &kept).unwrap();
    let sent = world.transact(|store| Ok(store.remittance(made.id)?.unwrap())).unwrap();
    assert_eq!((sent.payee.id, sent.payee.name.as_str()), (kept.id.into(), AGENCY));
    // Money that the merged authority returned is owed to the remaining authority.
    recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(150), "By check").unwrap();
    assert_eq!((obligation(&world).authority_id(), status(&world)), (Some(kept.id), Owed));
}

#[test]
fn a_ticket_assigned_to_a_merged_court_is_heard_by_the_remaining_court() {
    let world = World::new();
    let (kept, merged) = courts(&world);
    world.database.tables().tickets.push(build::ticket(2));
    let assign = |ticket: Payable, fields: &[(&'static str, String)]| {
        change_item(&world.deps, &admin(), ticket, &ItemEdit::default(), |draft| {
            fields.iter().fold(draft, |draft, (name, text)| draft.with(name, text.clone()))
        })
        .unwrap();
    };
    let other = Payable::Ticket(domain::shared::ids::TicketId(2));
    assign(TICKET, &[("court_id", merged.id.to_string())]);
    assign(other, &[("issuer", AGENCY.to_owned())]);
    assert_eq!(court_of(&world, other), (Some(merged.id.0), Some("Texas".to_owned())));
    merge(&world, &merged, &kept).unwrap();
    // The remaining court had no state, so it gets the merged court's state.
    for ticket in [TICKET, other] {
        assert_eq!(court_of(&world, ticket), (Some(kept.id.0), Some("Texas".to_owned())), "{ticket:?}");
    }
    assign(other, &[("issuer", String::new())]);
    assert_eq!(court_of(&world, other), (None, None), "this court followed from the issuer");
    assign(TICKET, &[("issuer", "Austin PD".to_owned())]);
    assert_eq!(court_of(&world, TICKET).0, Some(kept.id.0), "staff assigned this court");
}

#[test]
fn after_a_merge_a_citation_cannot_be_filed_again_under_another_name_of_the_authority() {
    let world = World::new();
    let (kept, merged) = courts(&world);
    file_for_driver(&world, &toll("AB-1", AGENCY)).unwrap();
    file_for_driver(&world, &toll("AB-2", "city of houston")).unwrap();
    merge(&world, &merged, &kept).unwrap();
    for draft in [toll("ab 1", "HPD"), toll("AB2", "H M C"), toll("AB-1", AGENCY)] {
        assert_eq!(outcome(&file_for_driver(&world, &draft)), "CitationExists");
    }
}

#[test]
fn a_merge_of_authorities_is_refused_if_two_items_would_become_the_same_citation() {
    let world = World::new();
    let (kept, merged) = courts(&world);
    let one = file_for_driver(&world, &toll("AB-1", AGENCY)).unwrap();
    let other = file_for_driver(&world, &toll("ab 1", "HPD")).unwrap();
    file_for_driver(&world, &toll("AB-1", "Another City")).unwrap();
    let names = |pairs: &[ports::driving_record::filing::NumberedPair]| -> Vec<(Payable, Payable, String)> {
        pairs.iter().map(|(one, other)| (one.item, other.item, one.number.clone())).collect()
    };
    let expected = [(one, other, "AB1".to_owned())];
    assert_eq!(names(&preview(&world, &merged, &kept).unwrap().equal), expected);
    let before = world.audited();
    let refused = merge(&world, &merged, &kept);
    let Err(Error::EqualCitations(pairs)) = &refused else { panic!("{refused:?}") };
    assert_eq!(names(pairs), expected);
    let said = refused.unwrap_err().to_string();
    assert!(said.contains("toll 2 and toll 3 both have the number AB1"), "{said}");
    assert_eq!(
        world.transact(|store| register::list_authorities(store, &admin())).unwrap(),
        [kept.clone(), merged.clone()]
    );
    assert_eq!(world.audited(), before);

    change_item(&world.deps, &admin(), other, &ItemEdit::default(), |draft| {
        draft.with("citation_number", "AB-9")
    })
    .unwrap();
    merge(&world, &merged, &kept).unwrap();
}

#[test]
fn a_merge_is_refused_if_an_authority_changed_or_was_deleted() {
    let world = World::new();
    let (kept, merged) = courts(&world);
    let changed = |authority: &Authority| {
        let details = &authority.details;
        register::change_authority(&world.deps, &admin(), (authority.id, authority.version), details).unwrap()
    };
    let newer = changed(&merged);
    assert_eq!(outcome(&merge(&world, &merged, &kept)), "ChangedMeanwhile");
    let newer_kept = changed(&kept);
    assert_eq!(outcome(&merge(&world, &newer, &kept)), "ChangedMeanwhile");
    let itself = merge(&world, &newer_kept, &newer_kept);
    assert!(error_text(&itself).contains("Choose another authority."), "{itself:?}");
    merge(&world, &newer, &newer_kept).unwrap();
    assert_eq!(outcome(&merge(&world, &newer, &newer_kept)), "NotFound");
    assert_eq!(outcome(&preview(&world, &newer, &newer_kept)), "NotFound");
    let prepared = sending::prepare_remittance(&world.deps, &admin(), newer.id.into());
    assert_eq!(outcome(&prepared), "NotFound");
}

#[test]
fn a_merge_of_two_authorities_writes_an_audit_entry_about_each_authority() {
    let world = world();
    let (kept, merged) = courts(&world);
    file_for_driver(&world, &toll("AB-1", AGENCY)).unwrap();
    merge(&world, &merged, &kept).unwrap();
    let tables = world.database.tables();
    let about = |id: AuthorityId| {
        let mut entries = tables.audit.iter().rev();
        entries.find(|one| (one.subject_kind, one.subject_id) == (AuditSubject::Authority, id.0)).unwrap()
    };
    let (deleted, stays) = (about(merged.id), about(kept.id));
    assert_eq!([deleted.action, stays.action], [AuditAction::AuthorityChanged; 2]);
    assert_eq!([deleted.actor, stays.actor], [Some(admin().id()); 2]);
    let text = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let expected = [("name", AGENCY), ("kind", "court"), ("alsoCalled", "H.M.C.")].map(text);
    assert_eq!(
        deleted.before.iter().map(|(name, value)| text((*name, value.as_str()))).collect::<Vec<_>>(),
        expected
    );
    let after = |entry: &ports::security::trail::AuditEntry| -> Vec<(String, String)> {
        entry.after.iter().map(|(name, value)| text((*name, value.as_str()))).collect()
    };
    assert_eq!(after(deleted), [text(("mergedInto", "City of Houston (1)"))]);
    let moved = [("name", "City of Houston"), ("merged", "Houston Municipal Court (2)"), ("tolls", "1")];
    assert_eq!(after(stays)[..3], moved.map(text));
    assert!(after(stays).contains(&text(("paymentsGiven", "1"))), "{stays:?}");
}

#[test]
fn drivers_cannot_merge_authorities() {
    let world = World::new();
    let (kept, merged) = courts(&world);
    let request = request(&merged, &kept);
    assert_eq!(outcome(&merging::merge_authorities(&world.deps, &driver(), request)), "Forbidden");
    let seen = world.transact(|store| {
        merging::preview_merge(&world.deps, store, &driver(), merged.id, Some(kept.id)).map(drop)
    });
    assert_eq!(outcome(&seen), "Forbidden");
}

#[test]
fn an_authority_name_that_would_give_two_items_the_same_citation_cannot_be_added() {
    let world = World::new();
    file_for_driver(&world, &toll("AB-1", "Houston PD")).unwrap();
    file_for_driver(&world, &toll("AB1", AGENCY)).unwrap();
    let both = register::add_authority(&world.deps, &admin(), &details(AGENCY, &["HPD", "Houston PD"]));
    assert_eq!(outcome(&both), "EqualCitations");
    let court = register::add_authority(&world.deps, &admin(), &details(AGENCY, &["HPD"])).unwrap();
    let change = |name: &str| {
        register::change_authority(&world.deps, &admin(), (court.id, 1), &details(AGENCY, &["HPD", name]))
    };
    assert_eq!(outcome(&change("HOUSTON P.D.")), "EqualCitations");
    assert_eq!(change("Harris County").unwrap().version, 2);
}
