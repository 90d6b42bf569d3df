use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::{Queryable, Selectable};
use domain::accounts::account::{AccountLink, LinkPurpose};
use domain::shared::ids::{LinkId, UserId};
use ports::shared::store_error::StoreError;

use crate::shared::rows::parse_word;
use schema::account_links;

/// An emailed link, without the hash of its token.
#[derive(Queryable, Selectable)]
#[diesel(table_name = account_links, check_for_backend(Pg))]
pub(crate) struct LinkRow {
    id: i32,
    user_id: i32,
    purpose: String,
    new_email: Option<String>,
    old_email: Option<String>,
    created_at: DateTime<Utc>,
}

impl TryFrom<LinkRow> for AccountLink {
    type Error = StoreError;

    fn try_from(row: LinkRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: LinkId(row.id),
            user_id: UserId(row.user_id),
            purpose: parse_word("account_links.purpose", &row.purpose, LinkPurpose::parse)?,
            new_email: row.new_email,
            old_email: row.old_email,
            created_at: row.created_at,
        })
    }
}
