use std::sync::LazyLock;

use chrono::{DateTime, NaiveDate, Utc};
use diesel::expression::{AppearsOnTable, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Bool, Integer, Nullable, Record, Text};
use diesel::{Expression, QueryResult, Queryable, Selectable};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::lawyer::{BarLicense, Lawyer, LawyerRecord, PracticeArea};
use domain::legal_help::matching::Practice;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::shared::ids::{AuthorityId, LawyerId, UserId};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::legal_help::steps::step_names_sql;
use crate::shared::rows::parse_word;
use schema::lawyers;

/// SQL for the areas of each row's lawyer.
const AREAS: &str = "ARRAY(SELECT ROW(state, county, court_id) FROM lawyer_areas \
    WHERE lawyer_areas.lawyer_id = lawyers.id ORDER BY id)";

/// SQL for the number of open cases that each row's lawyer accepted, plus the number of open offers to the lawyer.
static OPEN_CASES: LazyLock<String> = LazyLock::new(|| {
    format!(
        "((SELECT count(*) FROM cases WHERE cases.lawyer_id = lawyers.id AND cases.step IN ({})) \
         + (SELECT count(*) FROM case_offers WHERE case_offers.lawyer_id = lawyers.id AND case_offers.result IS NULL))",
        step_names_sql(CaseStep::is_open)
    )
});

/// Defines an SQL expression about each row's lawyer. The expression's text never changes, so each connection
/// prepares a query with it only once.
macro_rules! column {
    ($(#[$about:meta])* $name:ident: $kind:ty = $sql:expr) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $name;

        impl QueryFragment<Pg> for $name {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
                out.push_sql(&$sql);
                Ok(())
            }
        }

        impl QueryId for $name {
            type QueryId = Self;
        }

        impl Expression for $name {
            type SqlType = $kind;
        }

        impl ValidGrouping<()> for $name {
            type IsAggregate = is_aggregate::No;
        }

        impl AppearsOnTable<lawyers::table> for $name {}

        impl SelectableExpression<lawyers::table> for $name {}
    };
}

/// A bar license: state and number.
pub(super) type LicenseRow = (String, String);
/// An area: state, county and the court's id. An area without county and court is the whole state.
pub(super) type AreaRow = (String, Option<String>, Option<i32>);
type AreasSql = Array<Record<(Text, Nullable<Text>, Nullable<Integer>)>>;
/// A practice: state of the license, areas, whether the lawyer takes misdemeanors, capacity and open cases.
pub(super) type PracticeRow = (String, Vec<AreaRow>, bool, i32, i64);
pub(super) type PracticesSql = Array<Record<(Text, AreasSql, Bool, Integer, BigInt)>>;

/// SQL for the practices of active lawyers with an account, in the states `$1`. `ARRAY(SELECT unnest($1))`
/// hides the number of states from the planner. If PostgreSQL knew the number, it would plan the statement
/// again at each execution instead of reusing a generic plan.
pub(super) static PRACTICES: LazyLock<String> = LazyLock::new(|| {
    format!(
        "ARRAY(SELECT ROW(lawyer_licenses.state, {AREAS}, takes_misdemeanors, capacity, {}) \
         FROM lawyer_licenses JOIN lawyers ON lawyers.id = lawyer_licenses.lawyer_id \
         WHERE lawyer_licenses.state = ANY(ARRAY(SELECT unnest($1::text[]))) AND is_active AND user_id IS NOT NULL)",
        *OPEN_CASES
    )
});

column! {
    /// The lawyer's bar licenses.
    Licenses: Array<Record<(Text, Text)>> = "ARRAY(SELECT ROW(state, number) FROM lawyer_licenses \
        WHERE lawyer_licenses.lawyer_id = lawyers.id ORDER BY state)"
}

column! {
    /// The areas in whose courts the lawyer takes cases.
    Areas: AreasSql = AREAS
}

column! {
    HasPhoto: Bool = "EXISTS (SELECT FROM lawyer_photos WHERE lawyer_photos.lawyer_id = lawyers.id)"
}

column! {
    /// Number of open cases that the lawyer accepted, plus the number of open offers to the lawyer.
    OpenCases: BigInt = OPEN_CASES
}

column! {
    /// Median time from an offer to its acceptance, in minutes. Null if the lawyer has accepted no offer.
    MinutesToAccept: Nullable<BigInt> = "(SELECT percentile_cont(0.5) WITHIN GROUP \
        (ORDER BY extract(epoch FROM answered_at - offered_at) / 60) FROM case_offers \
        WHERE case_offers.lawyer_id = lawyers.id AND case_offers.result = 'accepted')::bigint"
}

column! {
    /// Whether the second factor of the lawyer's account is on.
    HasSecondFactor: Bool = "EXISTS (SELECT FROM second_factors \
        WHERE second_factors.user_id = lawyers.user_id AND second_factors.confirmed_at IS NOT NULL)"
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = lawyers, check_for_backend(Pg))]
pub(super) struct LawyerRow {
    id: i32,
    version: i32,
    name: String,
    firm: String,
    takes_misdemeanors: bool,
    capacity: i32,
    email: String,
    phone: String,
    trust_account_name: String,
    is_active: bool,
    user_id: Option<i32>,
    last_offered_at: Option<DateTime<Utc>>,
    monthly_fee_cents: Option<i64>,
    fee_from: Option<NaiveDate>,
    created_at: DateTime<Utc>,
    #[diesel(select_expression = HasPhoto, select_expression_type = HasPhoto)]
    has_photo: bool,
}

/// A lawyer, with licenses and areas.
#[derive(Queryable)]
pub(super) struct CompleteLawyer {
    pub(super) row: LawyerRow,
    pub(super) licenses: Vec<LicenseRow>,
    pub(super) areas: Vec<AreaRow>,
}

impl TryFrom<CompleteLawyer> for Lawyer {
    type Error = StoreError;

    fn try_from(CompleteLawyer { row, licenses, areas }: CompleteLawyer) -> StoreResult<Self> {
        Ok(Self {
            id: LawyerId(row.id),
            record: LawyerRecord {
                name: row.name,
                firm: row.firm,
                licenses: licenses.into_iter().map(to_license).collect::<StoreResult<_>>()?,
                areas: areas.into_iter().map(to_area).collect::<StoreResult<_>>()?,
                takes_misdemeanors: row.takes_misdemeanors,
                capacity: row.capacity,
                email: row.email,
                phone: row.phone,
                trust_account_name: row.trust_account_name,
                monthly_fee: row.monthly_fee_cents.map(Money::from_cents),
            },
            is_active: row.is_active,
            user_id: row.user_id.map(UserId),
            last_offered_at: row.last_offered_at,
            fee_from: row.fee_from.map(FeeMonth::of_day),
            version: row.version,
            created_at: row.created_at,
            has_photo: row.has_photo,
        })
    }
}

/// Converts a row to a lawyer's practice in one state.
pub(super) fn to_practice(row: PracticeRow) -> StoreResult<Practice> {
    let (state, areas, takes_misdemeanors, capacity, open_cases) = row;
    Ok(Practice {
        state: parse_word("lawyer_licenses.state", &state, UsState::from_name)?,
        areas: areas.into_iter().map(to_area).collect::<StoreResult<_>>()?,
        takes_misdemeanors,
        capacity,
        open_cases,
    })
}

fn to_license((state, number): LicenseRow) -> StoreResult<BarLicense> {
    Ok(BarLicense { state: parse_word("lawyer_licenses.state", &state, UsState::from_name)?, number })
}

/// Converts a row to an area of a lawyer: a court, a county or a whole state.
fn to_area((state, county, court): AreaRow) -> StoreResult<PracticeArea> {
    let state = parse_word("lawyer_areas.state", &state, UsState::from_name)?;
    Ok(match (county, court) {
        (_, Some(court)) => PracticeArea::Court(state, AuthorityId(court)),
        (Some(county), None) => PracticeArea::County(state, county),
        (None, None) => PracticeArea::State(state),
    })
}
