use chrono::{DateTime, Utc};
use diesel::sql_types::{Integer, Text};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, SelectableHelper, sql_query, update};
use domain::driving_record::citation::Citation;
use domain::driving_record::standing::StandingFacts;
use domain::driving_record::ticket::{ChargeStatus, Parking, Ticket, Toll};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};
use domain::shared::payable::Payable;
use ports::driving_record::items::{Items, PayableItem};
use ports::shared::list::CitedBy;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::prepared::Prepared;
use crate::driving_record::citations;
use crate::driving_record::item_rows::{ParkingRow, TicketRow, TollRow, locked};
use crate::driving_record::standings::{ParkingFacts, TicketFacts, TollFacts, with_facts};
use crate::shared::rows::convert_row;
use crate::store::PgStore;
use schema::{parking, tickets, tolls};

impl Items for PgStore<'_> {
    fn tickets_of(&mut self, user: UserId) -> StoreResult<Vec<(Ticket, StandingFacts)>> {
        let rows: Vec<(TicketRow, TicketFacts)> = self.load(
            tickets::table
                .filter(tickets::user_id.eq(user.0))
                .filter(tickets::removed_at.is_null())
                .select((TicketRow::as_select(), TicketFacts::as_select()))
                .order(tickets::id.desc()),
        )?;
        rows.into_iter().map(with_facts).collect()
    }

    fn parking_of(&mut self, user: UserId) -> StoreResult<Vec<(Parking, StandingFacts)>> {
        let rows: Vec<(ParkingRow, ParkingFacts)> = self.load(
            parking::table
                .filter(parking::user_id.eq(user.0))
                .filter(parking::removed_at.is_null())
                .select((ParkingRow::as_select(), ParkingFacts::as_select()))
                .order(parking::id.desc()),
        )?;
        rows.into_iter().map(with_facts).collect()
    }

    fn tolls_of(&mut self, user: UserId) -> StoreResult<Vec<(Toll, StandingFacts)>> {
        let rows: Vec<(TollRow, TollFacts)> = self.load(
            tolls::table
                .filter(tolls::user_id.eq(user.0))
                .filter(tolls::removed_at.is_null())
                .select((TollRow::as_select(), TollFacts::as_select()))
                .order(tolls::id.desc()),
        )?;
        rows.into_iter().map(with_facts).collect()
    }

    fn ticket(&mut self, id: TicketId) -> StoreResult<Option<Ticket>> {
        self.first_entity::<TicketRow, _>(
            tickets::table.find(id.0).filter(tickets::removed_at.is_null()).select(TicketRow::as_select()),
        )
    }

    fn parking(&mut self, id: ParkingId) -> StoreResult<Option<Parking>> {
        self.first_entity::<ParkingRow, _>(
            parking::table.find(id.0).filter(parking::removed_at.is_null()).select(ParkingRow::as_select()),
        )
    }

    fn toll(&mut self, id: TollId) -> StoreResult<Option<Toll>> {
        self.first_entity::<TollRow, _>(
            tolls::table.find(id.0).filter(tolls::removed_at.is_null()).select(TollRow::as_select()),
        )
    }

    fn payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>> {
        Ok(match payable {
            Payable::Ticket(id) | Payable::Lawyer(id) => self.ticket(id)?.map(payable_ticket),
            Payable::Parking(id) => self.parking(id)?.map(payable_parking),
            Payable::Toll(id) => self.toll(id)?.map(payable_toll),
        })
    }

    fn citations_of(&mut self, records: &[CitedBy]) -> StoreResult<Vec<(CitedBy, Citation)>> {
        self.run(|connection| citations::citations_of_records(connection, records))
    }

    fn lock_payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>> {
        Ok(match payable {
            Payable::Ticket(id) | Payable::Lawyer(id) => {
                convert_row(locked!(self, tickets, TicketRow, id)?)?.map(payable_ticket)
            }
            Payable::Parking(id) => {
                convert_row(locked!(self, parking, ParkingRow, id)?)?.map(payable_parking)
            }
            Payable::Toll(id) => convert_row(locked!(self, tolls, TollRow, id)?)?.map(payable_toll),
        })
    }

    fn reopen_item(&mut self, payable: Payable) -> StoreResult<()> {
        let changed = match payable {
            Payable::Ticket(id) => self.count_changed(
                // SQL: raw, like the similar statement for parking tickets and tolls below.
                sql_query(
                    "UPDATE tickets SET is_paid = false, paid_at = NULL, version = version + 1 WHERE id = $1",
                )
                .bind::<Integer, _>(id.0),
            )?,
            Payable::Parking(ParkingId(id)) | Payable::Toll(TollId(id)) => self.run(|connection| {
                let table = if matches!(payable, Payable::Toll(_)) { "tolls" } else { "parking" };
                // SQL: the item decides the table, which the query builder needs at compile time.
                sql_query(format!(
                    "UPDATE {table} SET is_paid = false, paid_at = NULL, version = version + 1, \
                     status = CASE status WHEN $2 THEN $3 ELSE status END WHERE id = $1"
                ))
                .bind::<Integer, _>(id)
                .bind::<Text, _>(ChargeStatus::Paid.as_str())
                .bind::<Text, _>(ChargeStatus::Unpaid.as_str())
                .execute(connection)
            })?,
            Payable::Lawyer(_) => 0,
        };
        if changed == 0 { Err(StoreError::Failed("the item to reopen doesn't exist".into())) } else { Ok(()) }
    }

    fn mark_item_paid(&mut self, payable: Payable, paid_at: DateTime<Utc>) -> StoreResult<()> {
        let paid = ChargeStatus::Paid.as_str();
        let changed = match payable {
            Payable::Ticket(id) => self.load::<i32>(
                update(tickets::table.find(id.0))
                    .set((
                        tickets::is_paid.eq(true),
                        tickets::paid_at.eq(paid_at),
                        tickets::version.eq(tickets::version + 1),
                    ))
                    .returning(tickets::id)
                    .prepared(),
            )?,
            Payable::Parking(id) => self.load::<i32>(
                update(parking::table.find(id.0))
                    .set((
                        parking::is_paid.eq(true),
                        parking::paid_at.eq(paid_at),
                        parking::status.eq(paid),
                        parking::version.eq(parking::version + 1),
                    ))
                    .returning(parking::id)
                    .prepared(),
            )?,
            Payable::Toll(id) => self.load::<i32>(
                update(tolls::table.find(id.0))
                    .set((
                        tolls::is_paid.eq(true),
                        tolls::paid_at.eq(paid_at),
                        tolls::status.eq(paid),
                        tolls::version.eq(tolls::version + 1),
                    ))
                    .returning(tolls::id)
                    .prepared(),
            )?,
            Payable::Lawyer(_) => return Err(StoreError::Failed("a lawyer can't be marked paid".into())),
        };
        if changed.is_empty() {
            Err(StoreError::Failed("the item to mark paid doesn't exist".into()))
        } else {
            Ok(())
        }
    }
}

/// Returns the facts about the ticket that a payment needs.
fn payable_ticket(ticket: Ticket) -> PayableItem {
    PayableItem {
        fine: ticket.fine(),
        user_id: ticket.user_id,
        label: ticket.filed.violation_type,
        is_paid: ticket.is_paid,
    }
}

/// Returns the facts about the parking ticket that a payment needs.
fn payable_parking(parking: Parking) -> PayableItem {
    PayableItem {
        fine: parking.fine(),
        user_id: parking.user_id,
        label: parking.filed.violation_type,
        is_paid: parking.is_paid,
    }
}

/// Returns the facts about the toll that a payment needs.
fn payable_toll(toll: Toll) -> PayableItem {
    PayableItem {
        fine: toll.fine(),
        user_id: toll.user_id,
        label: toll.filed.toll_road,
        is_paid: toll.is_paid,
    }
}
