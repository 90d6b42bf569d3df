use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, update};
use domain::payments::card::CardFacts;
use domain::shared::ids::PaymentId;
use ports::payments::cards::Cards;
use ports::shared::store_error::StoreResult;

use crate::schema::payments;
use crate::store::PgStore;

impl Cards for PgStore<'_> {
    fn store_card(&mut self, payment: PaymentId, card: &CardFacts) -> StoreResult<()> {
        self.run(|connection| {
            update(payments::table.find(payment.0))
                .set((payments::card_brand.eq(card.brand()), payments::card_last_four.eq(card.last_four())))
                .execute(connection)
        })?;
        Ok(())
    }

    fn card_of_payment(&mut self, payment: PaymentId) -> StoreResult<Option<CardFacts>> {
        let row: Option<(Option<String>, Option<String>)> = self.run(|connection| {
            payments::table
                .find(payment.0)
                .select((payments::card_brand, payments::card_last_four))
                .first(connection)
                .optional()
        })?;
        Ok(row.and_then(|(brand, last_four)| card(brand.as_deref(), last_four.as_deref())))
    }
}

/// Builds a card from its two columns; `None` if a column is null or the digits are invalid.
pub(crate) fn card(brand: Option<&str>, last_four: Option<&str>) -> Option<CardFacts> {
    CardFacts::read(brand?, last_four?)
}
