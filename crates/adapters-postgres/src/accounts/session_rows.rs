use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::{Queryable, Selectable};
use domain::accounts::session::Session;
use domain::shared::ids::{SessionId, UserId};

use schema::sessions;

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions, check_for_backend(Pg))]
pub(crate) struct SessionRow {
    id: i32,
    user_id: i32,
    login_time: DateTime<Utc>,
    last_activity: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    proved_at: Option<DateTime<Utc>>,
}

impl From<SessionRow> for Session {
    fn from(row: SessionRow) -> Self {
        Self {
            id: SessionId(row.id),
            user_id: UserId(row.user_id),
            login_time: row.login_time,
            last_activity: row.last_activity,
            expires_at: row.expires_at,
            proved_at: row.proved_at,
        }
    }
}
