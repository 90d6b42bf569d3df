//! Managing the lawyers on record, by staff, and creating the lawyers' accounts.

use application::Error;
use application::accounts::proof::IdentityProof;
use application::accounts::second_factor::{confirm_setup, start_setup};
use application::legal_help::cases::offers::accept;
use application::legal_help::lawyers::activate::set_active;
use application::legal_help::lawyers::edit::{add, change};
use application::legal_help::lawyers::invite::invite;
use application::legal_help::lawyers::list::{list, show};
use application::staff::members::{
    self, InvitationAcceptor, accept_invitation, reset_second_factor, show_invitation,
};
use domain::accounts::second_factor::step_at;
use domain::accounts::user::Role;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::lawyer::{BarLicense, Lawyer, LawyerRecord, PracticeArea};
use domain::payments::refund::RefundReason;
use domain::security::audit::AuditAction;
use domain::shared::ids::{AuthorityId, LawyerId, UserId};
use domain::shared::person::email::Email;
use domain::shared::us_state::UsState;
use rstest::rstest;

use super::build::*;
use crate::support::*;

#[test]
fn staff_can_add_a_lawyer_and_change_the_details() {
    let world = World::new();
    let added = add(&world.deps, &admin(), &record(1)).unwrap();
    assert_eq!((added.record, added.is_active, added.user_id), (record(1), true, None));
    let renamed = LawyerRecord { name: "Lena Ortiz".to_owned(), phone: "5557654321".to_owned(), ..record(1) };
    let changed = change(&world.deps, &admin(), LawyerId(1), &renamed, Some(1)).unwrap();
    assert_eq!((changed.record, changed.version), (renamed.clone(), 2));
    assert_eq!(world.audited(), [AuditAction::LawyerChanged; 2]);
    assert!(!format!("{:?}", world.database.tables().audit).contains("5557654321"));
    change(&world.deps, &admin(), LawyerId(1), &renamed, Some(2)).unwrap();
    assert_eq!(world.audited().len(), 2, "nothing changed");
    let stale = change(&world.deps, &admin(), LawyerId(1), &record(1), Some(1));
    assert_eq!(outcome(&stale), "ChangedMeanwhile");
    assert_eq!(outcome(&change(&world.deps, &admin(), LawyerId(9), &record(1), None)), "NotFound");
}

#[test]
fn invalid_details_of_a_lawyer_are_refused() {
    let world = World::new();
    let no_name = LawyerRecord { name: String::new(), ..record(1) };
    assert_eq!(outcome(&add(&world.deps, &admin(), &no_name)), "Fields");
    let areas = vec![PracticeArea::Court(UsState::NewYork, AuthorityId(9))];
    let no_court = LawyerRecord { areas, ..record(1) };
    assert_eq!(outcome(&add(&world.deps, &admin(), &no_court)), "Fields", "it isn't in the register");
}

#[rstest]
#[case::email(LawyerRecord { email: "Lawyer1@Example.com".to_owned(), ..record(2) }, "email")]
#[case::license(LawyerRecord { licenses: record(1).licenses, ..record(2) }, "licenses")]
fn a_lawyer_with_another_lawyers_email_or_license_is_refused(
    #[case] second: LawyerRecord,
    #[case] field: &'static str,
) {
    let refused = |result: Result<Lawyer, Error>| match result {
        Err(Error::Fields(errors)) => errors.into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let world = World::new();
    add(&world.deps, &admin(), &record(1)).unwrap();
    assert_eq!(refused(add(&world.deps, &admin(), &second)), [field]);
    let other = add(&world.deps, &admin(), &record(3)).unwrap().id;
    assert_eq!(refused(change(&world.deps, &admin(), other, &second, None)), [field]);
    change(&world.deps, &admin(), LawyerId(1), &LawyerRecord { capacity: 9, ..record(1) }, None).unwrap();
}

#[rstest]
#[case::deactivated(|world: &World| {
    set_active(&world.deps, &admin(), LawyerId(1), false, None).unwrap();
})]
#[case::moved_to_another_state(|world: &World| {
    let licenses = vec![BarLicense { state: UsState::Ohio, number: "OH-1".to_owned() }];
    let moved = LawyerRecord { licenses, areas: vec![PracticeArea::State(UsState::Ohio)], ..record(1) };
    change(&world.deps, &admin(), LawyerId(1), &moved, None).unwrap();
})]
fn an_offer_goes_to_the_next_lawyer_if_its_lawyer_no_longer_takes_the_case(#[case] change: fn(&World)) {
    let world = world_with_hire(2);
    change(&world);
    assert_eq!((offered_to(&world), step(&world)), (Some(2), CaseStep::Offered));
    assert_eq!(refunds(&world), []);
    change_phone(&world);
    assert_eq!(offered_to(&world), Some(2));
}

#[test]
fn the_price_is_refunded_if_the_only_lawyer_is_deactivated_before_accepting() {
    let world = world_with_hire(1);
    set_active(&world.deps, &admin(), LawyerId(1), false, None).unwrap();
    assert_eq!((step(&world), refunds(&world)), (CaseStep::NoLawyer, vec![RefundReason::NoLawyer]));
}

#[test]
fn a_deactivated_lawyer_keeps_the_cases_that_they_accepted() {
    let world = world_with_accepted_case(2);
    set_active(&world.deps, &admin(), LawyerId(1), false, None).unwrap();
    assert_eq!((step(&world), case(&world).lawyer_id), (CaseStep::Accepted, Some(LawyerId(1))));
}

/// Changes the phone number of lawyer 2.
fn change_phone(world: &World) {
    let record = LawyerRecord { phone: "5557654321".to_owned(), ..record(2) };
    change(&world.deps, &admin(), LawyerId(2), &record, None).unwrap();
}

#[rstest]
#[case::a_driver(driver())]
#[case::a_lawyer(lawyer(1))]
fn only_staff_can_manage_lawyers(#[case] caller: application::access::Actor) {
    let world = world_with_lawyers(1);
    let forbidden = "Forbidden";
    assert_eq!(outcome(&add(&world.deps, &caller, &record(2))), forbidden);
    assert_eq!(outcome(&change(&world.deps, &caller, LawyerId(1), &record(2), None)), forbidden);
    assert_eq!(outcome(&set_active(&world.deps, &caller, LawyerId(1), false, None)), forbidden);
    assert_eq!(outcome(&world.transact(|store| list(&world.deps, store, &caller))), forbidden);
    assert_eq!(outcome(&world.transact(|store| show(&world.deps, store, &caller, LawyerId(1)))), forbidden);
}

#[test]
fn deactivating_a_lawyer_ends_their_sessions_and_keeps_their_cases() {
    let world = world_with_accepted_case(2);
    world.database.tables().sessions.push((fakes::hash_of("token"), session(UserId(11))));
    set_active(&world.deps, &admin(), LawyerId(1), false, Some(1)).unwrap();
    assert!(world.database.tables().sessions.iter().all(|(_, session)| session.user_id != UserId(11)));
    let details = world.transact(|store| show(&world.deps, store, &admin(), LawyerId(1))).unwrap();
    assert_eq!(details.cases.len(), 1, "staff reassign it");
    assert_eq!((details.cases[0].case.id, details.cases[0].driver.id), (CASE, DRIVER));
    assert_eq!(outcome(&accept(&world.deps, &lawyer(1), CASE, None, None)), "Forbidden");
    set_active(&world.deps, &admin(), LawyerId(1), true, None).unwrap();
    let listed = world.transact(|store| list(&world.deps, store, &admin())).unwrap();
    assert_eq!(listed.iter().map(|one| one.open_cases).collect::<Vec<_>>(), [1, 0]);
}

/// Returns a world whose administrator has a password.
fn world_with_password() -> World {
    let world = World::new();
    world.database.tables().password_hashes.push((ADMIN, "hashed:right".to_owned()));
    world
}

fn proof() -> IdentityProof<'static> {
    IdentityProof { password: "right", code: None }
}

#[test]
fn an_invited_lawyer_gets_an_account_with_the_role_lawyer() {
    let world = world_with_password();
    add(&world.deps, &admin(), &record(1)).unwrap();
    let id = LawyerId(1);
    let token = invite_lawyer(&world, id);
    let details = show_invitation(&world.deps, &token, &origin()).unwrap();
    assert_eq!((details.role, details.has_account), (Role::Lawyer, false));
    assert_eq!(details.name.as_deref(), Some("Lawyer 1"));
    let new = InvitationAcceptor::New { name: "Someone Else", password: "correct horse battery staple" };
    let user = accept_invitation(&world.deps, &token, &new, &origin()).unwrap();
    assert_eq!((user.role, user.email.as_str()), (Role::Lawyer, "lawyer1@example.com"));
    assert_eq!(user.full_name.as_deref(), Some("Lawyer 1"), "drivers see the name on record");
    assert_eq!(world.database.tables().legal_help.lawyers[0].user_id, Some(user.id));
    assert!(world.audited().ends_with(&[AuditAction::LawyerInvited, AuditAction::LawyerJoined]));
    let again = invite(&world.deps, &admin(), id, proof(), &origin());
    assert_eq!(outcome(&again.map(|_| ())), "HasAccount");
}

/// Invites a lawyer, and returns the token in the invitation's link.
fn invite_lawyer(world: &World, id: LawyerId) -> String {
    let deps = application::Deps { mail: None, ..world.deps.clone() };
    invite(&deps, &admin(), id, proof(), &origin()).unwrap().token.unwrap()
}

#[test]
fn a_lawyer_with_the_email_of_an_existing_account_cannot_be_invited() {
    let world = world_with_password();
    world.database.tables().password_hashes.push((DRIVER, "hashed:right".to_owned()));
    let taken = LawyerRecord { email: driver().user.email, ..record(1) };
    add(&world.deps, &admin(), &taken).unwrap();
    let refused = invite(&world.deps, &admin(), LawyerId(1), proof(), &origin());
    assert_eq!(outcome(&refused.map(|_| ())), "EmailTaken");
}

#[test]
fn a_deactivated_lawyer_cannot_log_in() {
    let world = world_with_lawyers(1);
    world.database.tables().password_hashes.push((UserId(11), "hashed:right".to_owned()));
    let try_with = |password| {
        let email = lawyer(1).user.email;
        outcome(&log_in(&world.deps, &email, password, None, &origin()).map(|_| ()))
    };
    assert_eq!(try_with("right"), "Ok");
    set_active(&world.deps, &admin(), LawyerId(1), false, None).unwrap();
    assert_eq!(try_with("right"), "AccountDeactivated");
    assert_eq!(try_with("wrong"), "InvalidCredentials", "only the password's owner learns it");
    set_active(&world.deps, &admin(), LawyerId(1), true, None).unwrap();
    assert_eq!(try_with("right"), "Ok");
}

/// Accepts an invitation as a person without an account.
fn accept_as_new(world: &World, token: &str) -> Result<UserId, Error> {
    let new = InvitationAcceptor::New { name: "Someone", password: "correct horse battery staple" };
    accept_invitation(&world.deps, token, &new, &origin()).map(|user| user.id)
}

#[test]
fn an_invitation_to_a_lawyers_earlier_email_is_not_valid() {
    let world = world_with_password();
    let id = add(&world.deps, &admin(), &record(1)).unwrap().id;
    let mistyped = invite_lawyer(&world, id);
    let corrected = LawyerRecord { email: "ruth@example.com".to_owned(), ..record(1) };
    change(&world.deps, &admin(), id, &corrected, None).unwrap();
    assert_eq!(outcome(&show_invitation(&world.deps, &mistyped, &origin())), "LinkNotValid");
    let user = accept_as_new(&world, &invite_lawyer(&world, id)).unwrap();
    assert_eq!(outcome(&accept_as_new(&world, &mistyped)), "LinkNotValid");
    assert_eq!(world.database.tables().legal_help.lawyers[0].user_id, Some(user));
}

/// The lawyer's record changed without ending the invitation, as in earlier releases.
#[rstest]
#[case::another_email(|lawyer: &mut Lawyer| lawyer.record.email = "ruth@example.com".to_owned())]
#[case::an_account(|lawyer: &mut Lawyer| lawyer.user_id = Some(OTHER))]
fn accepting_an_invitation_that_no_longer_fits_the_lawyers_record_changes_nothing(
    #[case] change: fn(&mut Lawyer),
) {
    let world = world_with_password();
    let id = add(&world.deps, &admin(), &record(1)).unwrap().id;
    let token = invite_lawyer(&world, id);
    change(&mut world.database.tables().legal_help.lawyers[0]);
    let stored = |world: &World| {
        let tables = world.database.tables();
        (tables.legal_help.lawyers.clone(), tables.users.len())
    };
    let before = stored(&world);
    assert_eq!(outcome(&accept_as_new(&world, &token)), "LinkNotValid");
    assert_eq!(stored(&world), before);
}

/// Invites an email address to the staff. Returns the token in the invitation's link.
fn invite_to_staff(world: &World, email: &str) -> Result<String, Error> {
    let deps = application::Deps { mail: None, ..world.deps.clone() };
    let invitation = members::invite(&deps, &admin(), &Email::parse(email).unwrap(), proof(), &origin())?;
    Ok(invitation.token.unwrap())
}

#[test]
fn a_lawyer_cannot_join_the_staff() {
    let world = world_with_lawyers(1);
    let email = lawyer(1).user.email;
    world.database.tables().password_hashes.push((ADMIN, "hashed:right".to_owned()));
    // The lawyer had no account yet when this invitation was sent.
    let token = invite_to_staff(&world, &email).unwrap();
    world.database.tables().password_hashes.push((UserId(11), "hashed:right".to_owned()));
    assert_eq!(outcome(&invite_to_staff(&world, &email)), "EmailTaken");
    let known = InvitationAcceptor::Known(&lawyer(1));
    assert_eq!(outcome(&accept_invitation(&world.deps, &token, &known, &origin())), "EmailTaken");
    let tables = world.database.tables();
    let user = tables.users.iter().find(|user| user.id == UserId(11)).unwrap();
    assert_eq!(user.role, Role::Lawyer);
}

/// Earlier releases let a lawyer join the staff.
#[test]
fn an_administrator_can_log_in_even_if_their_lawyer_record_is_deactivated() {
    let world = world_with_lawyers(1);
    let email = lawyer(1).user.email;
    world.database.tables().password_hashes.push((UserId(11), "hashed:right".to_owned()));
    world.database.tables().users.iter_mut().for_each(|user| user.role = Role::Admin);
    set_active(&world.deps, &admin(), LawyerId(1), false, None).unwrap();
    assert_eq!(outcome(&log_in(&world.deps, &email, "right", None, &origin())), "Ok");
}

#[test]
fn staff_can_turn_off_the_second_factor_of_a_lawyer_who_lost_their_device() {
    let world = world_with_lawyers(1);
    let hashes = [ADMIN, UserId(11)].map(|user| (user, "hashed:right".to_owned()));
    world.database.tables().password_hashes.extend(hashes);
    world.database.tables().sessions.push((fakes::hash_of("token"), session(UserId(11))));
    start_setup(&world.deps, &lawyer(1), "right", &origin()).unwrap();
    let code = store::staff::code_of(step_at(noon()));
    confirm_setup(&world.deps, &lawyer(1), &code, &origin()).unwrap();
    let has_second_factor = || {
        let listed = world.transact(|store| list(&world.deps, store, &admin())).unwrap();
        listed[0].has_second_factor
    };
    assert!(has_second_factor());
    let reset = |user| outcome(&reset_second_factor(&world.deps, &admin(), user, proof(), &origin()));
    assert_eq!(reset(UserId(11)), "Ok");
    assert_eq!(reset(UserId(11)), "SecondFactorOff");
    assert_eq!(reset(DRIVER), "NotFound");
    assert!(!has_second_factor());
    assert!(world.database.tables().sessions.is_empty(), "the lawyer is logged out");
    assert!(world.audited().ends_with(&[AuditAction::SecondFactorOff]));
}
