//! Tests of staff, invitations and second factors. In some of them, only one of several concurrent calls may
//! succeed.

use domain::shared::retention::RetainedData;
use ports::shared::retention::ExpiredRecords;
use std::collections::BTreeSet;

use chrono::TimeDelta;
use domain::accounts::user::Role;
use domain::shared::ids::{InvitationId, UserId};
use ports::accounts::account::Accounts;
use ports::accounts::second_factor::{PendingLogin, SecondFactors};
use ports::accounts::sessions::{NewSession, Sessions};
use ports::accounts::users::{NewUser, Users};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;
use ports::staff::members::Staff;
use ports::store::Store;

use crate::support::{World, at, bare_user};

const TOKEN: TokenHash = TokenHash([9; 32]);

fn administrator(world: &mut World, email: &str) -> UserId {
    world.store().insert_user(&NewUser { role: Role::Admin, ..bare_user(email) }).unwrap().id
}

fn administrators(world: &mut World) -> Vec<UserId> {
    world.store().staff().unwrap().into_iter().map(|member| member.user.id).collect()
}

/// Removes a member's role in the same way as the use case does: locks all staff, checks them, and then changes
/// the role.
fn remove(store: &mut dyn Store, actor: UserId, id: UserId) -> StoreResult<Vec<UserId>> {
    let staff = store.lock_staff()?;
    if staff.contains(&actor) && staff.contains(&id) && staff.len() > 1 {
        store.set_role(id, Role::Driver)?;
    }
    Ok(staff)
}

#[test]
fn two_administrators_who_concurrently_remove_each_other_leave_one() {
    let mut world = World::new();
    let (one, other) =
        (administrator(&mut world, "a@example.com"), administrator(&mut world, "b@example.com"));
    let result =
        world.one_after_the_other(|store| remove(store, one, other), move |store| remove(store, other, one));
    assert_eq!(result, (vec![one, other], vec![one]));
    assert_eq!(administrators(&mut world), [one]);
}

/// Closes an account in the same way as the use case does: locks the account, checks that there is another
/// administrator, and then closes it.
fn close(store: &mut dyn Store, id: UserId) -> StoreResult<bool> {
    let has_others = store.lock_for_closing(id)?;
    if has_others {
        store.close_user(id, at(5))?;
    }
    Ok(has_others)
}

#[test]
fn two_administrators_who_concurrently_close_their_accounts_leave_one() {
    let mut world = World::new();
    let (one, other) =
        (administrator(&mut world, "a@example.com"), administrator(&mut world, "b@example.com"));
    let closed = world.one_after_the_other(|store| close(store, one), move |store| close(store, other));
    assert_eq!(closed, (true, false));
    assert_eq!(administrators(&mut world), [other]);
}

#[test]
fn closing_an_account_while_another_removes_it_leaves_one_administrator() {
    let mut world = World::new();
    let (one, other) =
        (administrator(&mut world, "a@example.com"), administrator(&mut world, "b@example.com"));
    let (closed, staff) =
        world.one_after_the_other(|store| close(store, one), move |store| remove(store, other, one));
    assert_eq!((closed, staff), (true, vec![other]));
    assert_eq!(administrators(&mut world), [other]);
}

#[test]
fn a_driver_who_closes_their_account_does_not_wait_for_the_staff_lock() {
    let mut world = World::new();
    let (staff, ann) = (administrator(&mut world, "a@example.com"), world.user("ann@example.com"));
    let database = world.db.database();
    ports::store::in_transaction(&database, |store| {
        store.lock_staff()?;
        assert!(world.store().lock_for_closing(ann)?);
        Ok::<_, ports::shared::store_error::StoreError>(())
    })
    .unwrap();
    assert_eq!(administrators(&mut world), [staff]);
}

#[test]
fn the_staff_are_listed_with_their_second_factor_and_last_activity() {
    let mut world = World::new();
    let (one, other) =
        (administrator(&mut world, "a@example.com"), administrator(&mut world, "b@example.com"));
    world.user("ann@example.com");
    let mut store = world.store();
    for (token, second) in [(1, 10), (2, 20)] {
        store
            .insert_session(&NewSession {
                user_id: one,
                token_hash: TokenHash([token; 32]),
                login_time: at(second),
                expires_at: at(900),
                address: "::1".to_owned(),
                user_agent: None,
                proved_at: Some(at(0)),
            })
            .unwrap();
    }
    assert!(store.start_second_factor_setup(one, &[1], at(0)).unwrap());
    assert!(store.start_second_factor_setup(other, &[1], at(0)).unwrap());
    store.accept_step(one, 7, at(1)).unwrap();
    let members: Vec<_> = store
        .staff()
        .unwrap()
        .into_iter()
        .map(|member| (member.user.id, member.has_second_factor, member.last_active))
        .collect();
    assert_eq!(members, [(one, true, Some(at(20))), (other, false, None)], "an unconfirmed factor is not on");
}

fn invite(store: &mut dyn Store, email: &str, invited_by: UserId) -> InvitationId {
    store.insert_invitation(email, None, invited_by, at(0), at(100)).unwrap().id
}

#[test]
fn an_invitation_is_valid_from_its_sending_until_it_is_used_expires_or_is_replaced() {
    let mut world = World::new();
    let staff = administrator(&mut world, "a@example.com");
    let mut store = world.store();
    let first = invite(&mut store, "new@example.com", staff);
    assert_eq!(store.invitation_of(&TOKEN, at(1)).unwrap(), None, "no link was sent yet");
    assert!(store.arm_invitation(first, &TOKEN).unwrap());
    assert_eq!(store.invitation_of(&TOKEN, at(99)).unwrap().unwrap().id, first);
    assert_eq!(
        store.invitation_of(&TOKEN, at(100)).unwrap(),
        None,
        "an invitation is invalid from its expiry on"
    );
    assert_eq!(store.invitation(first, at(100)).unwrap(), None);
    let second = invite(&mut store, "new@example.com", staff);
    assert_eq!(store.invitation_of(&TOKEN, at(1)).unwrap(), None, "a newer invitation replaced it");
    assert!(!store.arm_invitation(first, &TokenHash([8; 32])).unwrap());
    let another = invite(&mut store, "else@example.com", staff);
    let open: Vec<_> = store.invitations(at(1)).unwrap().into_iter().map(|one| one.id).collect();
    assert_eq!(open, [another, second], "newest first");
    assert!(store.end_invitation(second, at(2)).unwrap());
    assert!(
        !store.end_invitation(second, at(2)).unwrap()
            && !store.end_invitation(InvitationId(99), at(2)).unwrap()
    );
}

#[test]
fn an_invitation_ends_with_the_role_or_the_account_of_its_inviter() {
    let mut world = World::new();
    let (one, other) =
        (administrator(&mut world, "a@example.com"), administrator(&mut world, "b@example.com"));
    let mut store = world.store();
    let ids = [("new@example.com", one), ("else@example.com", other)]
        .map(|(email, by)| invite(&mut store, email, by));
    store.arm_invitation(ids[0], &TOKEN).unwrap();
    store.arm_invitation(ids[1], &TokenHash([8; 32])).unwrap();
    store.set_role(one, Role::Driver).unwrap();
    assert_eq!(store.invitation_of(&TOKEN, at(1)).unwrap(), None);
    assert_eq!(
        (store.invitation(ids[0], at(1)).unwrap(), store.invitations(at(1)).unwrap().len()),
        (None, 1)
    );
    assert!(store.invitation_of(&TokenHash([8; 32]), at(1)).unwrap().is_some());
    store.close_user(other, at(2)).unwrap();
    assert_eq!(store.invitations(at(3)).unwrap(), []);
}

#[test]
fn of_two_concurrent_invitations_to_one_address_only_the_later_is_valid() {
    let mut world = World::new();
    let staff = administrator(&mut world, "a@example.com");
    let (_, later) = world.one_after_the_other(
        |store| Ok(invite(store, "new@example.com", staff)),
        move |store| Ok(invite(store, "new@example.com", staff)),
    );
    let open = world.store().invitations(at(1)).unwrap();
    assert_eq!(open.into_iter().map(|one| one.id).collect::<Vec<_>>(), [later]);
}

#[test]
fn only_one_of_two_concurrent_acceptances_succeeds() {
    let mut world = World::new();
    let staff = administrator(&mut world, "a@example.com");
    let id = invite(&mut world.store(), "new@example.com", staff);
    let ended = world.one_after_the_other(
        |store| store.end_invitation(id, at(1)),
        move |store| store.end_invitation(id, at(1)),
    );
    assert_eq!(ended, (true, false));
}

#[test]
fn only_one_of_two_concurrent_uses_of_a_code_succeeds() {
    let mut world = World::new();
    let staff = administrator(&mut world, "a@example.com");
    world.store().start_second_factor_setup(staff, &[1], at(0)).unwrap();
    let bring = |store: &mut dyn Store| {
        let last = store.lock_second_factor(staff)?.and_then(|factor| factor.last_step);
        if last.is_none_or(|last| last < 7) {
            store.accept_step(staff, 7, at(3))?;
        }
        Ok(last)
    };
    assert_eq!(world.one_after_the_other(bring, bring), (None, Some(7)));
    let mut store = world.store();
    store.accept_step(staff, 8, at(4)).unwrap();
    let factor = store.second_factor(staff).unwrap().unwrap();
    assert_eq!(
        (factor.confirmed_at, factor.last_step),
        (Some(at(3)), Some(8)),
        "the factor is on since the first code"
    );
    assert!(
        !store.start_second_factor_setup(staff, &[2], at(5)).unwrap(),
        "a confirmed factor cannot be set up again"
    );
    assert_eq!(store.second_factor(staff).unwrap().unwrap().sealed_secret, [1]);
}

#[test]
fn an_unconfirmed_second_factor_can_be_set_up_again() {
    let mut world = World::new();
    let staff = administrator(&mut world, "a@example.com");
    let mut store = world.store();
    for secret in [[1], [2]] {
        assert!(store.start_second_factor_setup(staff, &secret, at(0)).unwrap());
    }
    let factor = store.second_factor(staff).unwrap().unwrap();
    assert_eq!((factor.sealed_secret, factor.confirmed_at), (vec![2], None));
}

#[test]
fn only_one_of_two_concurrent_uses_of_a_recovery_code_succeeds() {
    let mut world = World::new();
    let (one, other) =
        (administrator(&mut world, "a@example.com"), administrator(&mut world, "b@example.com"));
    let codes = [1, 2, 2].map(|byte| TokenHash([byte; 32]));
    for user in [one, other] {
        world.store().set_recovery_codes(user, [7; 16], &codes).unwrap();
    }
    let code = TokenHash([1; 32]);
    let used = world.one_after_the_other(
        |store| store.use_recovery_code(one, &code),
        |store| store.use_recovery_code(one, &TokenHash([1; 32])),
    );
    assert_eq!(used, (true, false));
    let mut store = world.store();
    assert_eq!(
        (store.count_recovery_codes(one).unwrap(), store.count_recovery_codes(other).unwrap()),
        (1, 2)
    );
    assert!(!store.use_recovery_code(one, &TokenHash([3; 32])).unwrap());
    assert_eq!(store.recovery_salt(one).unwrap(), Some([7; 16]));
    store.set_recovery_codes(one, [8; 16], &[TokenHash([4; 32])]).unwrap();
    assert_eq!(store.recovery_salt(one).unwrap(), Some([8; 16]));
    assert!(!store.use_recovery_code(one, &TokenHash([2; 32])).unwrap(), "new codes replace the old ones");
}

fn pending_login(user: UserId) -> PendingLogin {
    PendingLogin { user, password_hash: "$argon2id$".to_owned(), tries: 0, expires_at: at(300) }
}

#[test]
fn concurrent_login_attempts_are_counted_one_by_one() {
    let mut world = World::new();
    let staff = administrator(&mut world, "a@example.com");
    world.store().insert_pending_login(&TOKEN, &pending_login(staff)).unwrap();
    let attempt = |store: &mut dyn Store| store.try_pending_login(&TOKEN, 1, at(1));
    let (first, second) = world.one_after_the_other(attempt, attempt);
    assert_eq!((first.map(|login| login.tries), second.is_none()), (Some(1), true));
}

#[test]
fn a_pending_login_expires_and_ends_with_its_second_factor() {
    let mut world = World::new();
    let (one, other) =
        (administrator(&mut world, "a@example.com"), administrator(&mut world, "b@example.com"));
    let mut store = world.store();
    for (user, token) in [(one, 1), (one, 2), (other, 3)] {
        store.insert_pending_login(&TokenHash([token; 32]), &pending_login(user)).unwrap();
    }
    let mut is_open = |token, second| {
        store
            .try_pending_login(&TokenHash([token; 32]), 5, at(0) + TimeDelta::seconds(second))
            .unwrap()
            .is_some()
    };
    assert!(is_open(1, 299) && !is_open(1, 300) && !is_open(7, 1));
    store.start_second_factor_setup(one, &[1], at(0)).unwrap();
    store.set_recovery_codes(one, [7; 16], &[TOKEN]).unwrap();
    assert!(store.delete_second_factor(one).unwrap() && !store.delete_second_factor(one).unwrap());
    assert_eq!(store.count_recovery_codes(one).unwrap(), 0);
    let remaining_users: BTreeSet<_> =
        world.db.values("SELECT user_id::text FROM pending_logins").into_iter().flatten().collect();
    assert_eq!(remaining_users, BTreeSet::from([other.to_string()]));
    let mut store = world.store();
    assert_eq!(
        (
            store.delete_expired(RetainedData::PendingLogins, at(299), 9).unwrap(),
            store.delete_expired(RetainedData::PendingLogins, at(300), 9).unwrap()
        ),
        (0, 1)
    );
}

#[test]
fn a_closed_account_cannot_get_a_role() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    world.store().close_user(ann, at(5)).unwrap();
    assert_eq!(world.store().set_role(ann, Role::Admin).unwrap(), None);
    assert_eq!(administrators(&mut world), []);
}
