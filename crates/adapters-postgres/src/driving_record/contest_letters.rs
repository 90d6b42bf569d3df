//! Letters in which drivers contest items.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::sql_types::Bool;
use diesel::{
    AsChangeset, BoolExpressionMethods, ExpressionMethods, Insertable, IntoSql, OptionalExtension, QueryDsl,
    Queryable, RunQueryDsl, Selectable, SelectableHelper, delete, insert_into, update,
};
use domain::driving_record::contesting::deadline::ContestDeadline;
use domain::driving_record::contesting::ground::Ground;
use domain::driving_record::contesting::letter::{
    ContestLetter, Correspondent, LetterContents, SendingDetails,
};
use domain::driving_record::item_file::ItemId;
use domain::shared::ids::UserId;
use ports::driving_record::contest_letters::{ContestLetters, DriverStates};
use ports::shared::store_error::StoreResult;

use crate::shared::item_columns::{about_item, item_columns, item_of_columns};
use crate::shared::rows::parse_word;
use crate::store::PgStore;
use schema::{contest_letter_files, contest_letters, users};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = contest_letters, check_for_backend(Pg), treat_none_as_null = true)]
struct LetterColumns {
    user_id: i32,
    ticket_id: Option<i32>,
    parking_id: Option<i32>,
    toll_id: Option<i32>,
    grounds: Vec<String>,
    words: String,
    sender_name: String,
    sender_address: String,
    issuer_name: String,
    issuer_address: String,
    is_deadline_on_notice: bool,
    counted_deadline: Option<NaiveDate>,
    sent_on: Option<NaiveDate>,
    made_disputed: bool,
    is_own_form: bool,
    version: i32,
    saved_at: DateTime<Utc>,
}

/// A letter's id and its other columns.
type LetterRow = (i64, LetterColumns);

/// Returns the columns to store for a letter that is saved at the time `saved_at`.
fn to_columns(letter: &ContestLetter, saved_at: DateTime<Utc>) -> LetterColumns {
    let (ticket_id, parking_id, toll_id) = item_columns(letter.item);
    let contents = &letter.contents;
    LetterColumns {
        user_id: letter.user_id.0,
        ticket_id,
        parking_id,
        toll_id,
        grounds: contents.grounds.iter().map(Ground::to_string).collect(),
        words: contents.words.clone(),
        sender_name: contents.sender.name.clone(),
        sender_address: contents.sender.address.clone(),
        issuer_name: contents.issuer.name.clone(),
        issuer_address: contents.issuer.address.clone(),
        is_deadline_on_notice: letter.deadline.is_on_notice,
        counted_deadline: letter.deadline.counted,
        sent_on: letter.sent.map(|sent| sent.sent_on),
        made_disputed: letter.sent.is_some_and(|sent| sent.made_disputed),
        is_own_form: letter.sent.is_some_and(|sent| sent.is_own_form),
        version: letter.version,
        saved_at,
    }
}

/// Builds a letter from its row and the ids of its enclosed `files`.
fn to_letter(row: LetterColumns, files: Vec<i64>) -> StoreResult<ContestLetter> {
    let grounds = row.grounds.iter().map(|word| parse_word("contest_letters.grounds", word, Ground::parse));
    Ok(ContestLetter {
        item: item_of_columns((row.ticket_id, row.parking_id, row.toll_id), "contest_letters.ticket_id")?,
        user_id: UserId(row.user_id),
        contents: LetterContents {
            grounds: grounds.collect::<StoreResult<_>>()?,
            words: row.words,
            sender: Correspondent { name: row.sender_name, address: row.sender_address },
            issuer: Correspondent { name: row.issuer_name, address: row.issuer_address },
        },
        files,
        deadline: ContestDeadline { is_on_notice: row.is_deadline_on_notice, counted: row.counted_deadline },
        sent: row.sent_on.map(|sent_on| SendingDetails {
            sent_on,
            made_disputed: row.made_disputed,
            is_own_form: row.is_own_form,
        }),
        version: row.version,
    })
}

impl PgStore<'_> {
    /// Converts rows to letters, and reads the ids of their enclosed files.
    fn with_enclosures(&mut self, rows: Vec<LetterRow>) -> StoreResult<Vec<ContestLetter>> {
        if rows.is_empty() {
            return Ok(vec![]);
        }
        let ids: Vec<i64> = rows.iter().map(|(id, _)| *id).collect();
        let files: Vec<(i64, i64)> = self.load(
            contest_letter_files::table
                .filter(contest_letter_files::letter_id.eq_any(&ids))
                .order(contest_letter_files::file_id)
                .select((contest_letter_files::letter_id, contest_letter_files::file_id)),
        )?;
        let mut enclosures: HashMap<i64, Vec<i64>> = HashMap::new();
        for (letter, file) in files {
            enclosures.entry(letter).or_default().push(file);
        }
        rows.into_iter().map(|(id, row)| to_letter(row, enclosures.remove(&id).unwrap_or_default())).collect()
    }

    /// Returns the row of the letter that contests this item; `None` if there is none.
    fn letter_row(&mut self, item: ItemId) -> StoreResult<Option<LetterRow>> {
        let columns = (contest_letters::id, LetterColumns::as_select());
        self.run(|connection| {
            about_item!(contest_letters, contest_letters::table, item, letter => {
                letter.select(columns).first(connection).optional()
            })
        })
    }
}

impl ContestLetters for PgStore<'_> {
    fn contest_letter(&mut self, item: ItemId) -> StoreResult<Option<ContestLetter>> {
        let row = self.letter_row(item)?;
        Ok(self.with_enclosures(row.into_iter().collect())?.pop())
    }

    fn contest_letters_of(&mut self, user: UserId) -> StoreResult<Vec<ContestLetter>> {
        let rows: Vec<LetterRow> = self.load(
            contest_letters::table
                .filter(contest_letters::user_id.eq(user.0))
                .order(contest_letters::id)
                .select((contest_letters::id, LetterColumns::as_select())),
        )?;
        self.with_enclosures(rows)
    }

    fn unsent_contest_letters(
        &mut self,
        states: DriverStates<'_>,
        after: i64,
        limit: i64,
    ) -> StoreResult<Vec<(i64, ItemId)>> {
        let is_there = users::state.eq_any(states.names);
        let rows: Vec<LetterRow> = self.load(
            contest_letters::table
                .inner_join(users::table)
                .filter(contest_letters::sent_on.is_null().and(contest_letters::id.gt(after)))
                .filter(is_there.or(users::state.is_null().and(states.includes_unknown.into_sql::<Bool>())))
                .order(contest_letters::id)
                .limit(limit)
                .select((contest_letters::id, LetterColumns::as_select())),
        )?;
        rows.into_iter().map(|(id, row)| Ok((id, to_letter(row, vec![])?.item))).collect()
    }

    fn store_contest_letter(&mut self, letter: &ContestLetter, saved_at: DateTime<Utc>) -> StoreResult<()> {
        let row = to_columns(letter, saved_at);
        let stored = self.letter_row(letter.item)?;
        let id: i64 = self.run(|connection| match stored {
            Some((id, _)) => {
                update(contest_letters::table.find(id)).set(&row).execute(connection)?;
                delete(contest_letter_files::table.filter(contest_letter_files::letter_id.eq(id)))
                    .execute(connection)?;
                Ok(id)
            }
            None => insert_into(contest_letters::table)
                .values(&row)
                .returning(contest_letters::id)
                .get_result(connection),
        })?;
        let files: Vec<_> = letter
            .files
            .iter()
            .map(|file| (contest_letter_files::letter_id.eq(id), contest_letter_files::file_id.eq(*file)))
            .collect();
        self.execute(insert_into(contest_letter_files::table).values(&files))
    }

    fn delete_contest_letter(&mut self, item: ItemId) -> StoreResult<()> {
        self.run(|connection| {
            about_item!(contest_letters, contest_letters::table, item, letter => delete(letter).execute(connection))
        })?;
        Ok(())
    }
}
