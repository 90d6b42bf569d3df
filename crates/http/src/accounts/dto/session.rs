//! The session record (docs/product/accounts.md#session-record).

use chrono::{DateTime, Utc};
use domain::accounts::session::Session;
use domain::accounts::user::User;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::dto::user::UserDto;

/// The caller's session, as the page shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SessionDto {
    pub user: UserDto,
    /// When the session started.
    pub login_time: DateTime<Utc>,
    /// When the session was last used.
    pub last_activity: DateTime<Utc>,
    /// When the session expires unless it is used again.
    pub expires_at: DateTime<Utc>,
}

impl From<(User, Session)> for SessionDto {
    fn from((user, session): (User, Session)) -> Self {
        Self {
            user: user.into(),
            login_time: session.login_time,
            last_activity: session.last_activity,
            expires_at: session.expires_at,
        }
    }
}
