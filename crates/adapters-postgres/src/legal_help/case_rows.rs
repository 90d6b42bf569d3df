use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::sql_types::{Array, BigInt};
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use domain::legal_help::agreement::{Agreement, Signature};
use domain::legal_help::case::event::{CaseActor, CaseEvent, CaseEventKind, NewCaseEvent};
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::{Case, CaseCourt};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::offense::OffenseClass;
use domain::legal_help::offer::{Guarantee, GuaranteePayer, LegalHelpMode};
use domain::legal_help::replaced_terms::ReplacedTerms;
use domain::shared::ids::{AuthorityId, HireId, LawyerId, TicketId, UserId};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::error::unknown_value;
use crate::shared::rows::{parse_optional_word, parse_word};
use schema::{case_agreements, case_events, cases};

/// The columns of an outcome, which `cases` and `case_events` both have.
struct OutcomeColumns {
    outcome: Option<String>,
    fine_cents: Option<i64>,
    points: Option<i32>,
    until: Option<NaiveDate>,
    due: Option<NaiveDate>,
}

impl OutcomeColumns {
    /// Returns the outcome with its fine, points and dates; `None` if there is no outcome. The error for an
    /// unknown outcome names `column`.
    fn into_verdict(self, column: &'static str) -> StoreResult<Option<Verdict>> {
        let outcome = parse_optional_word(column, self.outcome.as_deref(), CaseOutcome::parse)?;
        Ok(outcome.map(|outcome| Verdict {
            outcome,
            fine: self.fine_cents.map(Money::from_cents),
            points: self.points,
            until: self.until,
            due: self.due,
        }))
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = cases, check_for_backend(diesel::pg::Pg))]
pub(super) struct CaseRow {
    hire_id: i32,
    handling: String,
    step: String,
    version: i32,
    lawyer_id: Option<i32>,
    court_state: Option<String>,
    court_name: Option<String>,
    court_id: Option<i32>,
    county: Option<String>,
    offense_class: String,
    outcome: Option<String>,
    outcome_fine_cents: Option<i64>,
    outcome_points: Option<i32>,
    outcome_until: Option<NaiveDate>,
    outcome_due: Option<NaiveDate>,
    fine_cents_at_hire: Option<i64>,
    points_at_hire: Option<i32>,
    guarantee_rule: String,
    accept_by: Option<DateTime<Utc>>,
    answer_by: Option<DateTime<Utc>>,
    sign_by: Option<DateTime<Utc>>,
    update_due: Option<DateTime<Utc>>,
    contact_by: Option<DateTime<Utc>>,
    contacted_at: Option<DateTime<Utc>>,
    is_label_by_staff: bool,
    court_date: Option<NaiveDate>,
    court_time: Option<String>,
    created_at: DateTime<Utc>,
    fee_price_cents: Option<i64>,
    fee_mode: Option<String>,
    fee_appearance_percent: Option<i32>,
    guarantee_infraction: Option<String>,
    guarantee_misdemeanor: Option<String>,
    replaced_amount: Option<String>,
    replaced_points: Option<i32>,
    replaced_due: Option<NaiveDate>,
    driver_excused_at: Option<DateTime<Utc>>,
}

impl CaseRow {
    /// Reads the terms of the fee; `None` if their columns are null. Either all of these columns
    /// are null, or none.
    fn fee(&self) -> StoreResult<Option<FeeTerms>> {
        let payer = |column, word: &Option<String>| {
            parse_optional_word(column, word.as_deref(), GuaranteePayer::parse)
        };
        let mode = parse_optional_word("cases.fee_mode", self.fee_mode.as_deref(), LegalHelpMode::parse)?;
        let infraction = payer("cases.guarantee_infraction", &self.guarantee_infraction)?;
        let misdemeanor = payer("cases.guarantee_misdemeanor", &self.guarantee_misdemeanor)?;
        let (Some(price), Some(mode), Some(infraction), Some(misdemeanor)) =
            (self.fee_price_cents, mode, infraction, misdemeanor)
        else {
            return Ok(None);
        };
        let percent = self.fee_appearance_percent.and_then(|percent| u8::try_from(percent).ok());
        let guarantee = Guarantee::new(infraction, misdemeanor);
        Ok(Some(FeeTerms {
            price: Money::from_cents(price),
            mode,
            guarantee: guarantee.map_err(|_| unknown_value("cases.guarantee_misdemeanor"))?,
            appearance_earns: percent.ok_or_else(|| unknown_value("cases.fee_appearance_percent"))?,
        }))
    }
}

/// A case, with the driver and the ticket of its hire.
#[derive(Queryable)]
pub(super) struct CaseOfHire {
    case: CaseRow,
    user_id: i32,
    ticket_id: Option<i32>,
}

impl TryFrom<CaseOfHire> for Case {
    type Error = StoreError;

    fn try_from(CaseOfHire { case: row, user_id, ticket_id }: CaseOfHire) -> StoreResult<Self> {
        let fee = row.fee()?;
        let verdict = OutcomeColumns {
            outcome: row.outcome,
            fine_cents: row.outcome_fine_cents,
            points: row.outcome_points,
            until: row.outcome_until,
            due: row.outcome_due,
        };
        let at_hire = row.fine_cents_at_hire.zip(row.points_at_hire);
        let rule = parse_word("cases.guarantee_rule", &row.guarantee_rule, GuaranteeRule::parse)?;
        Ok(Self {
            id: HireId(row.hire_id),
            user_id: UserId(user_id),
            ticket_id: ticket_id.map(TicketId),
            handling: parse_word("cases.handling", &row.handling, Handling::parse)?,
            step: parse_word("cases.step", &row.step, CaseStep::parse)?,
            version: row.version,
            lawyer_id: row.lawyer_id.map(LawyerId),
            court: CaseCourt {
                state: parse_optional_word(
                    "cases.court_state",
                    row.court_state.as_deref(),
                    UsState::from_name,
                )?,
                name: row.court_name,
                id: row.court_id.map(AuthorityId),
                county: row.county,
            },
            offense_class: parse_word("cases.offense_class", &row.offense_class, OffenseClass::parse)?,
            verdict: verdict.into_verdict("cases.outcome")?,
            replaced: ReplacedTerms {
                amount: row.replaced_amount,
                points: row.replaced_points,
                due: row.replaced_due,
            },
            at_hire: at_hire.map(|(fine, points)| TermsAtHire {
                rule,
                fine: Money::from_cents(fine),
                points,
            }),
            fee,
            accept_by: row.accept_by,
            answer_by: row.answer_by,
            sign_by: row.sign_by,
            update_due: row.update_due,
            contact_by: row.contact_by,
            contacted_at: row.contacted_at,
            is_label_by_staff: row.is_label_by_staff,
            court_date: row.court_date,
            court_time: row.court_time,
            driver_excused_at: row.driver_excused_at,
            created_at: row.created_at,
        })
    }
}

/// All columns of a case except its id, handling, version and creation time.
#[derive(AsChangeset, Insertable)]
#[diesel(table_name = cases, treat_none_as_null = true)]
pub(super) struct CaseValues<'a> {
    step: &'static str,
    lawyer_id: Option<i32>,
    court_state: Option<&'static str>,
    court_name: Option<&'a str>,
    court_id: Option<i32>,
    county: Option<&'a str>,
    offense_class: &'static str,
    outcome: Option<&'static str>,
    outcome_fine_cents: Option<i64>,
    outcome_points: Option<i32>,
    outcome_until: Option<NaiveDate>,
    outcome_due: Option<NaiveDate>,
    fine_cents_at_hire: Option<i64>,
    points_at_hire: Option<i32>,
    guarantee_rule: &'static str,
    accept_by: Option<DateTime<Utc>>,
    answer_by: Option<DateTime<Utc>>,
    sign_by: Option<DateTime<Utc>>,
    update_due: Option<DateTime<Utc>>,
    contact_by: Option<DateTime<Utc>>,
    contacted_at: Option<DateTime<Utc>>,
    is_label_by_staff: bool,
    court_date: Option<NaiveDate>,
    court_time: Option<&'a str>,
    fee_price_cents: Option<i64>,
    fee_mode: Option<&'static str>,
    fee_appearance_percent: Option<i32>,
    guarantee_infraction: Option<&'static str>,
    guarantee_misdemeanor: Option<&'static str>,
    replaced_amount: Option<&'a str>,
    replaced_points: Option<i32>,
    replaced_due: Option<NaiveDate>,
    driver_excused_at: Option<DateTime<Utc>>,
}

impl<'a> From<&'a Case> for CaseValues<'a> {
    fn from(case: &'a Case) -> Self {
        let verdict = case.verdict;
        let payer = |class| case.fee.map(|fee| fee.guarantee.payer(class).as_str());
        Self {
            step: case.step.as_str(),
            lawyer_id: case.lawyer_id.map(|id| id.0),
            court_state: case.court.state.map(UsState::name),
            court_name: case.court.name.as_deref(),
            court_id: case.court.id.map(|id| id.0),
            county: case.court.county.as_deref(),
            offense_class: case.offense_class.as_str(),
            outcome: verdict.map(|verdict| verdict.outcome.as_str()),
            outcome_fine_cents: verdict.and_then(|verdict| verdict.fine).map(Money::cents),
            outcome_points: verdict.and_then(|verdict| verdict.points),
            outcome_until: verdict.and_then(|verdict| verdict.until),
            outcome_due: verdict.and_then(|verdict| verdict.due),
            fine_cents_at_hire: case.at_hire.map(|terms| terms.fine.cents()),
            points_at_hire: case.at_hire.map(|terms| terms.points),
            guarantee_rule: case.at_hire.map_or(GuaranteeRule::CURRENT, |terms| terms.rule).as_str(),
            accept_by: case.accept_by,
            answer_by: case.answer_by,
            sign_by: case.sign_by,
            update_due: case.update_due,
            contact_by: case.contact_by,
            contacted_at: case.contacted_at,
            is_label_by_staff: case.is_label_by_staff,
            court_date: case.court_date,
            court_time: case.court_time.as_deref(),
            fee_price_cents: case.fee.map(|fee| fee.price.cents()),
            fee_mode: case.fee.map(|fee| fee.mode.as_str()),
            fee_appearance_percent: case.fee.map(|fee| i32::from(fee.appearance_earns)),
            guarantee_infraction: payer(OffenseClass::Infraction),
            guarantee_misdemeanor: payer(OffenseClass::Misdemeanor),
            replaced_amount: case.replaced.amount.as_deref(),
            replaced_points: case.replaced.points,
            replaced_due: case.replaced.due,
            driver_excused_at: case.driver_excused_at,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = case_events, check_for_backend(diesel::pg::Pg))]
pub(super) struct EventRow {
    id: i64,
    hire_id: i32,
    kind: String,
    step: String,
    at: DateTime<Utc>,
    actor: String,
    actor_id: Option<i32>,
    lawyer_id: Option<i32>,
    note: Option<String>,
    court_date: Option<NaiveDate>,
    court_time: Option<String>,
    outcome: Option<String>,
    outcome_fine_cents: Option<i64>,
    outcome_points: Option<i32>,
    outcome_until: Option<NaiveDate>,
    outcome_due: Option<NaiveDate>,
}

/// An event, with the name of the user who caused it and the ids of its documents.
#[derive(Queryable)]
pub(super) struct EventOfUser {
    event: EventRow,
    actor_name: Option<String>,
    files: Vec<i64>,
}

/// Selects the ids of an event's documents.
pub(super) fn select_event_files() -> SqlLiteral<Array<BigInt>> {
    sql("ARRAY(SELECT file_id FROM case_event_files WHERE event_id = case_events.id ORDER BY file_id)")
}

impl TryFrom<EventOfUser> for CaseEvent {
    type Error = StoreError;

    fn try_from(EventOfUser { event: row, actor_name, files }: EventOfUser) -> StoreResult<Self> {
        let verdict = OutcomeColumns {
            outcome: row.outcome,
            fine_cents: row.outcome_fine_cents,
            points: row.outcome_points,
            until: row.outcome_until,
            due: row.outcome_due,
        };
        Ok(Self {
            id: row.id,
            event: NewCaseEvent {
                case: HireId(row.hire_id),
                kind: parse_word("case_events.kind", &row.kind, CaseEventKind::parse)?,
                step: parse_word("case_events.step", &row.step, CaseStep::parse)?,
                at: row.at,
                actor: parse_word("case_events.actor", &row.actor, CaseActor::parse)?,
                actor_id: row.actor_id.map(UserId),
                lawyer_id: row.lawyer_id.map(LawyerId),
                note: row.note,
                court_date: row.court_date,
                court_time: row.court_time,
                verdict: verdict.into_verdict("case_events.outcome")?,
                files,
            },
            actor_name,
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = case_agreements, check_for_backend(diesel::pg::Pg))]
pub(super) struct AgreementRow {
    lawyer_id: i32,
    text: String,
    file_id: Option<i64>,
    sha256: String,
    sent_at: DateTime<Utc>,
    signed_at: Option<DateTime<Utc>>,
    signed_name: Option<String>,
}

impl From<AgreementRow> for Agreement {
    fn from(row: AgreementRow) -> Self {
        let signature = row.signed_at.zip(row.signed_name).map(|(at, name)| Signature { name, at });
        Self {
            lawyer_id: LawyerId(row.lawyer_id),
            text: row.text,
            file: row.file_id,
            sha256: row.sha256,
            sent_at: row.sent_at,
            signature,
        }
    }
}
