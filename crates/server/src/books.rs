//! `server books`: the trial balance, for an operator at the server (docs/product/payments.md#books).

use std::fmt::Write;

use adapters_postgres::{PgDatabase, PoolSettings};
use application::payments::books::show::{self, Books};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::payments::matching::is_recently_matched;
use domain::shared::money::Money;
use ports::shared::clock::Clock;
use ports::store::with_store;

use crate::adapters::clock::SystemClock;
use crate::config::Config;
use crate::wiring::database;

/// Runs `server books`: prints the trial balance. Fails if the books have errors or weren't matched recently.
pub fn print_books(config: &Config) -> anyhow::Result<()> {
    let read = |database: &PgDatabase| with_store(database, show::read);
    let books = match config.database_url.as_deref() {
        Some(url) => read(&PgDatabase::open(url, PoolSettings::of_command())?)?,
        None => read(&database::open_database_for_command(config)?.database)?,
    };
    #[expect(clippy::print_stdout, reason = "the operator asked for it")]
    {
        print!("{}", format_table(&books)?);
    }
    ensure_healthy(&books, SystemClock.now())
}

/// Fails if the trial balance doesn't balance, the provider's balances differ, or the books were not matched
/// with the provider in the last two days.
fn ensure_healthy(books: &Books, now: DateTime<Utc>) -> anyhow::Result<()> {
    anyhow::ensure!(books.is_balanced, "the trial balance does not balance");
    anyhow::ensure!(books.faults == 0, "{} differences between the books and the provider", books.faults);
    anyhow::ensure!(books.matched_at.is_some(), "the books were never matched with the provider");
    anyhow::ensure!(
        is_recently_matched(books.matched_at, now),
        "the books were not matched with the provider in the last two days"
    );
    Ok(())
}

/// Formats the trial balance as a table, with the differences between the books and the provider.
fn format_table(books: &Books) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    writeln!(text, "{:<16} {:>16} {:>16}", "account", "debit", "credit")?;
    let (mut debits, mut credits) = (0, 0);
    for line in &books.balance {
        let cents = line.amount.cents();
        let (debit, credit) = (cents.max(0), (-cents).max(0));
        debits += debit;
        credits += credit;
        writeln!(
            text,
            "{:<16} {:>16} {:>16}",
            line.account.as_str(),
            format_cents(debit),
            format_cents(credit)
        )?;
    }
    let total = |cents| Money::from_cents(cents).to_string();
    writeln!(text, "{:<16} {:>16} {:>16}", "total", total(debits), total(credits))?;
    if let Some(since) = books.lawyers_owed_since {
        let (day, revenue) = (since.format("%Y-%m-%d"), books.total.held_for_lawyers);
        writeln!(
            text,
            "\nlawyers: since {day} owed to drivers and lawyers ({revenue}), before that our revenue"
        )?;
    }
    let matched =
        books.matched_at.map_or("never".to_owned(), |at| at.to_rfc3339_opts(SecondsFormat::Secs, true));
    writeln!(text, "\nmatched with the provider: {matched}; differences: {}", books.faults)?;
    for one in &books.differences {
        let (subject, kind) = (&one.subject, one.kind.as_str());
        writeln!(
            text,
            "  {kind:<10} {subject:<32} ours {:>14} theirs {:>14} {}",
            one.ours, one.theirs, one.currency
        )?;
    }
    Ok(text)
}

/// Formats an amount; zero becomes an empty string.
fn format_cents(cents: i64) -> String {
    if cents == 0 { String::new() } else { Money::from_cents(cents).to_string() }
}

#[cfg(test)]
mod tests {
    use domain::payments::books::BookFigures;
    use domain::payments::ledger::{Account, Posting};

    use chrono::TimeDelta;

    use super::*;

    /// Returns books with this trial balance and no differences.
    fn books(balance: Vec<Posting>) -> Books {
        Books {
            months: vec![],
            total: BookFigures::default(),
            balance,
            differences: vec![],
            faults: 0,
            is_balanced: true,
            matched_at: None,
            reading: None,
            lawyers_owed_since: None,
        }
    }

    #[test]
    fn books_not_matched_in_the_last_two_days_are_an_error() {
        let now = SystemClock.now();
        let result_at = |matched_at| {
            let result = ensure_healthy(&Books { matched_at, ..books(vec![]) }, now);
            result.err().map(|error| error.to_string())
        };
        let never = "the books were never matched with the provider";
        assert_eq!(result_at(None).as_deref(), Some(never));
        let late = "the books were not matched with the provider in the last two days";
        assert_eq!(result_at(Some(now - TimeDelta::days(2) - TimeDelta::seconds(1))).as_deref(), Some(late));
        assert_eq!(result_at(Some(now - TimeDelta::days(2))), None);
    }

    #[test]
    fn the_table_of_the_books_shows_debits_and_credits_in_columns() {
        let line = |account, cents| Posting { account, amount: Money::from_cents(cents) };
        let books = books(vec![
            line(Account::Provider, 15_000),
            line(Account::Bank, 0),
            line(Account::TrafficFines, -15_000),
        ]);
        let expected = [
            "account                     debit           credit",
            "provider                   150.00                 ",
            "bank                                              ",
            "traffic_fines                               150.00",
            "total                      150.00           150.00",
            "",
            "matched with the provider: never; differences: 0",
        ];
        assert_eq!(format_table(&books).unwrap().lines().collect::<Vec<_>>(), expected);
    }
}
