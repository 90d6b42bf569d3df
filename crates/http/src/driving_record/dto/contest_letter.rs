//! Request and response bodies for letters in which drivers contest items.

use application::driving_record::contesting::read::LetterOfItem;
use application::driving_record::contesting::save::LetterInput;
use chrono::NaiveDate;
use domain::driving_record::contesting::ground::Ground;
use domain::driving_record::contesting::letter::{
    Correspondent, LetterDraft, MAX_ENCLOSURES, MAX_GROUNDS, answer_day,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::driving_record::dto::options::SourcedTextDto;
use crate::shared::enums as word;
use crate::shared::input::FieldParser;

/// A ground that the driver can choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LetterGround)]
pub struct LetterGroundDto {
    pub ground: word::Ground,
    /// The letter's sentence for this ground.
    pub sentence: &'static str,
}

/// A field of the letter with characters that the PDF shows as `□`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnprintableField)]
pub struct UnprintableFieldDto {
    /// The field's name in the request. `fileIds` stands for the names of the enclosed files.
    pub field: &'static str,
    /// The characters, each once.
    pub characters: Vec<String>,
}

/// The letter in which a driver contests an item, with data of the item.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContestLetter)]
pub struct ContestLetterDto {
    /// The violation or the toll road.
    pub label: String,
    /// The number that the issuer gave the citation; null if none is on file.
    pub citation_number: Option<String>,
    /// The day of the violation or toll. `sentOn` can't be before this day.
    pub date: NaiveDate,
    /// The last day to contest the item; null if unknown.
    pub latest_date: Option<NaiveDate>,
    /// Where the latest date comes from; null without a latest date.
    pub date_basis: Option<word::DateBasis>,
    /// Name of the form that is required on paper instead of a letter. Null if no such form is required.
    pub own_form: Option<&'static str>,
    /// Texts about how to start contesting the item, each with its source.
    pub how_to_start: Vec<SourcedTextDto>,
    /// The grounds that letters about this kind of item can have, in the order of the letter.
    pub known_grounds: Vec<LetterGroundDto>,
    pub grounds: Vec<word::Ground>,
    /// The driver's own words.
    pub words: String,
    /// The driver's name. Proposed from the account until the letter is saved.
    pub sender_name: String,
    /// The driver's postal address.
    pub sender_address: String,
    /// The issuer's name. Until the letter is saved, proposed from the register of authorities, the item
    /// or the city's data.
    pub issuer_name: String,
    /// The issuer's postal address. Proposed from the register of authorities until the letter is saved.
    pub issuer_address: String,
    /// The ids of the enclosed files.
    pub file_ids: Vec<i64>,
    /// Fields with characters that the PDF can't show.
    pub unprintable: Vec<UnprintableFieldDto>,
    /// Whether the letter is complete, so that it can be downloaded.
    pub is_complete: bool,
    /// The day on which the driver sent the letter or the issuer's own form. Null if neither was sent.
    pub sent_on: Option<NaiveDate>,
    /// Whether the issuer's own form was sent instead of the letter.
    pub is_own_form_sent: bool,
    /// The day on which Lanewise asks whether the issuer answered. Null unless the letter or the issuer's own form was
    /// sent, and the item is disputed and still open.
    pub answer_day: Option<NaiveDate>,
    /// Whether the item is disputed.
    pub is_disputed: bool,
    /// The letter's version, which increases with each change. Null until the letter is saved.
    pub version: Option<i32>,
    /// Whether the caller can write the letter now.
    pub may_write: bool,
    /// Whether the caller can mark the letter, or the issuer's own form, as sent now.
    pub may_mark_sent: bool,
}

impl From<(&'static str, Vec<char>)> for UnprintableFieldDto {
    fn from((field, characters): (&'static str, Vec<char>)) -> Self {
        Self { field, characters: characters.into_iter().map(String::from).collect() }
    }
}

impl From<LetterOfItem> for ContestLetterDto {
    fn from(found: LetterOfItem) -> Self {
        let LetterOfItem { item, driver_name, issuer_address, letter, unprintable, may_write, may_mark_sent } =
            found;
        let version = letter.as_ref().map(|letter| letter.version);
        let sent = letter.as_ref().and_then(|letter| letter.sent);
        let (contents, file_ids) = letter.map(|letter| (letter.contents, letter.files)).unwrap_or_default();
        let is_complete = contents.is_complete();
        let (mut sender, mut issuer) = (contents.sender, contents.issuer);
        if version.is_none() {
            sender.name = driver_name.unwrap_or_default();
            issuer.name = item.issuer.unwrap_or_default();
            issuer.address = issuer_address.unwrap_or_default();
        }
        let ground =
            |ground: &Ground| LetterGroundDto { ground: (*ground).into(), sentence: ground.sentence() };
        Self {
            label: item.label,
            citation_number: item.citation_number,
            date: item.date,
            latest_date: item.latest.map(|latest| latest.day),
            date_basis: item.latest.map(|latest| latest.basis.into()),
            own_form: item.start.own_form,
            how_to_start: item.start.steps.into_iter().map(SourcedTextDto::from).collect(),
            known_grounds: Ground::of(item.kind).iter().map(ground).collect(),
            grounds: contents.grounds.into_iter().map(word::Ground::from).collect(),
            words: contents.words,
            sender_name: sender.name,
            sender_address: sender.address,
            issuer_name: issuer.name,
            issuer_address: issuer.address,
            file_ids,
            unprintable: unprintable.into_iter().map(UnprintableFieldDto::from).collect(),
            is_complete,
            sent_on: sent.map(|sent| sent.sent_on),
            is_own_form_sent: sent.is_some_and(|sent| sent.is_own_form),
            answer_day: sent
                .filter(|_| item.is_disputed && item.gets_reminders)
                .and_then(|sent| answer_day(sent.sent_on)),
            is_disputed: item.is_disputed,
            version,
            may_write,
            may_mark_sent,
        }
    }
}

/// Body of `POST /api/items/{kind}/{id}/contest-letter`. All strings and lists may be empty.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ContestLetterBody {
    /// The letter's version that the caller saw. Null if the caller saw no saved letter.
    #[validate(range(min = 1))]
    pub version: Option<i32>,
    /// The chosen grounds. Each ground must be a known ground for this kind of item.
    #[validate(length(max = MAX_GROUNDS))]
    #[schema(value_type = Vec<word::Ground>, max_items = 20)]
    pub grounds: Vec<String>,
    /// The driver's own words.
    pub words: String,
    pub sender_name: String,
    /// The driver's postal address.
    pub sender_address: String,
    pub issuer_name: String,
    /// The issuer's postal address.
    pub issuer_address: String,
    /// The ids of the item's photos and documents to enclose. Ids of other or deleted files are ignored.
    #[validate(length(max = MAX_ENCLOSURES))]
    #[schema(max_items = 20)]
    pub file_ids: Vec<i64>,
}

impl From<ContestLetterBody> for LetterInput {
    fn from(body: ContestLetterBody) -> Self {
        Self {
            version: body.version,
            draft: LetterDraft {
                grounds: body.grounds,
                words: body.words,
                sender: Correspondent { name: body.sender_name, address: body.sender_address },
                issuer: Correspondent { name: body.issuer_name, address: body.issuer_address },
            },
            files: body.file_ids,
        }
    }
}

/// Body of `POST /api/items/{kind}/{id}/contest-letter/sent`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LetterSentBody {
    /// The letter's version that the caller saw. Null if the caller saw no saved letter.
    #[validate(range(min = 1))]
    pub version: Option<i32>,
    /// The day on which the driver sent the letter, or the issuer's own form. Null if neither was sent.
    #[schema(value_type = Option<NaiveDate>)]
    pub sent_on: Option<String>,
}

impl LetterSentBody {
    /// Parses the day on which the driver sent the letter or the form; `None` if it was not sent.
    pub fn day(&self) -> Result<Option<NaiveDate>, application::Error> {
        let mut reader = FieldParser::default();
        let day = match &self.sent_on {
            Some(text) => reader.parse_date("sentOn", text).map(Some),
            None => Some(None),
        };
        reader.finish(day)
    }
}
