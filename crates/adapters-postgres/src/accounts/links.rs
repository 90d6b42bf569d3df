use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, SelectableHelper, insert_into, update};
use domain::accounts::account::{AccountLink, LinkPurpose};
use domain::shared::ids::{LinkId, UserId};
use ports::accounts::account::{Links, NewLink};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::accounts::link_rows::LinkRow;
use crate::store::PgStore;
use schema::account_links;

impl Links for PgStore<'_> {
    fn insert_link(&mut self, link: &NewLink) -> StoreResult<AccountLink> {
        let older = account_links::table
            .filter(account_links::user_id.eq(link.user_id.0))
            .filter(account_links::purpose.eq(link.purpose.as_str()))
            .filter(account_links::ended_at.is_null());
        let row: LinkRow = self.run(|connection| {
            update(older).set(account_links::ended_at.eq(link.created_at)).execute(connection)?;
            insert_into(account_links::table)
                .values((
                    account_links::user_id.eq(link.user_id.0),
                    account_links::purpose.eq(link.purpose.as_str()),
                    account_links::new_email.eq(&link.new_email),
                    account_links::created_at.eq(link.created_at),
                    account_links::expires_at.eq(link.created_at + link.purpose.lifetime()),
                ))
                .returning(LinkRow::as_returning())
                .get_result(connection)
        })?;
        row.try_into()
    }

    fn count_links(&mut self, user: UserId, purpose: LinkPurpose, since: DateTime<Utc>) -> StoreResult<i64> {
        self.get_result(
            account_links::table
                .filter(account_links::user_id.eq(user.0))
                .filter(account_links::purpose.eq(purpose.as_str()))
                .filter(account_links::created_at.gt(since))
                .count(),
        )
    }

    fn link(&mut self, id: LinkId) -> StoreResult<Option<AccountLink>> {
        self.first_entity::<LinkRow, _>(account_links::table.find(id.0).select(LinkRow::as_select()))
    }

    fn set_link_token(
        &mut self,
        id: LinkId,
        token: &TokenHash,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let armed = self.count_changed(
            update(account_links::table.find(id.0).filter(account_links::ended_at.is_null())).set((
                account_links::token_hash.eq(token.0.as_slice()),
                account_links::expires_at.eq(expires_at),
            )),
        )?;
        Ok(armed > 0)
    }

    fn valid_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>> {
        self.first_entity::<LinkRow, _>(
            account_links::table
                .filter(account_links::token_hash.eq(token.0.as_slice()))
                .filter(account_links::purpose.eq(purpose.as_str()))
                .filter(account_links::ended_at.is_null())
                .filter(account_links::expires_at.gt(now))
                .select(LinkRow::as_select()),
        )
    }

    fn use_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>> {
        // One statement finds the link and ends it. A concurrent second use waits for the row lock, and then
        // finds that the link has ended.
        let good = account_links::table
            .filter(account_links::token_hash.eq(token.0.as_slice()))
            .filter(account_links::purpose.eq(purpose.as_str()))
            .filter(account_links::ended_at.is_null())
            .filter(account_links::expires_at.gt(now));
        self.optional_entity::<LinkRow, _>(
            update(good).set(account_links::ended_at.eq(now)).returning(LinkRow::as_returning()),
        )
    }

    fn set_link_old_email(&mut self, id: LinkId, old_email: &str) -> StoreResult<()> {
        self.execute(update(account_links::table.find(id.0)).set(account_links::old_email.eq(old_email)))
    }

    fn invalidate_links_of(&mut self, user: UserId, ended_at: DateTime<Utc>) -> StoreResult<()> {
        let open = account_links::table
            .filter(account_links::user_id.eq(user.0))
            .filter(account_links::ended_at.is_null());
        self.execute(update(open).set(account_links::ended_at.eq(ended_at)))
    }
}
