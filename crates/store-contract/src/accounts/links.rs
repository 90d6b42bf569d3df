use domain::accounts::account::LinkPurpose;
use domain::shared::ids::{LinkId, UserId};
use ports::accounts::account::NewLink;
use ports::shared::secrets::TokenHash;
use ports::store::{Database, Store};

use crate::support::{at, transaction, user};

const TOKEN: TokenHash = TokenHash([9; 32]);

/// Builds a link that was requested at second 0.
fn new_link(user: UserId, purpose: LinkPurpose) -> NewLink {
    let new_email = (purpose == LinkPurpose::EmailChange).then(|| "new@example.com".to_owned());
    NewLink { user_id: user, purpose, new_email, created_at: at(0) }
}

pub fn a_link_is_valid_from_its_sending_until_it_is_used_or_expires(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let purpose = LinkPurpose::PasswordReset;
        let link = store.insert_link(&new_link(ann, purpose)).unwrap();
        assert_eq!((link.user_id, link.purpose, link.created_at), (ann, purpose, at(0)));
        assert_eq!(store.link(link.id).unwrap(), Some(link.clone()));
        assert_eq!(store.valid_link(&TOKEN, purpose, at(1)).unwrap(), None);
        assert!(store.set_link_token(link.id, &TOKEN, at(100)).unwrap());
        assert_eq!(store.valid_link(&TOKEN, purpose, at(99)).unwrap(), Some(link.clone()));
        assert_eq!(store.valid_link(&TOKEN, LinkPurpose::EmailChange, at(99)).unwrap(), None);
        assert_eq!(
            store.use_link(&TOKEN, purpose, at(100)).unwrap(),
            None,
            "a link is invalid from its expiry on"
        );
        assert_eq!(store.use_link(&TOKEN, purpose, at(99)).unwrap(), Some(link.clone()));
        assert_eq!(store.use_link(&TOKEN, purpose, at(99)).unwrap(), None);
        assert!(
            !store.set_link_token(link.id, &TOKEN, at(200)).unwrap(),
            "a used link can't get another token"
        );
        assert!(!store.set_link_token(LinkId(999), &TOKEN, at(200)).unwrap());
        assert_eq!(store.link(LinkId(999)).unwrap(), None);
    });
}

/// Adds a link, and gives it a token whose hash is this byte, repeated.
fn add_link_with_token(store: &mut dyn Store, user: UserId, purpose: LinkPurpose, token: u8) {
    let id = store.insert_link(&new_link(user, purpose)).unwrap().id;
    assert!(store.set_link_token(id, &TokenHash([token; 32]), at(100)).unwrap());
}

/// Returns whether a valid link has this purpose and a token whose hash is this byte, repeated.
fn is_valid(store: &mut dyn Store, token: u8, purpose: LinkPurpose) -> bool {
    store.valid_link(&TokenHash([token; 32]), purpose, at(1)).unwrap().is_some()
}

pub fn a_newer_link_invalidates_only_older_links_of_its_user_and_purpose(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let (change, reset) = (LinkPurpose::EmailChange, LinkPurpose::PasswordReset);
        add_link_with_token(store, ann, change, 1);
        add_link_with_token(store, bob, reset, 2);
        add_link_with_token(store, ann, reset, 3);
        add_link_with_token(store, ann, reset, 4);
        assert!(is_valid(store, 1, change) && is_valid(store, 2, reset));
        assert!(!is_valid(store, 3, reset) && is_valid(store, 4, reset));
        assert_eq!(store.count_links(ann, reset, at(-1)).unwrap(), 2);
        assert_eq!(store.count_links(ann, reset, at(0)).unwrap(), 0);
        store.invalidate_links_of(ann, at(2)).unwrap();
        assert!(!is_valid(store, 1, change) && is_valid(store, 2, reset));
        assert!(!is_valid(store, 4, reset));
    });
}

pub fn the_old_address_of_an_email_change_is_stored_with_its_link(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let link = store.insert_link(&new_link(ann, LinkPurpose::EmailChange)).unwrap();
        assert_eq!((link.new_email.as_deref(), link.old_email.as_deref()), (Some("new@example.com"), None));
        store.set_link_old_email(link.id, "ann@example.com").unwrap();
        let stored = store.link(link.id).unwrap().unwrap();
        assert_eq!(stored.old_email.as_deref(), Some("ann@example.com"));
    });
}
