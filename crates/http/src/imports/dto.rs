//! Request and response bodies for imports of items from files.

use application::imports::files::StoreConfirmations;
use chrono::{DateTime, Utc};
use domain::driving_record::amount::CONFIRM_ABOVE;
use domain::driving_record::fine;
use domain::imports::columns::{ColumnSample, MappingError, all_column_meanings, column_meanings_of, guess};
use domain::imports::import::{ImportKind, LineOutcome};
use domain::imports::presets::find_by_headers;
use ports::imports::files::{FileColumn, Import, StagedLine, is_unmapped_column};
use ports::shared::field_names::json_name;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;

/// Query of `POST /api/admin/imports`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UploadQuery {
    kind: String,
    file_name: String,
}

impl UploadQuery {
    /// Parses the query. Returns the kind of the file's items, and the file's name.
    pub fn parse(self) -> Result<(ImportKind, String), application::Error> {
        let kind = ImportKind::parse(&self.kind)
            .ok_or_else(|| application::Error::field("kind", "Must be one of ticket, parking, toll."))?;
        Ok((kind, self.file_name))
    }
}

/// Query of `GET /api/admin/imports/{id}/lines`, in addition to the parameters of every list.
#[derive(Deserialize)]
pub struct OutcomeQuery {
    outcome: Option<String>,
}

impl OutcomeQuery {
    /// Parses the outcome that listed lines must have; `None` if the query has none.
    pub fn parse(&self) -> Result<Option<LineOutcome>, application::Error> {
        let wrong =
            || application::Error::field("outcome", "Must be one of new, existing, bad, queued, unclaimed.");
        self.outcome.as_deref().map(|text| LineOutcome::parse(text).ok_or_else(wrong)).transpose()
    }
}

/// Query of `POST /api/admin/imports/{id}/confirm`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConfirmQuery {
    /// Confirms that amounts above $5,000 are correct.
    #[serde(default)]
    pub large_amounts: bool,
    /// Confirms that the valid lines are stored although other lines are invalid.
    #[serde(default)]
    pub set_aside: bool,
}

impl ConfirmQuery {
    /// Returns whether staff confirmed large amounts, and whether only the file's valid lines are stored.
    pub fn confirmations(&self) -> StoreConfirmations {
        StoreConfirmations {
            are_large_amounts_confirmed: self.large_amounts,
            stores_valid_lines_only: self.set_aside,
        }
    }
}

/// Body of `POST /api/admin/imports/{id}/check`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckBody {
    /// The meaning of each of the file's columns, in the file's order. Null ignores a column. An
    /// additional entry, such as `state:new york`, sets the state of all plates and licenses.
    #[validate(length(max = 100, message = "A file has at most 100 columns."))]
    pub columns: Vec<Option<String>>,
    /// Number of days that are added to a parking ticket's date if the file doesn't give its due
    /// date. Such due dates are flagged as estimated.
    #[validate(range(min = 1, max = 365, message = "Choose 1 to 365 days."))]
    pub due_days: Option<i32>,
    /// The issuer of lines that don't name an issuer.
    pub issuer: Option<String>,
}

impl CheckBody {
    /// Returns the internal name of each column's meaning, in the order of the columns. `None` means that
    /// the column is ignored.
    ///
    /// # Errors
    /// A field error for `columns` if a name has an underscore: names in requests are in camel case. The use
    /// case checks whether a name is known.
    pub fn meanings(&self) -> Result<Vec<Option<String>>, application::Error> {
        self.columns.iter().map(|name| name.as_deref().map(parse_meaning).transpose()).collect()
    }
}

/// Converts the name of a column's meaning in a request to its internal name. Unknown names don't
/// change. Fails if the name has an underscore.
fn parse_meaning(name: &str) -> Result<String, application::Error> {
    if name.contains('_') {
        let unknown = MappingError::Unknown(name.chars().take(50).collect());
        return Err(application::Error::field("columns", unknown.to_string()));
    }
    let known = all_column_meanings().into_iter().find(|column| json_name(column.name) == name);
    Ok(known.map_or(name, |column| column.name).to_owned())
}

/// Number of sample cells per column in responses.
const SHOWN_SAMPLES: usize = 3;
/// Maximum length of a cell of an invalid line in responses, in characters.
const MAX_SHOWN: usize = 200;

/// A column of a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumn {
    /// The header in the file.
    pub header: String,
    /// Up to three of the column's first cells, truncated.
    pub samples: Vec<String>,
    /// The column's probable meaning; null if none was found.
    pub guess: Option<String>,
    /// Whether the column contains states that may belong to plates or to licenses.
    pub is_unclear_state: bool,
}

/// A possible meaning of a column.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportField {
    /// The name of the meaning in requests.
    pub name: String,
    /// The name of the meaning for people.
    pub label: String,
    /// Whether a file of this kind must have a column with this meaning.
    pub is_required: bool,
}

/// An import of items from a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub struct ImportDto {
    pub id: i32,
    /// The kind of the file's items.
    pub kind: word::ImportKind,
    pub status: word::ImportStatus,
    /// The file's name in the uploader's browser.
    pub file_name: String,
    /// The file's columns. Empty once the import has ended.
    pub columns: Vec<ImportColumn>,
    /// The possible meanings of a column.
    pub fields: Vec<ImportField>,
    /// The meanings of the columns; null until staff have set them.
    pub mapping: Option<Vec<Option<String>>>,
    /// Number of lines, without the header.
    pub total_lines: i32,
    /// Number of lines checked or stored so far.
    pub done_lines: i32,
    /// Number of lines that create an item.
    pub new_lines: i32,
    /// Number of lines whose item is already stored.
    pub existing_lines: i32,
    /// Number of invalid lines.
    pub bad_lines: i32,
    /// Number of lines that staff must decide on.
    pub queued_lines: i32,
    /// Number of lines that match no driver.
    pub unclaimed_lines: i32,
    /// Number of new lines with an amount above $5,000.
    pub large_lines: i32,
    /// Number of new lines whose amount is not a number, so that the fine is estimated.
    pub estimated_lines: i32,
    /// Number of stored items.
    pub stored_items: i32,
    /// The id of the first stored item; null if none is stored.
    pub first_item_id: Option<i32>,
    /// The id of the last stored item; null if none is stored.
    pub last_item_id: Option<i32>,
    /// Why the import failed; null if it didn't fail.
    pub message: Option<String>,
    /// The name or email address of the staff member who uploaded the file.
    pub created_by: String,
    /// When the file was uploaded.
    pub created_at: DateTime<Utc>,
    /// When the import ended, whether stored or not; null until then.
    pub ended_at: Option<DateTime<Utc>>,
    /// The name of the preset that matches the file's headers; null if none does.
    pub preset: Option<String>,
    /// Number of days that are added to a parking ticket's date to estimate a missing due date; null if none.
    pub due_days: Option<i32>,
    /// The issuer of lines that don't name an issuer; null if none.
    pub issuer: Option<String>,
    /// Whether invalid lines can be downloaded for correction: `GET /api/admin/imports/{id}/mend`.
    pub has_set_aside: bool,
    /// When the import was undone; null if it wasn't.
    pub undone_at: Option<DateTime<Utc>>,
}

impl From<Import> for ImportDto {
    fn from(import: Import) -> Self {
        let headers: Vec<String> = import.columns.iter().map(|column| column.header.clone()).collect();
        let preset = find_by_headers(import.kind, &headers);
        let is_open = import.mapping.is_none();
        let column_samples = import
            .columns
            .iter()
            .map(|FileColumn { header, samples }| ColumnSample { header, cells: samples });
        let guesses = guess(import.kind, &column_samples.collect::<Vec<_>>());
        let has_set_aside =
            import.stores_valid_lines_only && !import.columns.is_empty() && import.ended_at.is_some();
        // The page no longer needs the columns once the import has ended.
        let shown = if import.ended_at.is_some() { vec![] } else { import.columns };
        let columns = shown.into_iter().zip(guesses).map(|(column, guess)| ImportColumn {
            header: column.header,
            samples: column.samples.into_iter().take(SHOWN_SAMPLES).collect(),
            guess: guess.name.map(json_name),
            is_unclear_state: guess.is_unclear_state,
        });
        let fields = column_meanings_of(import.kind).map(|column| ImportField {
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
            issuer: import
                .issuer
                .or(preset.and_then(|preset| preset.issuer).filter(|_| is_open).map(str::to_owned)),
            has_set_aside,
            undone_at: import.undone_at,
        }
    }
}

/// The name of a field and a text about it, such as its value or an error.
#[derive(Debug, Serialize, ToSchema)]
pub struct NamedText {
    /// The field's name in the API. Empty if the text is about the whole line.
    pub name: String,
    pub text: String,
}

/// A checked line of a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportLine)]
pub struct ImportLineDto {
    /// The line number as in a text editor, where the header is line 1.
    pub line: i32,
    /// The result of checking the line.
    pub outcome: word::LineOutcome,
    /// The id of the driver who gets the item, or of a proposed driver. Null if there is none.
    pub user_id: Option<i32>,
    /// The id of the item that the line duplicates, if there is one.
    pub item_id: Option<i32>,
    /// The fine that the driver will see, with two decimals. Null for an invalid line.
    pub fine: Option<String>,
    /// Whether the fine is estimated because the amount is not a number.
    pub is_estimated: bool,
    /// Whether the fine is above $5,000.
    pub is_large: bool,
    /// The item's fields. For an invalid line, the cells as they are in the file.
    pub fields: Vec<NamedText>,
    /// The errors of the line, by column.
    pub problems: Vec<NamedText>,
}

impl From<StagedLine> for ImportLineDto {
    fn from(line: StagedLine) -> Self {
        let fine = (line.outcome != LineOutcome::Invalid).then(|| {
            let points = line.field("points").and_then(|points| points.parse().ok()).unwrap_or_default();
            fine::fine_or_estimate(
                line.amount().unwrap_or_default(),
                line.field("violation_type").unwrap_or_default(),
                points,
            )
        });
        let is_estimated = fine.is_some() && fine::is_estimated(line.amount().unwrap_or_default());
        let named = |pairs: Vec<(String, String)>| {
            pairs
                .into_iter()
                // Leave out columns without a meaning.
                .filter(|(name, text)| !text.is_empty() && !is_unmapped_column(name))
                .map(|(name, text)| NamedText { name: json_name(&name), text })
                .collect()
        };
        let is_wrong = line.outcome == LineOutcome::Invalid;
        // Truncate the cells of invalid lines, which may be long.
        let shown = |(name, text): (String, String)| {
            let text = if is_wrong { text.chars().take(MAX_SHOWN).collect() } else { text };
            (name, text)
        };
        Self {
            line: line.line,
            outcome: line.outcome.into(),
            user_id: line.user.map(|user| user.0),
            item_id: line.item,
            fine: fine.map(|fine| fine.to_string()),
            is_estimated,
            is_large: fine.is_some_and(|fine| fine > CONFIRM_ABOVE),
            fields: named(line.fields.into_iter().map(shown).collect()),
            problems: named(line.problems),
        }
    }
}
