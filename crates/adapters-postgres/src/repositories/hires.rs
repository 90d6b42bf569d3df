use diesel::dsl::exists;
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper, insert_into, select,
    update,
};
use domain::hire::{HireStatus, LawyerHire};
use domain::ids::{HireId, PaymentId, TicketId, UserId};
use ports::hires::{Hires, NewHire};
use ports::store::{Page, Paged, StoreResult};

use crate::rows::{HireRow, entities, entity};
use crate::schema::lawyer_hires;
use crate::store::PgStore;

impl Hires for PgStore<'_> {
    fn insert_hire(&mut self, hire: &NewHire) -> StoreResult<LawyerHire> {
        let row: HireRow = self.run_unique(|connection| {
            insert_into(lawyer_hires::table)
                .values((
                    lawyer_hires::user_id.eq(hire.user_id.0),
                    lawyer_hires::ticket_id.eq(hire.ticket_id.0),
                    lawyer_hires::payment_id.eq(hire.payment_id.0),
                    lawyer_hires::violation_type.eq(&hire.violation_type),
                    lawyer_hires::amount_cents.eq(hire.amount.cents()),
                    lawyer_hires::confirmation_number.eq(&hire.confirmation_number),
                    lawyer_hires::created_at.eq(hire.created_at),
                ))
                .returning(HireRow::as_returning())
                .get_result(connection)
        })?;
        row.try_into()
    }

    fn hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>> {
        let row: Option<HireRow> = self.run(|connection| {
            lawyer_hires::table.find(id.0).select(HireRow::as_select()).first(connection).optional()
        })?;
        entity(row)
    }

    fn hire_of(&mut self, payment: PaymentId) -> StoreResult<Option<LawyerHire>> {
        let row: Option<HireRow> = self.run(|connection| {
            lawyer_hires::table
                .filter(lawyer_hires::payment_id.eq(payment.0))
                .select(HireRow::as_select())
                .first(connection)
                .optional()
        })?;
        entity(row)
    }

    fn has_active_hire(&mut self, ticket: TicketId) -> StoreResult<bool> {
        self.run(|connection| {
            select(exists(
                lawyer_hires::table
                    .filter(lawyer_hires::ticket_id.eq(ticket.0))
                    .filter(lawyer_hires::status.ne(HireStatus::Cancelled.as_str())),
            ))
            .get_result(connection)
        })
    }

    fn hires(&mut self, user: Option<UserId>, page: Page) -> StoreResult<Paged<LawyerHire>> {
        let (total, rows): (i64, Vec<HireRow>) = self.run(|connection| {
            let wanted = || {
                let all = lawyer_hires::table.into_boxed();
                match user {
                    Some(user) => all.filter(lawyer_hires::user_id.eq(user.0)),
                    None => all,
                }
            };
            Ok((
                wanted().count().get_result(connection)?,
                wanted()
                    .select(HireRow::as_select())
                    .order(lawyer_hires::id.desc())
                    .limit(page.limit)
                    .offset(page.offset)
                    .load(connection)?,
            ))
        })?;
        Ok(Paged { items: entities(rows)?, total })
    }

    fn set_hire_status(&mut self, id: HireId, status: HireStatus) -> StoreResult<Option<LawyerHire>> {
        let row: Option<HireRow> = self.run(|connection| {
            update(lawyer_hires::table.find(id.0))
                .set(lawyer_hires::status.eq(status.as_str()))
                .returning(HireRow::as_returning())
                .get_result(connection)
                .optional()
        })?;
        entity(row)
    }

    fn set_hire_contact(&mut self, id: HireId, method: &str, value: &str) -> StoreResult<Option<LawyerHire>> {
        let row: Option<HireRow> = self.run(|connection| {
            update(lawyer_hires::table.find(id.0))
                .set((lawyer_hires::contact_method.eq(method), lawyer_hires::contact_value.eq(value)))
                .returning(HireRow::as_returning())
                .get_result(connection)
                .optional()
        })?;
        entity(row)
    }
}
