use domain::shared::ids::UserId;
use ports::accounts::sessions::{NewSession, Sessions};
use ports::shared::secrets::TokenHash;

use crate::support::{World, at};

/// Builds a session. Each byte of its token's hash is `token`.
fn new_session(user: UserId, token: u8) -> NewSession {
    NewSession {
        user_id: user,
        token_hash: TokenHash([token; 32]),
        login_time: at(0),
        expires_at: at(1800),
        address: "203.0.113.7".to_owned(),
        user_agent: Some("Browser\0/1.0".to_owned()),
        proved_at: Some(at(0)),
    }
}

#[test]
fn sessions_are_deleted_with_their_user() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    world.store().insert_session(&new_session(ann, 1)).unwrap();
    world.db.execute("DELETE FROM users");
    assert!(world.store().session(&TokenHash([1; 32])).unwrap().is_none());
}
