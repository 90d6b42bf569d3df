use domain::accounts::user::Role;
use domain::shared::ids::{InvitationId, UserId};
use ports::accounts::sessions::NewSession;
use ports::shared::secrets::TokenHash;
use ports::store::{Database, Store};

use crate::support::{admin, at, new_session, transaction, user};

const TOKEN: TokenHash = TokenHash([9; 32]);

/// Adds an invitation that expires at second 100, and returns its id.
fn invite(store: &mut dyn Store, email: &str, invited_by: UserId) -> InvitationId {
    store.insert_invitation(email, None, invited_by, at(0), at(100)).unwrap().id
}

pub fn the_staff_are_listed_with_their_second_factor_and_last_activity(database: &dyn Database) {
    transaction(database, |store| {
        let (one, other) = (admin(store, "a@example.com"), admin(store, "b@example.com"));
        user(store, "ann@example.com");
        for (token, second) in [(1, 10), (2, 20)] {
            let new = NewSession { login_time: at(second), ..new_session(one, token) };
            store.insert_session(&new).unwrap();
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
        let expected = [(one, true, Some(at(20))), (other, false, None)];
        assert_eq!(members, expected, "an unconfirmed factor is not on");
        assert_eq!(store.lock_administrators().unwrap(), [one, other]);
    });
}

pub fn an_invitation_is_valid_from_its_sending_until_it_ends(database: &dyn Database) {
    transaction(database, |store| {
        let staff = admin(store, "a@example.com");
        let first = invite(store, "new@example.com", staff);
        assert_eq!(store.invitation_by_token(&TOKEN, at(1)).unwrap(), None, "no link was sent yet");
        assert!(store.set_invitation_token(first, &TOKEN).unwrap());
        assert_eq!(store.invitation_by_token(&TOKEN, at(99)).unwrap().unwrap().id, first);
        assert_eq!(
            store.invitation_by_token(&TOKEN, at(100)).unwrap(),
            None,
            "it is invalid from its expiry on"
        );
        assert_eq!(store.invitation(first, at(100)).unwrap(), None);
        let second = invite(store, "new@example.com", staff);
        assert_eq!(store.invitation_by_token(&TOKEN, at(1)).unwrap(), None, "a newer invitation replaced it");
        assert!(!store.set_invitation_token(first, &TokenHash([8; 32])).unwrap());
        let another = invite(store, "else@example.com", staff);
        let open: Vec<_> = store.invitations(at(1)).unwrap().into_iter().map(|one| one.id).collect();
        assert_eq!(open, [another, second], "newest first");
        assert!(store.end_invitation(second, at(2)).unwrap());
        assert!(!store.end_invitation(second, at(2)).unwrap());
        assert!(!store.end_invitation(InvitationId(99), at(2)).unwrap());
    });
}

pub fn an_invitation_ends_with_the_role_or_the_account_of_its_sender(database: &dyn Database) {
    transaction(database, |store| {
        let (one, other) = (admin(store, "a@example.com"), admin(store, "b@example.com"));
        let (first, second) =
            (invite(store, "new@example.com", one), invite(store, "else@example.com", other));
        store.set_invitation_token(first, &TOKEN).unwrap();
        store.set_invitation_token(second, &TokenHash([8; 32])).unwrap();
        store.set_role(one, Role::Driver).unwrap();
        assert_eq!(store.invitation_by_token(&TOKEN, at(1)).unwrap(), None);
        assert_eq!(store.invitation(first, at(1)).unwrap(), None);
        assert_eq!(store.invitations(at(1)).unwrap().len(), 1);
        assert!(store.invitation_by_token(&TokenHash([8; 32]), at(1)).unwrap().is_some());
        store.close_user(other, at(2)).unwrap();
        assert_eq!(store.invitations(at(3)).unwrap(), []);
    });
}

pub fn an_invitation_to_an_account_that_closes_is_deleted(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "a@example.com"), user(store, "Ann@example.com"));
        let invitation = invite(store, "ann@example.com", staff);
        store.close_user(ann, at(1)).unwrap();
        assert_eq!(store.invitation(invitation, at(2)).unwrap(), None);
    });
}

pub fn a_closed_account_cannot_get_a_role(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        assert_eq!(store.set_role(ann, Role::Admin).unwrap().unwrap().role, Role::Admin);
        assert_eq!(store.lock_administrators().unwrap(), [ann]);
        store.close_user(ann, at(5)).unwrap();
        assert_eq!(store.set_role(ann, Role::Admin).unwrap(), None);
        assert!(store.staff().unwrap().is_empty() && store.lock_administrators().unwrap().is_empty());
    });
}
