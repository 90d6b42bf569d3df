//! Imports of items from files.

use application::imports::files::Yes;
use chrono::{DateTime, Utc};
use domain::driving_record::amount::ASKED_ONCE_MORE_OVER;
use domain::driving_record::fine;
use domain::imports::columns::{COLUMNS, MappingError, Seen, columns_of, guess};
use domain::imports::import::{ImportKind, LineOutcome};
use domain::imports::presets::fitting;
use ports::imports::files::{FileColumn, Import, StagedLine};
use ports::shared::field_names::json_name;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::words as word;

/// Query of `POST /api/admin/imports`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UploadQuery {
    kind: String,
    file_name: String,
}

impl UploadQuery {
    /// Parses the body.
    ///
    /// # Errors
    /// `kind`, when it is none.
    pub fn read(self) -> Result<(ImportKind, String), application::Error> {
        let kind = ImportKind::parse(&self.kind)
            .ok_or_else(|| application::Error::field("kind", "One of ticket, parking, toll."))?;
        Ok((kind, self.file_name))
    }
}

/// Query of `GET /api/admin/imports/{id}/lines`, beside the list's own.
#[derive(Deserialize)]
pub struct OutcomeQuery {
    outcome: Option<String>,
}

impl OutcomeQuery {
    /// Parses the body.
    ///
    /// # Errors
    /// `outcome`, when it is none.
    pub fn read(&self) -> Result<Option<LineOutcome>, application::Error> {
        let wrong = || application::Error::field("outcome", "One of new, existing, bad, queued, unclaimed.");
        self.outcome.as_deref().map(|text| LineOutcome::parse(text).ok_or_else(wrong)).transpose()
    }
}

/// Query of `POST /api/admin/imports/{id}/confirm`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConfirmQuery {
    /// Amounts above $5,000 are meant.
    #[serde(default)]
    pub large_amounts: bool,
    /// The good lines are stored, and the bad ones set aside.
    #[serde(default)]
    pub set_aside: bool,
}

impl ConfirmQuery {
    /// What staff say.
    pub fn yes(&self) -> Yes {
        Yes { are_large_meant: self.large_amounts, sets_aside: self.set_aside }
    }
}

/// Body of `POST /api/admin/imports/{id}/check`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckBody {
    /// For each of the file's columns, in their order, what it means; null leaves it out.
    #[validate(length(max = 100, message = "A file has at most 100 columns."))]
    pub columns: Vec<Option<String>>,
    /// A parking ticket without a due date is due so many days after its date; that is marked as worked out.
    #[validate(range(min = 1, max = 365, message = "Choose 1 to 365 days."))]
    pub due_days: Option<i32>,
}

impl CheckBody {
    /// What each column means, in the house's own words.
    ///
    /// # Errors
    /// `columns`, when a name is none of the API's.
    pub fn meanings(&self) -> Result<Vec<Option<String>>, application::Error> {
        self.columns.iter().map(|name| name.as_deref().map(meaning).transpose()).collect()
    }
}

fn meaning(name: &str) -> Result<String, application::Error> {
    if name.contains('_') {
        let unknown = MappingError::Unknown(name.chars().take(50).collect());
        return Err(application::Error::field("columns", unknown.to_string()));
    }
    let known = COLUMNS.iter().find(|column| json_name(column.name) == name);
    Ok(known.map_or(name, |column| column.name).to_owned())
}

/// Cells that are shown of a column; more are looked at.
const SHOWN_SAMPLES: usize = 3;
/// So much of a cell of a wrong line is shown.
const MOST_SHOWN: usize = 200;

/// A column of a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumn {
    /// As the file has it.
    pub header: String,
    /// The first cells under it, cut short.
    pub samples: Vec<String>,
    /// What it seems to mean.
    #[schema(required = true)]
    pub guess: Option<String>,
    /// These are states, and somebody has to say whether of the plate or of the license.
    pub is_unclear_state: bool,
}

/// What a column may mean.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportField {
    /// For the call.
    pub name: String,
    /// For a person.
    pub label: String,
    /// A file of this kind cannot do without.
    pub is_required: bool,
}

/// An import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub struct ImportDto {
    /// Identifier.
    pub id: i32,
    /// What it makes.
    pub kind: word::ImportKind,
    /// Where it stands.
    pub status: word::ImportStatus,
    /// As the browser called it.
    pub file_name: String,
    /// The file's columns; none when the import has ended.
    pub columns: Vec<ImportColumn>,
    /// What they may mean.
    pub fields: Vec<ImportField>,
    /// What they mean, once told.
    #[schema(required = true)]
    pub mapping: Option<Vec<Option<String>>>,
    /// Lines without the header.
    pub total_lines: i32,
    /// How far checking or storing has come.
    pub done_lines: i32,
    /// Lines that make an item.
    pub new_lines: i32,
    /// Lines whose item is on file already.
    pub existing_lines: i32,
    /// Lines with something wrong.
    pub bad_lines: i32,
    /// Lines that name a driver by what is not verified: a person decides.
    pub queued_lines: i32,
    /// Lines that no driver matches: they wait for one, 90 days.
    pub unclaimed_lines: i32,
    /// New lines with an amount above $5,000: storing them is confirmed apart.
    pub large_lines: i32,
    /// New lines with words for their amount: it is estimated.
    pub estimated_lines: i32,
    /// Items that were stored.
    pub stored_items: i32,
    /// The first of them.
    #[schema(required = true)]
    pub first_item_id: Option<i32>,
    /// The last of them.
    #[schema(required = true)]
    pub last_item_id: Option<i32>,
    /// Why it cannot go on.
    #[schema(required = true)]
    pub message: Option<String>,
    /// Who brought the file.
    pub created_by: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When it ended, either way.
    #[schema(required = true)]
    pub ended_at: Option<DateTime<Utc>>,
    /// The preset that the file's headers fit.
    #[schema(required = true)]
    pub preset: Option<String>,
    /// A line without a due date is due so many days after its date: as told, or before that as the preset has it.
    #[schema(required = true)]
    pub due_days: Option<i32>,
    /// Bad lines are there to be mended: `GET /api/admin/imports/{id}/mend`.
    pub has_set_aside: bool,
    /// When what was stored was taken back.
    #[schema(required = true)]
    pub undone_at: Option<DateTime<Utc>>,
}

impl From<Import> for ImportDto {
    fn from(import: Import) -> Self {
        let headers: Vec<String> = import.columns.iter().map(|column| column.header.clone()).collect();
        let preset = fitting(import.kind, &headers);
        let is_open = import.mapping.is_none();
        let seen =
            import.columns.iter().map(|FileColumn { header, samples }| Seen { header, cells: samples });
        let guesses = guess(import.kind, &seen.collect::<Vec<_>>());
        let has_set_aside = import.sets_aside && !import.columns.is_empty() && import.ended_at.is_some();
        // What is set aside needs the headers; nobody looks at the columns any more.
        let shown = if import.ended_at.is_some() { vec![] } else { import.columns };
        let columns = shown.into_iter().zip(guesses).map(|(column, guess)| ImportColumn {
            header: column.header,
            samples: column.samples.into_iter().take(SHOWN_SAMPLES).collect(),
            guess: guess.name.map(json_name),
            is_unclear_state: guess.is_unclear_state,
        });
        let fields = columns_of(import.kind).map(|column| ImportField {
            name: json_name(column.name),
            label: column.label.to_owned(),
            is_required: column.is_required(import.kind),
        });
        Self {
            id: import.id.0,
            kind: import.kind.into(),
            status: import.status.into(),
            file_name: import.file_name,
            columns: columns.collect(),
            fields: fields.collect(),
            mapping: import
                .mapping
                .map(|names| names.iter().map(|name| name.as_deref().map(json_name)).collect()),
            total_lines: import.counts.total,
            done_lines: import.counts.done,
            new_lines: import.counts.new,
            existing_lines: import.counts.existing,
            bad_lines: import.counts.bad,
            queued_lines: import.counts.queued,
            unclaimed_lines: import.counts.unclaimed,
            large_lines: import.counts.large,
            estimated_lines: import.counts.estimated,
            stored_items: import.stored,
            first_item_id: import.items.map(|(first, _)| first),
            last_item_id: import.items.map(|(_, last)| last),
            message: import.message,
            created_by: import.by_name,
            created_at: import.created_at,
            ended_at: import.ended_at,
            preset: preset.map(|preset| preset.name.to_owned()),
            due_days: import.due_days.or(preset.and_then(|preset| preset.due_days).filter(|_| is_open)),
            has_set_aside,
            undone_at: import.undone_at,
        }
    }
}

/// A field and its text.
#[derive(Debug, Serialize, ToSchema)]
pub struct NamedText {
    /// The field, by its name in the API; empty for the whole line.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A line that was read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportLine)]
pub struct ImportLineDto {
    /// Where in the file, as a text editor counts: the header is line 1.
    pub line: i32,
    /// What came of it.
    pub outcome: word::LineOutcome,
    /// Whose; the one to decide on, while that is open; none for a bad one, and while nobody matches.
    #[schema(required = true)]
    pub user_id: Option<i32>,
    /// The item that is on file already.
    #[schema(required = true)]
    pub item_id: Option<i32>,
    /// What the driver will see as its fine, two decimals; none for a bad line.
    #[schema(required = true)]
    pub fine: Option<String>,
    /// The fine is worked out, because the amount is words.
    pub is_estimated: bool,
    /// The fine is above $5,000.
    pub is_large: bool,
    /// What it makes; for a bad line the cells as they stand.
    pub fields: Vec<NamedText>,
    /// What is wrong, column by column.
    pub problems: Vec<NamedText>,
}

impl From<StagedLine> for ImportLineDto {
    fn from(line: StagedLine) -> Self {
        let fine = (line.outcome != LineOutcome::Bad).then(|| {
            let points = line.says("points").and_then(|points| points.parse().ok()).unwrap_or_default();
            fine::shown(
                line.amount().unwrap_or_default(),
                line.says("violation_type").unwrap_or_default(),
                points,
            )
        });
        let is_estimated = fine.is_some() && fine::is_estimated(line.amount().unwrap_or_default());
        let named = |pairs: Vec<(String, String)>| {
            pairs
                .into_iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(name, text)| NamedText { name: json_name(&name), text })
                .collect()
        };
        let is_wrong = line.outcome == LineOutcome::Bad;
        // What is wrong may be long: whole it is in the file for mending.
        let shown = |(name, text): (String, String)| {
            let text = if is_wrong { text.chars().take(MOST_SHOWN).collect() } else { text };
            (name, text)
        };
        Self {
            line: line.line,
            outcome: line.outcome.into(),
            user_id: line.user.map(|user| user.0),
            item_id: line.item,
            fine: fine.map(|fine| fine.to_string()),
            is_estimated,
            is_large: fine.is_some_and(|fine| fine > ASKED_ONCE_MORE_OVER),
            fields: named(line.fields.into_iter().map(shown).collect()),
            problems: named(line.problems),
        }
    }
}
