//! Response bodies for the books in the back office.

use application::payments::books::show::Books;
use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::books::{BookFigures, BookMonth};
use domain::payments::ledger::Posting;
use domain::shared::money::Money;
use ports::payments::books::Difference;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::csv_file;
use crate::shared::enums as word;

/// Movements of money in a month, or in all months, in dollars with two decimals. Received amounts
/// are positive, paid amounts negative.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookFigures)]
pub struct FiguresDto {
    /// Card charges, before refunds and chargebacks.
    pub charges: String,
    /// Refunds to drivers, minus refunds that banks returned.
    pub refunds: String,
    /// Money that banks took in chargebacks, minus money that banks returned.
    pub chargebacks: String,
    /// The provider's fees for chargebacks.
    pub chargeback_fees: String,
    /// The payment provider's other fees.
    pub provider_fees: String,
    /// Payouts to our bank account.
    pub payouts: String,
    /// Changes to our provider balance that could not be explained.
    pub in_question: String,
    /// Money sent to courts, cities, toll agencies and lawyers, minus returned money.
    pub remitted: String,
    /// Increase in the amount that authorities and lawyers must return to us.
    pub to_recover: String,
    /// Increase in the amount that we owe to courts, cities and toll agencies.
    pub owed_to_courts: String,
    /// Increase in the amount that we owe to drivers.
    pub owed_to_drivers: String,
    /// Increase in the fees that we hold for lawyers.
    pub held_for_lawyers: String,
    /// Our revenue, minus our expenses.
    pub ours: String,
}

impl From<BookFigures> for FiguresDto {
    fn from(figures: BookFigures) -> Self {
        Self {
            charges: figures.charges.to_string(),
            refunds: figures.refunds.to_string(),
            chargebacks: figures.chargebacks.to_string(),
            chargeback_fees: figures.chargeback_fees.to_string(),
            provider_fees: figures.provider_fees.to_string(),
            payouts: figures.payouts.to_string(),
            in_question: figures.in_question.to_string(),
            remitted: figures.remitted.to_string(),
            to_recover: figures.to_recover.to_string(),
            owed_to_courts: figures.owed_to_courts.to_string(),
            owed_to_drivers: figures.owed_to_drivers.to_string(),
            held_for_lawyers: figures.held_for_lawyers.to_string(),
            ours: figures.ours.to_string(),
        }
    }
}

/// The books of one month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookMonth)]
pub struct MonthDto {
    /// The first day of the month.
    pub month: NaiveDate,
    /// The movements of money in this month.
    pub figures: FiguresDto,
}

impl From<BookMonth> for MonthDto {
    fn from(month: BookMonth) -> Self {
        Self { month: month.first_day, figures: month.figures.into() }
    }
}

/// The balance of an account in the ledger.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountBalance)]
pub struct BalanceDto {
    /// The ledger account with this balance.
    pub account: word::Account,
    /// The balance, with two decimals. Debits are positive, credits negative.
    pub balance: String,
}

impl From<Posting> for BalanceDto {
    fn from(posting: Posting) -> Self {
        Self { account: posting.account.into(), balance: posting.amount.to_string() }
    }
}

/// A difference between the books and the payment provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookDifference)]
pub struct DifferenceDto {
    /// The provider's id of the object for which the books and the provider disagree.
    pub subject: String,
    /// The kind of difference.
    pub kind: word::DifferenceKind,
    /// The amount that the books have for the object, with two decimals.
    pub ours: String,
    /// The amount that the provider has for the object, after its fees, with two decimals.
    pub theirs: String,
    /// The provider's amount minus ours, with two decimals.
    pub difference: String,
    /// The currency of the provider's amount.
    pub currency: String,
    /// The id of our payment that the object belongs to, if there is one.
    pub payment_id: Option<i32>,
    /// The confirmation number of that payment, if there is one.
    pub confirmation_number: Option<String>,
    /// The time of the object's latest change in the books or at the provider.
    pub moved_at: DateTime<Utc>,
    /// Link to the object in the provider's dashboard.
    pub provider_url: String,
}

impl DifferenceDto {
    /// Builds the response. With `test_mode`, the link opens the provider's test dashboard.
    fn new(difference: Difference, test_mode: bool) -> Self {
        let by = Money::from_cents(difference.theirs.cents() - difference.ours.cents());
        Self {
            provider_url: provider_url(&difference.subject, test_mode),
            subject: difference.subject,
            kind: difference.kind.into(),
            ours: difference.ours.to_string(),
            theirs: difference.theirs.to_string(),
            difference: by.to_string(),
            currency: difference.currency,
            payment_id: difference.payment_id.map(|id| id.0),
            confirmation_number: difference.confirmation_number,
            moved_at: difference.moved_at,
        }
    }
}

/// Builds the link to the object with the id `subject` in the provider's dashboard. The link opens
/// the object's own page if its kind has one, otherwise a search for the id.
fn provider_url(subject: &str, test_mode: bool) -> String {
    let mode = if test_mode { "test/" } else { "" };
    let page = match subject.split_once('_').map(|(prefix, _)| prefix) {
        Some("pi" | "ch") => "payments/",
        Some("po") => "payouts/",
        Some("du" | "dp") => "disputes/",
        _ => "search?query=",
    };
    format!("https://dashboard.stripe.com/{mode}{page}{subject}")
}

/// The books by month, with balances and differences.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Books)]
pub struct BooksDto {
    /// The months, newest first.
    pub months: Vec<MonthDto>,
    /// The sums over all months.
    pub total: FiguresDto,
    /// The trial balance: the balance of every account.
    pub balance: Vec<BalanceDto>,
    /// Whether every entry, and all entries together, sum to zero.
    pub is_balanced: bool,
    /// Differences that the latest matching found, at most 200.
    pub differences: Vec<DifferenceDto>,
    /// Number of differences that staff must correct.
    pub faults: i64,
    /// When the books were last matched with the provider; null if they never were.
    pub matched_at: Option<DateTime<Utc>>,
    /// Number of balance changes read so far, if the provider's list hasn't been read to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<i64>,
    /// When the ledger's account for lawyers became a liability, if it was revenue before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lawyers_owed_since: Option<DateTime<Utc>>,
}

impl BooksDto {
    /// Builds the response. `test_mode` selects the provider's test dashboard for links.
    pub fn new(books: Books, test_mode: bool) -> Self {
        let difference = |one| DifferenceDto::new(one, test_mode);
        Self {
            months: books.months.into_iter().map(MonthDto::from).collect(),
            total: books.total.into(),
            balance: books.balance.into_iter().map(BalanceDto::from).collect(),
            is_balanced: books.is_balanced,
            differences: books.differences.into_iter().map(difference).collect(),
            faults: books.faults,
            matched_at: books.matched_at,
            reading: books.reading,
            lawyers_owed_since: books.lawyers_owed_since,
        }
    }
}

/// Formats the books' months as CSV.
pub fn months_csv(months: Vec<BookMonth>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv_file::new_writer();
    writer.write_record([
        csv_file::business_zone_header("month").as_str(),
        "charges",
        "providerFees",
        "refunds",
        "chargebacks",
        "chargebackFees",
        "payouts",
        "inQuestion",
        "remitted",
        "toRecover",
        "owedToCourts",
        "owedToDrivers",
        "heldForLawyers",
        "ours",
    ])?;
    for month in months {
        let figures = FiguresDto::from(month.figures);
        writer.write_record([
            month.first_day.format("%Y-%m").to_string(),
            figures.charges,
            figures.provider_fees,
            figures.refunds,
            figures.chargebacks,
            figures.chargeback_fees,
            figures.payouts,
            figures.in_question,
            figures.remitted,
            figures.to_recover,
            figures.owed_to_courts,
            figures.owed_to_drivers,
            figures.held_for_lawyers,
            figures.ours,
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

#[cfg(test)]
mod tests {
    use super::provider_url;

    #[test]
    fn a_link_to_the_providers_dashboard_opens_the_objects_page_or_a_search_for_its_id() {
        let cases = [
            ("pi_1", false, "payments/pi_1"),
            ("ch_1", true, "test/payments/ch_1"),
            ("po_1", true, "test/payouts/po_1"),
            ("du_1", false, "disputes/du_1"),
            ("re_1", false, "search?query=re_1"),
            ("txn_1", true, "test/search?query=txn_1"),
        ];
        for (subject, test_mode, expected) in cases {
            let url = format!("https://dashboard.stripe.com/{expected}");
            assert_eq!(provider_url(subject, test_mode), url);
        }
    }
}
