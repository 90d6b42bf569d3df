use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::{Queryable, Selectable};
use domain::legal_help::case::handling::{Handling, HireCase};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::payments::refund::{RefundProgress, RefundStatus};
use domain::shared::ids::{HireId, PaymentId, TicketId, UserId};
use domain::shared::money::Money;
use ports::shared::store_error::StoreError;

use crate::shared::rows::parse_word;
use schema::{cases, lawyer_hires};

#[derive(Queryable, Selectable)]
#[diesel(table_name = lawyer_hires, check_for_backend(Pg))]
pub(crate) struct HireRow {
    id: i32,
    user_id: i32,
    ticket_id: Option<i32>,
    payment_id: Option<i32>,
    violation_type: Option<String>,
    amount_cents: i64,
    contact_method: Option<String>,
    contact_value: Option<String>,
    confirmation_number: String,
    status: String,
    is_seen_by_admin: bool,
    is_solved: bool,
    created_at: DateTime<Utc>,
    recorded_at: Option<DateTime<Utc>>,
}

/// SQL condition for the refunds of a hire's price that the driver sees. Leaves out canceled
/// refunds, refunds of an overpayment, and refunds that wait for a staff decision.
macro_rules! is_refund_of_price {
    () => {
        "refunds.payment_id = lawyer_hires.payment_id AND refunds.status <> 'called_off' \
         AND refunds.reason <> 'paid_too_much' \
         AND NOT (refunds.status = 'refused' AND refunds.asked_at IS NULL)"
    };
}

/// SQL expression for the status of the newest refund of a hire's price.
pub(crate) const NEWEST_REFUND: &str = concat!(
    "(SELECT refunds.status FROM refunds WHERE ",
    is_refund_of_price!(),
    " ORDER BY refunds.id DESC LIMIT 1)"
);

/// SQL expression for the amount of the refunds of a hire's price.
pub(crate) const REFUND_AMOUNT: &str = concat!(
    "(SELECT coalesce(sum(refunds.amount_cents), 0)::bigint FROM refunds WHERE ",
    is_refund_of_price!(),
    ")"
);

/// The part of a hire's case that lists show.
#[derive(Queryable, Selectable)]
#[diesel(table_name = cases, check_for_backend(Pg))]
pub(crate) struct HireCaseRow {
    handling: String,
    step: String,
    is_label_by_staff: bool,
}

/// A hire, with the status of its price's newest refund, the amount of these refunds, whether its
/// ticket is paid, and its case.
#[derive(Queryable)]
pub(crate) struct HireWithRefund {
    hire: HireRow,
    refund: Option<String>,
    refund_cents: i64,
    is_ticket_paid: Option<bool>,
    case: HireCaseRow,
}

/// Selects hires with their refund, ticket and case. Every hire has a case, because a trigger inserts one.
macro_rules! complete_hires {
    () => {
        lawyer_hires::table.inner_join(cases::table).left_join(tickets::table).select((
            HireRow::as_select(),
            sql::<Nullable<Text>>(NEWEST_REFUND),
            sql::<BigInt>(REFUND_AMOUNT),
            tickets::is_paid.nullable(),
            HireCaseRow::as_select(),
        ))
    };
}
pub(crate) use complete_hires;

impl TryFrom<HireWithRefund> for LawyerHire {
    type Error = StoreError;

    fn try_from(of: HireWithRefund) -> Result<Self, StoreError> {
        let HireWithRefund { hire: row, refund, refund_cents, is_ticket_paid, case } = of;
        let refund =
            refund.map(|word| parse_word("refunds.status", &word, RefundStatus::parse)).transpose()?;
        let refund = refund.and_then(RefundProgress::of);
        Ok(Self {
            id: HireId(row.id),
            user_id: UserId(row.user_id),
            ticket_id: row.ticket_id.map(TicketId),
            payment_id: row.payment_id.map(PaymentId),
            violation_type: row.violation_type,
            amount: Money::from_cents(row.amount_cents),
            contact_method: row.contact_method,
            contact_value: row.contact_value,
            confirmation_number: row.confirmation_number,
            status: parse_word("lawyer_hires.status", &row.status, HireStatus::parse)?,
            case: HireCase {
                handling: parse_word("cases.handling", &case.handling, Handling::parse)?,
                step: parse_word("cases.step", &case.step, CaseStep::parse)?,
                is_label_by_staff: case.is_label_by_staff,
            },
            refund,
            refund_amount: Money::from_cents(refund_cents),
            is_ticket_paid: is_ticket_paid.unwrap_or(false),
            is_seen_by_admin: row.is_seen_by_admin,
            is_solved: row.is_solved,
            created_at: row.created_at,
            recorded_at: row.recorded_at.unwrap_or(row.created_at),
        })
    }
}
