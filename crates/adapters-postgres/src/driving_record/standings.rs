//! Standing facts of items, read from payments, refunds, chargebacks and hires.

use chrono::DateTime;
use diesel::expression::{AppearsOnTable, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Array, Text};
use diesel::{Expression, ExpressionMethods, OptionalExtension, QueryDsl, QueryResult, RunQueryDsl, update};
use domain::driving_record::court::RegisteredCourt;
use domain::driving_record::standing::{CityData, StandingFacts};
use domain::legal_help::case::outcome::CaseOutcome;
use domain::legal_help::case::step::CaseStep;
use domain::shared::ids::{AuthorityId, HireId, PaymentId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::driving_record::standings::Standings;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::error::unknown_value;
use crate::schema::{parking, payments, tickets, tolls};
use crate::shared::rows::parsed;
use crate::store::PgStore;

/// Defines an SQL column with the standing facts of a row's item: one string for each payment, and
/// one with the hire's id, the step and the outcome of a case. Each payment is read once. A payment for a lawyer only
/// adds whether a bank is processing it.
macro_rules! facts {
    ($name:ident of $table:ident by $item:literal $(, $more:literal)?) => {
        /// An SQL column with the standing facts of each row's item.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name;

        impl QueryFragment<Pg> for $name {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
                out.push_sql(concat!(
                    "ARRAY(SELECT concat_ws(' ', 'payment', \
                     CASE WHEN is_processing AND status IN ('creating', 'timed_out', 'open') \
                     THEN CASE kind WHEN 'lawyer' THEN 'hire_processing' ELSE 'processing' END END, \
                     CASE WHEN status = 'settled' AND kind <> 'lawyer' AND EXISTS (SELECT FROM refunds \
                     WHERE refunds.payment_id = payments.id AND refunds.status IN ('due', 'pending', 'refused') \
                     HAVING sum(refunds.amount_cents) + payments.refunded_cents >= payments.amount_received_cents) \
                     THEN 'refunding' END, \
                     CASE WHEN kind <> 'lawyer' AND EXISTS (SELECT FROM chargebacks \
                     WHERE chargebacks.payment_id = payments.id AND chargebacks.status IN ('needs_response', 'under_review')) \
                     THEN 'chargeback_open' END) \
                     FROM payments WHERE status <> 'cancelled' AND ", $item, " = ", stringify!($table), ".id", $($more,)? ")"
                ));
                Ok(())
            }
        }

        // The SQL text is always the same, so each connection prepares it once, because planning
        // takes far longer than running it.
        impl QueryId for $name {
            type QueryId = Self;
        }

        impl Expression for $name {
            type SqlType = Array<Text>;
        }

        impl ValidGrouping<()> for $name {
            type IsAggregate = is_aggregate::No;
        }

        impl AppearsOnTable<$table::table> for $name {}

        impl SelectableExpression<$table::table> for $name {}
    };
}

facts!(TicketFacts of tickets by "ticket_id",
    " UNION ALL SELECT 'case ' || cases.hire_id || ' ' || cases.step || ' ' || coalesce(cases.outcome, '-') \
      FROM lawyer_hires JOIN cases ON cases.hire_id = lawyer_hires.id WHERE lawyer_hires.ticket_id = tickets.id \
      UNION ALL SELECT concat_ws(chr(31), 'court ' || id, name, coalesce(state, ''), coalesce(county, '')) \
      FROM authorities WHERE authorities.id = tickets.court_id"
);
facts!(ParkingFacts of parking by "parking_id",
    " UNION ALL SELECT 'city ' || extract(epoch FROM as_of)::bigint || ' ' || \
      coalesce(extract(epoch FROM settled_at)::bigint::text, '-') || ' ' || number || ' ' || authority \
      FROM source_citations WHERE source_citations.parking_id = parking.id \
      UNION ALL SELECT 'settled_unpaid ' || extract(epoch FROM parking.created_at)::bigint WHERE parking.is_settled_unpaid"
);
facts!(TollFacts of tolls by "toll_id");

impl Standings for PgStore<'_> {
    fn standing_facts(&mut self, item: Payable) -> StoreResult<StandingFacts> {
        let found: Option<Vec<String>> = self.run(|connection| {
            match item {
                Payable::Ticket(id) => tickets::table.find(id.0).select(TicketFacts).first(connection),
                Payable::Parking(id) => parking::table.find(id.0).select(ParkingFacts).first(connection),
                Payable::Toll(id) => tolls::table.find(id.0).select(TollFacts).first(connection),
                Payable::Lawyer(_) => Ok(vec![]),
            }
            .optional()
        })?;
        facts_of(&found.unwrap_or_default())
    }

    fn set_processing(&mut self, payment: PaymentId, is_processing: bool) -> StoreResult<()> {
        self.run(|connection| {
            update(payments::table.find(payment.0).filter(payments::is_processing.ne(is_processing)))
                .set(payments::is_processing.eq(is_processing))
                .execute(connection)
        })?;
        Ok(())
    }
}

/// Converts a row together with its standing facts.
pub(crate) fn with_facts<R, E>((row, facts): (R, Vec<String>)) -> StoreResult<(E, StandingFacts)>
where
    E: TryFrom<R, Error = StoreError>,
{
    Ok((row.try_into()?, facts_of(&facts)?))
}

fn facts_of(words: &[String]) -> StoreResult<StandingFacts> {
    let mut facts = StandingFacts::default();
    for fact in words {
        if let Some(city) = fact.strip_prefix("city ") {
            facts.city = Some(city_data(city).ok_or_else(|| unknown_value("source_citations"))?);
            continue;
        }
        if let Some(court) = fact.strip_prefix("court ") {
            facts.court = Some(registered_court(court).ok_or_else(|| unknown_value("authorities"))?);
            continue;
        }
        if let Some(at) = fact.strip_prefix("settled_unpaid ") {
            let at = at.parse().ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
            facts.settled_unpaid_at = Some(at.ok_or_else(|| unknown_value("parking.created_at"))?);
            continue;
        }
        if let Some(payment) = fact.strip_prefix("payment") {
            payment.split_whitespace().try_for_each(|word| add_payment_facts(&mut facts, word))?;
            continue;
        }
        match fact.split(' ').collect::<Vec<_>>().as_slice() {
            ["case", hire, step, outcome] => add_case_facts(&mut facts, hire, step, outcome)?,
            _ => return Err(unknown_value("a fact about an item")),
        }
    }
    Ok(facts)
}

/// Parses a court's id, name, state and county. They are separated by a control character, which
/// names can't contain.
fn registered_court(text: &str) -> Option<RegisteredCourt> {
    let mut parts = text.split('\u{1f}');
    let (id, name, state, county) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let state = if state.is_empty() { None } else { Some(UsState::from_name(state)?) };
    Some(RegisteredCourt {
        id: AuthorityId(id.parse().ok()?),
        name: name.to_owned(),
        state,
        county: (!county.is_empty()).then(|| county.to_owned()),
    })
}

/// Adds the facts about a case: its hire's id, its step and its outcome.
fn add_case_facts(facts: &mut StandingFacts, hire: &str, step: &str, outcome: &str) -> StoreResult<()> {
    let hire = HireId(hire.parse().map_err(|_| unknown_value("cases.hire_id"))?);
    let step = parsed("cases.step", step, CaseStep::parse)?;
    facts.has_active_hire |= step.blocks_another_hire();
    facts.lawyer_at_work = facts.lawyer_at_work.or(step.is_at_work().then_some(hire));
    if outcome != "-" {
        let outcome = parsed("cases.outcome", outcome, CaseOutcome::parse)?;
        facts.is_dismissed |= outcome.owes_nothing();
    }
    Ok(())
}

/// Adds the fact that one of these strings says about a payment.
fn add_payment_facts(facts: &mut StandingFacts, word: &str) -> StoreResult<()> {
    match word {
        "processing" => facts.is_processing = true,
        "hire_processing" => facts.is_hire_processing = true,
        "refunding" => facts.is_refunding = true,
        "chargeback_open" => facts.is_chargeback_open = true,
        _ => return Err(unknown_value("a fact about a payment")),
    }
    Ok(())
}

fn city_data(fact: &str) -> Option<CityData> {
    let time = |word: &str| DateTime::from_timestamp(word.parse().ok()?, 0);
    let mut words = fact.splitn(4, ' ');
    let as_of = time(words.next()?)?;
    let settled_at = words.next()?;
    let settled_at = if settled_at == "-" { None } else { Some(time(settled_at)?) };
    Some(CityData {
        as_of,
        settled_at,
        number: words.next()?.to_owned(),
        authority: words.next()?.to_owned(),
    })
}
