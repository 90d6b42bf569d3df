use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl, update};
use domain::driving_record::standing::StandingFacts;
use domain::legal_help::hire::HireStatus;
use domain::shared::ids::{HireId, PaymentId, TicketId};
use domain::shared::payable::{Payable, PayableKind};
use ports::driving_record::standings::Standings;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::payments::rows::ItemColumns;
use crate::schema::{chargebacks, lawyer_hires, payments};
use crate::shared::rows::parsed;
use crate::store::PgStore;

// Written out, not bound: only so can PostgreSQL tell that the partial indexes answer them.
const IS_WITH_THE_BANK: &str = "is_processing AND status IN ('creating', 'timed_out', 'open')";
const IS_GOING_BACK: &str = "payments.status = 'settled' AND EXISTS (SELECT FROM refunds \
     WHERE refunds.payment_id = payments.id AND refunds.status IN ('due', 'pending', 'refused') \
     HAVING sum(refunds.amount_cents) + payments.refunded_cents >= payments.amount_received_cents)";

const IS_CHARGEBACK_OPEN: &str = "chargebacks.status IN ('needs_response', 'under_review')";

/// A payment's kind, its item, and whether its money is on its way back (or else with the bank).
type MoneyRow = (String, Option<i32>, Option<i32>, Option<i32>, bool);

impl Standings for PgStore<'_> {
    fn standing_facts(&mut self, items: &[Payable]) -> StoreResult<Vec<StandingFacts>> {
        let mut facts = vec![StandingFacts::default(); items.len()];
        let mut add = |of: Payable, change: &dyn Fn(&mut StandingFacts)| {
            let places = items.iter().zip(&mut facts).filter(|(item, _)| **item == of);
            places.for_each(|(_, facts)| change(facts));
        };
        for (of, is_going_back) in self.moving_money(items)? {
            match of {
                Payable::Lawyer(ticket) if !is_going_back => {
                    add(Payable::Ticket(ticket), &|facts| facts.is_hire_processing = true);
                }
                // The money of a hire that was called off says nothing of the ticket.
                Payable::Lawyer(_) => {}
                of if is_going_back => add(of, &|facts| facts.is_refunding = true),
                of => add(of, &|facts| facts.is_processing = true),
            }
        }
        for of in self.open_chargebacks(items)? {
            add(of, &|facts| facts.is_chargeback_open = true);
        }
        for (hire, ticket, is_at_work) in self.active_hires(items)? {
            add(Payable::Ticket(ticket), &|facts| {
                facts.has_active_hire = true;
                facts.lawyer_at_work = facts.lawyer_at_work.or(is_at_work.then_some(hire));
            });
        }
        Ok(facts)
    }

    fn note_processing(&mut self, payment: PaymentId, is_processing: bool) -> StoreResult<()> {
        self.run(|connection| {
            update(payments::table.find(payment.0).filter(payments::is_processing.ne(is_processing)))
                .set(payments::is_processing.eq(is_processing))
                .execute(connection)
        })?;
        Ok(())
    }
}

impl PgStore<'_> {
    /// Payments of these items, and for a lawyer for them, that are with the bank, or whose money is on its way back.
    fn moving_money(&mut self, items: &[Payable]) -> StoreResult<Vec<(Payable, bool)>> {
        let mut found = vec![];
        for kind in [PayableKind::Ticket, PayableKind::Parking, PayableKind::Toll] {
            let ids: Vec<i32> =
                items.iter().filter(|item| item.kind() == kind).map(|item| item.item_id()).collect();
            if ids.is_empty() {
                continue;
            }
            let rows: Vec<MoneyRow> = self.run(|connection| {
                let moving = payments::table
                    .filter(sql::<Bool>(IS_WITH_THE_BANK).or(sql::<Bool>(IS_GOING_BACK)))
                    .select((
                        payments::kind,
                        payments::ticket_id,
                        payments::parking_id,
                        payments::toll_id,
                        sql::<Bool>(IS_GOING_BACK),
                    ))
                    .into_boxed();
                match kind {
                    PayableKind::Ticket | PayableKind::Lawyer => {
                        moving.filter(payments::ticket_id.eq_any(ids))
                    }
                    PayableKind::Parking => moving.filter(payments::parking_id.eq_any(ids)),
                    PayableKind::Toll => moving.filter(payments::toll_id.eq_any(ids)),
                }
                .load(connection)
            })?;
            for (kind, ticket_id, parking_id, toll_id, is_going_back) in rows {
                let columns = ItemColumns { ticket_id, parking_id, toll_id };
                found.push((
                    columns.payable(parsed("payments.kind", &kind, PayableKind::parse)?)?,
                    is_going_back,
                ));
            }
        }
        Ok(found)
    }

    /// Items whose payment a bank has taken back, undecided. What was paid for a lawyer says nothing of the ticket.
    fn open_chargebacks(&mut self, items: &[Payable]) -> StoreResult<Vec<Payable>> {
        type Found = Vec<(String, Option<i32>, Option<i32>, Option<i32>)>;
        let ids_of = |kind: PayableKind| -> Vec<i32> {
            items.iter().filter(|item| item.kind() == kind).map(|item| item.item_id()).collect()
        };
        let [tickets, parking, tolls] =
            [PayableKind::Ticket, PayableKind::Parking, PayableKind::Toll].map(ids_of);
        let rows: Found = self.run(|connection| {
            let is_about = payments::ticket_id
                .eq_any(tickets)
                .and(payments::kind.eq(PayableKind::Ticket.as_str()))
                .or(payments::parking_id.eq_any(parking))
                .or(payments::toll_id.eq_any(tolls));
            chargebacks::table
                .inner_join(payments::table)
                .filter(sql::<Bool>(IS_CHARGEBACK_OPEN))
                .filter(is_about)
                .select((payments::kind, payments::ticket_id, payments::parking_id, payments::toll_id))
                .load(connection)
        })?;
        rows.into_iter()
            .map(|(kind, ticket_id, parking_id, toll_id)| {
                let columns = ItemColumns { ticket_id, parking_id, toll_id };
                columns.payable(parsed("payments.kind", &kind, PayableKind::parse)?)
            })
            .collect()
    }

    /// Hires of these tickets that are not cancelled, and whether their lawyer is at work.
    fn active_hires(&mut self, items: &[Payable]) -> StoreResult<Vec<(HireId, TicketId, bool)>> {
        let tickets: Vec<i32> = items
            .iter()
            .filter(|item| item.kind() == PayableKind::Ticket)
            .map(|item| item.item_id())
            .collect();
        if tickets.is_empty() {
            return Ok(vec![]);
        }
        let rows: Vec<(i32, Option<i32>, String)> = self.run(|connection| {
            lawyer_hires::table
                .filter(lawyer_hires::ticket_id.eq_any(tickets))
                .filter(lawyer_hires::status.ne(HireStatus::Cancelled.as_str()))
                .select((lawyer_hires::id, lawyer_hires::ticket_id, lawyer_hires::status))
                .load(connection)
        })?;
        rows.into_iter()
            .filter_map(|(id, ticket, status)| Some((id, ticket?, status)))
            .map(|(id, ticket, status)| {
                let status = parsed("lawyer_hires.status", &status, HireStatus::parse)?;
                Ok((HireId(id), TicketId(ticket), status.is_at_work()))
            })
            .collect::<Result<_, StoreError>>()
    }
}
