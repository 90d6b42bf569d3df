use diesel::sql_query;
use diesel::sql_types::Integer;
use ports::shared::limits::{Limit, Limits};
use ports::shared::store_error::StoreResult;

use crate::connection::prepared::Prepared;
use crate::shared::rows::OneColumn;
use crate::store::PgStore;

/// Returns the two numbers of a limit's advisory lock. All other advisory locks have only one number.
fn lock_key(limit: Limit) -> (i32, i32) {
    match limit {
        Limit::OpenImports => (1, 0),
        Limit::Invitations => (2, 0),
        Limit::ReplyTemplates => (3, 0),
        Limit::Authorities => (4, 0),
        Limit::Preferences(user) => (5, user.0),
        Limit::LivePayments(user) => (6, user.0),
        Limit::Citations => (7, 0),
        Limit::Lawyers => (8, 0),
        Limit::LawyerOffers => (9, 0),
        Limit::ItemFiles(user) => (10, user.0),
    }
}

impl Limits for PgStore<'_> {
    fn lock_limit(&mut self, limit: Limit) -> StoreResult<()> {
        let (kind, of) = lock_key(limit);
        self.load::<OneColumn<bool>>(
            // SQL: the query builder has no advisory locks.
            sql_query("SELECT true FROM pg_advisory_xact_lock($1, $2)")
                .bind::<Integer, _>(kind)
                .bind::<Integer, _>(of)
                .prepared(),
        )
        .map(drop)
    }
}
