use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, exists, max};
use diesel::pg::upsert::excluded;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, insert_into, select};
use domain::payments::card_testing::DeclineCount;
use domain::payments::payment::PaymentStatus;
use domain::shared::ids::{PaymentId, UserId};
use ports::payments::declines::{Decline, Declines};
use ports::shared::store_error::StoreResult;

use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{card_declines, payment_askers, payments};

impl Declines for PgStore<'_> {
    fn set_payment_ip_address(
        &mut self,
        payment: PaymentId,
        address: &str,
        now: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.execute_prepared(
            insert_into(payment_askers::table)
                .values((
                    payment_askers::payment_id.eq(payment.0),
                    payment_askers::address.eq(address),
                    payment_askers::asked_at.eq(now),
                ))
                .on_conflict(payment_askers::payment_id)
                .do_update()
                .set((
                    payment_askers::address.eq(excluded(payment_askers::address)),
                    payment_askers::asked_at.eq(excluded(payment_askers::asked_at)),
                )),
        )
    }

    fn payment_ip_address(&mut self, payment: PaymentId) -> StoreResult<Option<String>> {
        self.first(payment_askers::table.find(payment.0).select(payment_askers::address))
    }

    fn insert_declines(&mut self, payment: PaymentId, declines: &[Decline]) -> StoreResult<usize> {
        let asker = self.payment_ip_address(payment)?;
        self.run(|connection| {
            let user: i32 = payments::table.find(payment.0).select(payments::user_id).first(connection)?;
            let rows: Vec<_> = declines
                .iter()
                .map(|decline| {
                    (
                        card_declines::charge_id.eq(without_nul(&decline.charge_id)),
                        card_declines::payment_id.eq(payment.0),
                        card_declines::user_id.eq(user),
                        card_declines::address.eq(&asker),
                        card_declines::fingerprint.eq(decline.fingerprint.as_deref().map(without_nul)),
                        card_declines::declined_at.eq(decline.declined_at),
                    )
                })
                .collect();
            insert_into(card_declines::table).values(rows).on_conflict_do_nothing().execute(connection)
        })
    }

    fn count_declines_of_account(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<DeclineCount> {
        let (times, last) = self.run(|connection| {
            card_declines::table
                .filter(card_declines::user_id.eq(user.0))
                .filter(card_declines::declined_at.ge(since))
                .select((count_star(), max(card_declines::declined_at)))
                .first(connection)
        })?;
        Ok(DeclineCount { times, last })
    }

    fn count_declines_of_address(
        &mut self,
        address: &str,
        since: DateTime<Utc>,
    ) -> StoreResult<DeclineCount> {
        let (times, last) = self.run(|connection| {
            card_declines::table
                .filter(card_declines::address.eq(address))
                .filter(card_declines::declined_at.ge(since))
                .select((count_star(), max(card_declines::declined_at)))
                .first(connection)
        })?;
        Ok(DeclineCount { times, last })
    }

    fn count_declines_of_card(&mut self, fingerprint: &str, since: DateTime<Utc>) -> StoreResult<i64> {
        self.get_result(
            card_declines::table
                .filter(card_declines::fingerprint.eq(without_nul(fingerprint)))
                .filter(card_declines::declined_at.ge(since))
                .count(),
        )
    }

    fn has_settled_payment(&mut self, user: UserId) -> StoreResult<bool> {
        let settled = payments::table
            .filter(payments::user_id.eq(user.0))
            .filter(payments::status.eq(PaymentStatus::Settled.as_str()));
        self.get_result(select(exists(settled)))
    }
}
