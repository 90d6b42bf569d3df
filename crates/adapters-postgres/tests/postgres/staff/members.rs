//! Tests of staff, invitations and second factors. In some of them, only one of several concurrent calls may
//! succeed.

use domain::accounts::user::Role;
use domain::shared::ids::{InvitationId, UserId};
use ports::accounts::account::Accounts;
use ports::accounts::second_factor::{PendingLogin, SecondFactors};
use ports::accounts::users::{NewUser, Users};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;
use ports::staff::members::Staff;
use ports::store::Store;

use crate::support::{World, at, bare_user};

const TOKEN: TokenHash = TokenHash([9; 32]);

fn insert_administrator(world: &mut World, email: &str) -> UserId {
    world.store().insert_user(&NewUser { role: Role::Admin, ..bare_user(email) }).unwrap().id
}

fn ids_of_staff(world: &mut World) -> Vec<UserId> {
    world.store().staff().unwrap().into_iter().map(|member| member.user.id).collect()
}

/// Removes a member's role in the same way as the use case does: locks all staff, checks them, and then changes the
/// role. Returns the staff before the change.
fn remove(store: &mut dyn Store, actor: UserId, id: UserId) -> StoreResult<Vec<UserId>> {
    let staff = store.lock_administrators()?;
    if staff.contains(&actor) && staff.contains(&id) && staff.len() > 1 {
        store.set_role(id, Role::Driver)?;
    }
    Ok(staff)
}

#[test]
fn if_two_administrators_concurrently_remove_each_other_one_stays() {
    let mut world = World::new();
    let (one, other) = (
        insert_administrator(&mut world, "a@example.com"),
        insert_administrator(&mut world, "b@example.com"),
    );
    let result =
        world.run_overlapping(|store| remove(store, one, other), move |store| remove(store, other, one));
    assert_eq!(result, (vec![one, other], vec![one]));
    assert_eq!(ids_of_staff(&mut world), [one]);
}

/// Closes an account in the same way as the use case does: locks the account, checks that there is another
/// administrator, and then closes the account. Returns whether it closed the account.
fn close(store: &mut dyn Store, id: UserId) -> StoreResult<bool> {
    let has_others = store.lock_for_closing_and_check_other_admin(id)?;
    if has_others {
        store.close_user(id, at(5))?;
    }
    Ok(has_others)
}

#[test]
fn if_two_administrators_concurrently_close_their_accounts_one_stays() {
    let mut world = World::new();
    let (one, other) = (
        insert_administrator(&mut world, "a@example.com"),
        insert_administrator(&mut world, "b@example.com"),
    );
    let closed = world.run_overlapping(|store| close(store, one), move |store| close(store, other));
    assert_eq!(closed, (true, false));
    assert_eq!(ids_of_staff(&mut world), [other]);
}

#[test]
fn if_an_administrator_closes_their_account_while_being_removed_the_other_administrator_stays() {
    let mut world = World::new();
    let (one, other) = (
        insert_administrator(&mut world, "a@example.com"),
        insert_administrator(&mut world, "b@example.com"),
    );
    let (closed, staff) =
        world.run_overlapping(|store| close(store, one), move |store| remove(store, other, one));
    assert_eq!((closed, staff), (true, vec![other]));
    assert_eq!(ids_of_staff(&mut world), [other]);
}

#[test]
fn a_driver_who_closes_their_account_does_not_wait_for_the_staff_lock() {
    let mut world = World::new();
    let (staff, ann) = (insert_administrator(&mut world, "a@example.com"), world.user("ann@example.com"));
    let database = world.db.database();
    ports::store::in_transaction(&database, |store| {
        store.lock_administrators()?;
        assert!(world.store().lock_for_closing_and_check_other_admin(ann)?);
        Ok::<_, ports::shared::store_error::StoreError>(())
    })
    .unwrap();
    assert_eq!(ids_of_staff(&mut world), [staff]);
}

fn invite(store: &mut dyn Store, email: &str, invited_by: UserId) -> InvitationId {
    store.insert_invitation(email, None, invited_by, at(0), at(100)).unwrap().id
}

#[test]
fn of_two_concurrent_invitations_to_one_address_only_the_later_is_valid() {
    let mut world = World::new();
    let staff = insert_administrator(&mut world, "a@example.com");
    let (_, later) = world.run_overlapping(
        |store| Ok(invite(store, "new@example.com", staff)),
        move |store| Ok(invite(store, "new@example.com", staff)),
    );
    let open = world.store().invitations(at(1)).unwrap();
    assert_eq!(open.into_iter().map(|one| one.id).collect::<Vec<_>>(), [later]);
}

#[test]
fn only_one_of_two_concurrent_acceptances_of_an_invitation_succeeds() {
    let mut world = World::new();
    let staff = insert_administrator(&mut world, "a@example.com");
    let id = invite(&mut world.store(), "new@example.com", staff);
    let ended = world.run_overlapping(
        |store| store.end_invitation(id, at(1)),
        move |store| store.end_invitation(id, at(1)),
    );
    assert_eq!(ended, (true, false));
}

#[test]
fn only_one_of_two_concurrent_uses_of_an_authenticator_code_succeeds() {
    let mut world = World::new();
    let staff = insert_administrator(&mut world, "a@example.com");
    world.store().start_second_factor_setup(staff, &[1], at(0)).unwrap();
    let bring = |store: &mut dyn Store| {
        let last = store.lock_second_factor(staff)?.and_then(|factor| factor.last_step);
        if last.is_none_or(|last| last < 7) {
            store.accept_step(staff, 7, at(3))?;
        }
        Ok(last)
    };
    assert_eq!(world.run_overlapping(bring, bring), (None, Some(7)));
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
fn only_one_of_two_concurrent_uses_of_a_recovery_code_succeeds() {
    let mut world = World::new();
    let (one, other) = (
        insert_administrator(&mut world, "a@example.com"),
        insert_administrator(&mut world, "b@example.com"),
    );
    let codes = [1, 2, 2].map(|byte| TokenHash([byte; 32]));
    for user in [one, other] {
        world.store().set_recovery_codes(user, [7; 16], &codes).unwrap();
    }
    let code = TokenHash([1; 32]);
    let used = world.run_overlapping(
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
fn if_one_code_attempt_is_left_only_one_of_two_concurrent_attempts_is_allowed() {
    let mut world = World::new();
    let staff = insert_administrator(&mut world, "a@example.com");
    world.store().insert_pending_login(&TOKEN, &pending_login(staff)).unwrap();
    let attempt = |store: &mut dyn Store| store.count_code_attempt(&TOKEN, 1, at(1));
    let (first, second) = world.run_overlapping(attempt, attempt);
    assert_eq!((first.map(|login| login.tries), second.is_none()), (Some(1), true));
}
