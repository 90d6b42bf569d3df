use ports::shared::limits::Limit;
use ports::store::Database;

use crate::support::{transaction, user};

pub fn a_transaction_can_lock_every_limit_more_than_once(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        for _ in 0..2 {
            for limit in [
                Limit::OpenImports,
                Limit::Invitations,
                Limit::Lawyers,
                Limit::LawyerOffers,
                Limit::ReplyTemplates,
                Limit::Authorities,
                Limit::Citations,
                Limit::Preferences(ann),
                Limit::ItemFiles(ann),
                Limit::LivePayments(ann),
            ] {
                store.lock_limit(limit).unwrap();
            }
        }
    });
}
