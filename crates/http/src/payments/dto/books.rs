//! The books, as the back office reads them.

use application::payments::books::show::Books;
use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::books::{Figures, Month};
use domain::payments::ledger::Posting;
use domain::shared::money::Money;
use ports::payments::books::Difference;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::words as word;

/// What moved in a month, or in all of them: two decimals each. What came to us is above zero, what left is below.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookFigures)]
pub struct FiguresDto {
    /// Cards were charged.
    pub charges: String,
    /// Went back to drivers, less what banks sent back.
    pub refunds: String,
    /// Taken by banks, less what they gave again.
    pub chargebacks: String,
    /// What chargebacks cost.
    pub chargeback_fees: String,
    /// The payment provider's fees.
    pub provider_fees: String,
    /// Paid out to our bank account.
    pub payouts: String,
    /// Moved at the provider and not explained.
    pub in_question: String,
    /// Sent to courts, cities and toll roads, less what they gave back.
    pub remitted: String,
    /// To come back from them, beyond what was before.
    pub to_recover: String,
    /// Owed to courts, cities and toll roads beyond what was before.
    pub owed_to_courts: String,
    /// Owed to drivers beyond what was before.
    pub owed_to_drivers: String,
    /// Ours: earned, less what was spent.
    pub ours: String,
}

impl From<Figures> for FiguresDto {
    fn from(figures: Figures) -> Self {
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
            ours: figures.ours.to_string(),
        }
    }
}

/// A month of the business.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookMonth)]
pub struct MonthDto {
    /// Its first day.
    pub month: NaiveDate,
    /// What moved.
    pub figures: FiguresDto,
}

impl From<Month> for MonthDto {
    fn from(month: Month) -> Self {
        Self { month: month.first_day, figures: month.figures.into() }
    }
}

/// The balance of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountBalance)]
pub struct BalanceDto {
    /// Which account.
    pub account: word::Account,
    /// Two decimals; a debit is above zero, a credit below.
    pub balance: String,
}

impl From<Posting> for BalanceDto {
    fn from(posting: Posting) -> Self {
        Self { account: posting.account.into(), balance: posting.amount.to_string() }
    }
}

/// Something that the books and the payment provider do not agree about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookDifference)]
pub struct DifferenceDto {
    /// The provider's id of what it is about.
    pub subject: String,
    /// What is wrong.
    pub kind: word::DifferenceKind,
    /// What the books have moved for it, two decimals.
    pub ours: String,
    /// What the provider has, after its fees, two decimals.
    pub theirs: String,
    /// Theirs less ours, two decimals.
    pub difference: String,
    /// The provider's currency.
    pub currency: String,
    /// Our payment, if it is known.
    pub payment_id: Option<i32>,
    /// That payment's number.
    pub confirmation_number: Option<String>,
    /// When something last moved for it.
    pub moved_at: DateTime<Utc>,
    /// Where the provider shows it.
    pub provider_url: String,
}

impl DifferenceDto {
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

/// Where the provider's dashboard shows a thing: by its kind where it has a page, else by a search for its id.
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

/// The books.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Books)]
pub struct BooksDto {
    /// Month by month, the newest first.
    pub months: Vec<MonthDto>,
    /// All months.
    pub total: FiguresDto,
    /// The trial balance: every account.
    pub balance: Vec<BalanceDto>,
    /// Every entry, and all of them together, sum to zero.
    pub is_balanced: bool,
    /// What differed at the last matching: faults first, then the newest; at most 200.
    pub differences: Vec<DifferenceDto>,
    /// How many differences are faults: all but foreign money.
    pub faults: i64,
    /// When the books were matched with the provider last.
    pub matched_at: Option<DateTime<Utc>>,
    /// Movements read so far, while the provider's list hasn't been read to its end; the next call resumes there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<i64>,
}

impl BooksDto {
    /// Links lead to the provider's test mode, or not.
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
        }
    }
}

/// Months as a table for spreadsheets, the newest first.
///
/// # Errors
/// Fails if a row can't be written, which doesn't happen in memory.
pub fn months_csv(months: Vec<Month>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(vec![]);
    writer.write_record([
        "month",
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
            figures.ours,
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

#[cfg(test)]
mod tests {
    use super::provider_url;

    #[test]
    fn each_thing_has_its_page_at_the_provider() {
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
