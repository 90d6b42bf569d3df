use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, Integer, Nullable, Text};
use diesel::{ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, update};
use domain::driving_record::standing::StandingFacts;
use domain::legal_help::hire::HireStatus;
use domain::shared::ids::{HireId, PaymentId};
use domain::shared::payable::{Payable, PayableKind};
use ports::driving_record::standings::Standings;
use ports::shared::store_error::StoreResult;

use crate::error::unknown_value;
use crate::schema::payments;
use crate::shared::rows::parsed;
use crate::store::PgStore;

/// What is known of items: the fact, the item, and of a hire its id and status. The words are written out, not bound: only so can
/// PostgreSQL tell that the partial indexes answer them. A payment for a lawyer says of its ticket only that it is with the bank.
macro_rules! facts_by {
    ($item:literal) => {
        [
            concat!(
                "SELECT CASE kind WHEN 'lawyer' THEN 'hire_processing' ELSE 'processing' END, ",
                $item,
                ", NULL::integer, NULL::text FROM payments \
                 WHERE is_processing AND status IN ('creating', 'timed_out', 'open') AND ",
                $item
            ),
            concat!(
                "SELECT 'refunding', ",
                $item,
                ", NULL, NULL FROM payments WHERE status = 'settled' AND kind <> 'lawyer' AND EXISTS (SELECT FROM refunds \
                 WHERE refunds.payment_id = payments.id AND refunds.status IN ('due', 'pending', 'refused') \
                 HAVING sum(refunds.amount_cents) + payments.refunded_cents >= payments.amount_received_cents) AND ",
                $item
            ),
            concat!(
                "SELECT 'chargeback_open', payments.",
                $item,
                ", NULL, NULL FROM chargebacks JOIN payments ON payments.id = chargebacks.payment_id \
                 WHERE chargebacks.status IN ('needs_response', 'under_review') AND payments.kind <> 'lawyer' AND payments.",
                $item
            ),
        ]
    };
}

const OF_TICKETS: &[&str] = &facts_by!("ticket_id");
const OF_PARKING: &[&str] = &facts_by!("parking_id");
const OF_TOLLS: &[&str] = &facts_by!("toll_id");
const HIRES: &[&str] =
    &["SELECT 'hire', ticket_id, id, status FROM lawyer_hires WHERE status <> 'Cancelled' AND ticket_id"];

/// The facts of items of one kind, in one query. Unlike one of `sql_query` it is prepared once in a connection: it takes far longer to
/// plan than to carry out.
struct FactsOf {
    kind: PayableKind,
    ids: Vec<i32>,
}

/// A fact, its item, and the hire's id and status where it is one.
type FactRow = (String, i32, Option<i32>, Option<String>);

impl QueryFragment<Pg> for FactsOf {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let (paid, hired) = match self.kind {
            PayableKind::Ticket | PayableKind::Lawyer => (OF_TICKETS, HIRES),
            PayableKind::Parking => (OF_PARKING, &[][..]),
            PayableKind::Toll => (OF_TOLLS, &[][..]),
        };
        for (number, part) in paid.iter().chain(hired).enumerate() {
            if number > 0 {
                out.push_sql(" UNION ALL ");
            }
            out.push_sql(part);
            out.push_sql(" = ANY(");
            out.push_bind_param::<Array<Integer>, _>(&self.ids)?;
            out.push_sql(")");
        }
        Ok(())
    }
}

impl Query for FactsOf {
    type SqlType = (Text, Integer, Nullable<Integer>, Nullable<Text>);
}

// Its text differs by the kind, so it is known by its text.
impl QueryId for FactsOf {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl RunQueryDsl<PgConnection> for FactsOf {}

impl Standings for PgStore<'_> {
    fn standing_facts(&mut self, items: &[Payable]) -> StoreResult<Vec<StandingFacts>> {
        let mut facts = vec![StandingFacts::default(); items.len()];
        for kind in [PayableKind::Ticket, PayableKind::Parking, PayableKind::Toll] {
            let ids: Vec<i32> =
                items.iter().filter(|item| item.kind() == kind).map(|item| item.item_id()).collect();
            if ids.is_empty() {
                continue;
            }
            let rows: Vec<FactRow> = self.run(|connection| FactsOf { kind, ids }.load(connection))?;
            for row in rows {
                let of = kind.of(row.1);
                for (_, facts) in items.iter().zip(&mut facts).filter(|(item, _)| **item == of) {
                    note(facts, &row)?;
                }
            }
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

fn note(facts: &mut StandingFacts, (fact, _, hire, status): &FactRow) -> StoreResult<()> {
    match fact.as_str() {
        "processing" => facts.is_processing = true,
        "hire_processing" => facts.is_hire_processing = true,
        "refunding" => facts.is_refunding = true,
        "chargeback_open" => facts.is_chargeback_open = true,
        "hire" => {
            let status = status.as_deref().unwrap_or_default();
            let is_at_work = parsed("lawyer_hires.status", status, HireStatus::parse)?.is_at_work();
            facts.has_active_hire = true;
            facts.lawyer_at_work = facts.lawyer_at_work.or(hire.filter(|_| is_at_work).map(HireId));
        }
        _ => return Err(unknown_value("a fact of an item")),
    }
    Ok(())
}
