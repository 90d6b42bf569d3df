//! Facts that determine items' standings, read from payments, refunds, chargebacks, cases, courts, city
//! data and contest letters.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::expression::{AppearsOnTable, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Bool, Date, Integer, Nullable, Record, Text, Timestamptz};
use diesel::{
    Expression, ExpressionMethods, OptionalExtension, QueryDsl, QueryResult, Queryable, RunQueryDsl,
    Selectable, SelectableHelper, update,
};
use domain::driving_record::added::DriverEntry;
use domain::driving_record::contesting::sent::SentContest;
use domain::driving_record::court::{RegisteredCourt, StatedCourt};
use domain::driving_record::standing::{CityData, StandingFacts};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::outcome::CaseOutcome;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::ticket_case::TicketCase;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::item_payment::ItemPayment;
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::RefundStatus;
use domain::shared::ids::{AuthorityId, HireId, PaymentId};
use domain::shared::money::Money;
use domain::shared::payable::{Payable, PayableKind};
use domain::shared::us_state::UsState;
use ports::driving_record::standings::Standings;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::prepared::Prepared;
use crate::shared::rows::{parse_optional_word, parse_word};
use crate::store::PgStore;
use schema::{parking, payments, tickets, tolls};

/// A payment for the item: kind, status, whether a bank is processing it, received cents, refunded cents,
/// status and cents of each refund, and status of each chargeback.
type PaymentSql =
    Record<(Text, Text, Bool, Nullable<BigInt>, BigInt, Array<Record<(Text, BigInt)>>, Array<Text>)>;
type PaymentRow = (String, String, bool, Option<i64>, i64, Vec<(String, i64)>, Vec<String>);
/// A case of the ticket: the hire's id, the handling, the step and the outcome.
type CaseSql = Record<(Integer, Text, Text, Nullable<Text>)>;
type CaseRow = (i32, String, String, Option<String>);
/// The ticket's court: id, name, state and county.
type CourtSql = Record<(Integer, Text, Nullable<Text>, Nullable<Text>)>;
type CourtRow = (i32, String, Option<String>, Option<String>);
/// The court that the driver or staff named: state and name.
type StatedCourtSql = Record<(Text, Nullable<Text>)>;
type StatedCourtRow = (String, Option<String>);
/// City data about a parking ticket: when it was last confirmed, since when nothing is owed, the citation
/// number and the city.
type CitySql = Record<(Timestamptz, Nullable<Timestamptz>, Text, Text)>;
type CityRow = (DateTime<Utc>, Option<DateTime<Utc>>, String, String);

/// Defines an SQL expression of the type `$sql_type`, which reads facts about each row's item.
macro_rules! facts {
    ($name:ident of $table:ident, $sql_type:ty, $($sql:expr),+) => {
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct $name;

        impl QueryFragment<Pg> for $name {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
                out.push_sql(concat!($($sql),+));
                Ok(())
            }
        }

        // The SQL never changes, so each connection prepares it only once. Planning takes far longer than running.
        impl QueryId for $name {
            type QueryId = Self;
        }

        impl Expression for $name {
            type SqlType = $sql_type;
        }

        impl ValidGrouping<()> for $name {
            type IsAggregate = is_aggregate::No;
        }

        impl AppearsOnTable<$table::table> for $name {}

        impl SelectableExpression<$table::table> for $name {}
    };
}

/// Defines an SQL expression that reads the payments for each row's item. Canceled payments are left out,
/// because they have no effect on the item.
macro_rules! payments_of {
    ($name:ident of $table:ident by $item:literal) => {
        facts!($name of $table, Array<PaymentSql>,
            "ARRAY(SELECT ROW(kind, status, is_processing, amount_received_cents, refunded_cents, \
             ARRAY(SELECT ROW(refunds.status, refunds.amount_cents) FROM refunds \
             WHERE refunds.payment_id = payments.id), \
             ARRAY(SELECT chargebacks.status FROM chargebacks WHERE chargebacks.payment_id = payments.id)) \
             FROM payments WHERE status <> 'cancelled' AND ", $item, " = ", stringify!($table), ".id)"
        );
    };
}

payments_of!(TicketPayments of tickets by "ticket_id");
payments_of!(ParkingPayments of parking by "parking_id");
payments_of!(TollPayments of tolls by "toll_id");
facts!(TicketCases of tickets, Array<CaseSql>,
    "ARRAY(SELECT ROW(cases.hire_id, cases.handling, cases.step, cases.outcome) FROM lawyer_hires \
     JOIN cases ON cases.hire_id = lawyer_hires.id WHERE lawyer_hires.ticket_id = tickets.id)"
);
facts!(TicketCourtRow of tickets, Nullable<CourtSql>,
    "CASE WHEN tickets.court_id IS NOT NULL THEN (SELECT ROW(id, name, state, county) FROM authorities \
     WHERE authorities.id = tickets.court_id) END"
);
// The court that the driver or staff named is read only if the ticket has no court.
facts!(TicketStatedCourt of tickets, Nullable<StatedCourtSql>,
    "CASE WHEN tickets.court_id IS NULL THEN (SELECT ROW(state::text, name) FROM stated_courts \
     WHERE stated_courts.ticket_id = tickets.id) END"
);
facts!(ParkingCity of parking, Nullable<CitySql>,
    "(SELECT ROW(as_of, settled_at, number, authority) FROM source_citations \
     WHERE source_citations.parking_id = parking.id)"
);

/// A contest that the driver sent about the item: the day, and whether it was the issuer's own form.
type SentSql = Record<(Date, Bool)>;
type SentRow = (NaiveDate, bool);

/// Defines an SQL expression that reads what the driver sent to contest each row's item. Items that are no longer
/// disputed are left out.
macro_rules! letter_of {
    ($name:ident of $table:ident by $item:literal) => {
        facts!($name of $table, Nullable<SentSql>,
            "CASE WHEN ", stringify!($table), ".is_disputed THEN (SELECT ROW(sent_on, is_own_form) \
             FROM contest_letters WHERE sent_on IS NOT NULL AND contest_letters.", $item, " = ", stringify!($table), ".id) END"
        );
    };
}

letter_of!(TicketLetter of tickets by "ticket_id");
letter_of!(ParkingLetter of parking by "parking_id");
letter_of!(TollLetter of tolls by "toll_id");

/// The columns that determine a ticket's standing.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = tickets, check_for_backend(Pg))]
pub(crate) struct TicketFacts {
    #[diesel(select_expression = TicketPayments, select_expression_type = TicketPayments)]
    payments: Vec<PaymentRow>,
    #[diesel(select_expression = TicketCases, select_expression_type = TicketCases)]
    cases: Vec<CaseRow>,
    #[diesel(select_expression = TicketCourtRow, select_expression_type = TicketCourtRow)]
    court: Option<CourtRow>,
    #[diesel(select_expression = TicketStatedCourt, select_expression_type = TicketStatedCourt)]
    stated_court: Option<StatedCourtRow>,
    driver_entry: Option<String>,
    #[diesel(select_expression = TicketLetter, select_expression_type = TicketLetter)]
    sent: Option<SentRow>,
}

/// The columns that determine a parking ticket's standing.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = parking, check_for_backend(Pg))]
pub(crate) struct ParkingFacts {
    #[diesel(select_expression = ParkingPayments, select_expression_type = ParkingPayments)]
    payments: Vec<PaymentRow>,
    #[diesel(select_expression = ParkingCity, select_expression_type = ParkingCity)]
    city: Option<CityRow>,
    is_settled_unpaid: bool,
    created_at: DateTime<Utc>,
    driver_entry: Option<String>,
    #[diesel(select_expression = ParkingLetter, select_expression_type = ParkingLetter)]
    sent: Option<SentRow>,
}

/// The columns that determine a toll's standing.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = tolls, check_for_backend(Pg))]
pub(crate) struct TollFacts {
    #[diesel(select_expression = TollPayments, select_expression_type = TollPayments)]
    payments: Vec<PaymentRow>,
    driver_entry: Option<String>,
    #[diesel(select_expression = TollLetter, select_expression_type = TollLetter)]
    sent: Option<SentRow>,
}

impl Standings for PgStore<'_> {
    fn standing_facts(&mut self, item: Payable) -> StoreResult<StandingFacts> {
        match item {
            Payable::Ticket(id) => self
                .run(|connection| {
                    let row = tickets::table.find(id.0).select(TicketFacts::as_select());
                    row.first(connection).optional()
                })?
                .map_or_else(|| Ok(StandingFacts::default()), StandingFacts::try_from),
            Payable::Parking(id) => self
                .run(|connection| {
                    let row = parking::table.find(id.0).select(ParkingFacts::as_select());
                    row.first(connection).optional()
                })?
                .map_or_else(|| Ok(StandingFacts::default()), StandingFacts::try_from),
            Payable::Toll(id) => self
                .first(tolls::table.find(id.0).select(TollFacts::as_select()))?
                .map_or_else(|| Ok(StandingFacts::default()), StandingFacts::try_from),
            Payable::Lawyer(_) => Ok(StandingFacts::default()),
        }
    }

    fn set_payment_processing(&mut self, payment: PaymentId, is_processing: bool) -> StoreResult<()> {
        self.load::<i32>(
            update(payments::table.find(payment.0).filter(payments::is_processing.ne(is_processing)))
                .set(payments::is_processing.eq(is_processing))
                .returning(payments::id)
                .prepared(),
        )?;
        Ok(())
    }
}

/// Converts an item's row, and the rows with the facts that its standing depends on.
pub(crate) fn with_facts<R, F, E>((row, facts): (R, F)) -> StoreResult<(E, StandingFacts)>
where
    E: TryFrom<R, Error = StoreError>,
    StandingFacts: TryFrom<F, Error = StoreError>,
{
    Ok((row.try_into()?, facts.try_into()?))
}

impl TryFrom<TicketFacts> for StandingFacts {
    type Error = StoreError;

    fn try_from(row: TicketFacts) -> StoreResult<Self> {
        let mut facts = facts_of_payments(row.payments)?;
        for case in row.cases {
            ticket_case(case)?.add_to(&mut facts);
        }
        facts.court = row.court.map(registered_court).transpose()?;
        facts.stated_court = row.stated_court.map(stated_court).transpose()?;
        facts.driver_entry = driver_entry(row.driver_entry.as_deref())?;
        facts.contest_sent = row.sent.map(sent_contest);
        Ok(facts)
    }
}

impl TryFrom<ParkingFacts> for StandingFacts {
    type Error = StoreError;

    fn try_from(row: ParkingFacts) -> StoreResult<Self> {
        let mut facts = facts_of_payments(row.payments)?;
        facts.city = row.city.map(|(as_of, settled_at, number, authority)| CityData {
            authority,
            number,
            as_of,
            settled_at,
        });
        facts.settled_unpaid_at = row.is_settled_unpaid.then_some(row.created_at);
        facts.driver_entry = driver_entry(row.driver_entry.as_deref())?;
        facts.contest_sent = row.sent.map(sent_contest);
        Ok(facts)
    }
}

impl TryFrom<TollFacts> for StandingFacts {
    type Error = StoreError;

    fn try_from(row: TollFacts) -> StoreResult<Self> {
        let mut facts = facts_of_payments(row.payments)?;
        facts.driver_entry = driver_entry(row.driver_entry.as_deref())?;
        facts.contest_sent = row.sent.map(sent_contest);
        Ok(facts)
    }
}

/// Converts the day on which the driver sent the contest, and whether it was the issuer's own form.
fn sent_contest((sent_on, is_own_form): SentRow) -> SentContest {
    SentContest { sent_on, is_own_form }
}

/// Parses the stored word of the column `driver_entry`; `None` if the column is null.
fn driver_entry(word: Option<&str>) -> StoreResult<Option<DriverEntry>> {
    parse_optional_word("driver_entry", word, DriverEntry::parse)
}

/// Returns the facts about an item's payments that its standing depends on.
fn facts_of_payments(rows: Vec<PaymentRow>) -> StoreResult<StandingFacts> {
    let mut facts = StandingFacts::default();
    for row in rows {
        item_payment(row)?.add_to(&mut facts);
    }
    Ok(facts)
}

/// Converts a row to a payment of an item, with its refunds and chargebacks.
fn item_payment(row: PaymentRow) -> StoreResult<ItemPayment> {
    let (kind, status, is_processing, received, refunded, refunds, chargebacks) = row;
    let refund = |(status, cents): (String, i64)| {
        Ok((parse_word("refunds.status", &status, RefundStatus::parse)?, Money::from_cents(cents)))
    };
    Ok(ItemPayment {
        kind: parse_word("payments.kind", &kind, PayableKind::parse)?,
        status: parse_word("payments.status", &status, PaymentStatus::parse)?,
        is_processing,
        received: Money::from_cents(received.unwrap_or_default()),
        refunded: Money::from_cents(refunded),
        refunds: refunds.into_iter().map(refund).collect::<StoreResult<_>>()?,
        chargebacks: chargebacks
            .iter()
            .map(|status| parse_word("chargebacks.status", status, ChargebackStatus::parse))
            .collect::<StoreResult<_>>()?,
    })
}

fn ticket_case((hire, handling, step, outcome): CaseRow) -> StoreResult<TicketCase> {
    Ok(TicketCase {
        id: HireId(hire),
        handling: parse_word("cases.handling", &handling, Handling::parse)?,
        step: parse_word("cases.step", &step, CaseStep::parse)?,
        outcome: parse_optional_word("cases.outcome", outcome.as_deref(), CaseOutcome::parse)?,
    })
}

fn registered_court((id, name, state, county): CourtRow) -> StoreResult<RegisteredCourt> {
    let state = parse_optional_word("authorities.state", state.as_deref(), UsState::from_name)?;
    Ok(RegisteredCourt { id: AuthorityId(id), name, state, county })
}

fn stated_court((state, name): StatedCourtRow) -> StoreResult<StatedCourt> {
    Ok(StatedCourt { state: parse_word("stated_courts.state", &state, UsState::from_name)?, name })
}
