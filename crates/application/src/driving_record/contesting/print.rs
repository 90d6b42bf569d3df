//! Renders a letter as a PDF.

use chrono::NaiveDate;
use domain::driving_record::contesting::ground::Ground;
use domain::driving_record::contesting::letter::ContestLetter;
use domain::driving_record::item_file::{ItemFile, ItemId};
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::options::list::DateBasis;
use domain::notices::clock::{day_of, zone_of};
use ports::driving_record::contest_letters::{Enclosure, PrintedLetter};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::contesting::contested_item::ContestedItem;
use crate::driving_record::contesting::read::letter_of_item;
use crate::error::{Error, Result};
use crate::shared::files::key::{KeyOfFiles, existing_key};

/// A letter whose photos haven't been loaded yet.
#[derive(Debug)]
pub struct PreparedLetter {
    document: PrintedLetter,
    /// The files to enclose.
    files: Vec<ItemFile>,
    /// The key of the driver's files. `None` if the driver has no files.
    key: Option<KeyOfFiles>,
}

/// Reads everything about a letter except its photos. Reading by staff is audited.
///
/// # Errors
/// [`Error::NotFound`] if the item is another driver's or not visible to the driver yet; [`Error::Forbidden`]
/// for lawyers; [`Error::LetterIncomplete`], also if there is no letter.
pub fn prepare_letter(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: ItemId,
) -> Result<PreparedLetter> {
    let found = letter_of_item(deps, store, actor, item)?;
    let letter = found.letter.filter(|letter| letter.contents.is_complete());
    let letter = letter.ok_or(Error::LetterIncomplete)?;
    let driver = store.user(letter.user_id)?.ok_or(Error::NotFound)?;
    let today = day_of(deps.clock.now(), zone_of(driver.state));
    let files = store.item_files(item)?.into_iter().filter(|file| letter.files.contains(&file.id)).collect();
    let key = existing_key(deps, store, letter.user_id)?;
    Ok(PreparedLetter { document: build_letter(deps, &found.item, letter, today), files, key })
}

/// Loads the photos and renders the PDF, without holding a database connection. Returns the letter's
/// number and the PDF.
///
/// # Errors
/// [`Error::FilesUnavailable`] if the photos can't be loaded, or a defect if rendering fails.
pub fn print_letter(deps: &Deps, prepared: PreparedLetter) -> Result<(String, Vec<u8>)> {
    let PreparedLetter { mut document, files, key } = prepared;
    if let Some(key) = &key {
        document.enclosures =
            files.iter().map(|file| decrypt_enclosure(deps, key, file)).collect::<Result<_>>()?;
    }
    let pdf = deps.letters.print_contest_letter(&document).map_err(Error::Defect)?;
    Ok((document.number, pdf))
}

/// Builds the letter for printing, without its enclosures. The letter has the date on which the driver sent it, or
/// `today` if it isn't sent.
fn build_letter(deps: &Deps, item: &ContestedItem, letter: ContestLetter, today: NaiveDate) -> PrintedLetter {
    let (kind, noun) = (letter.item.kind, letter.item.payable().noun());
    let day = letter.sent.map_or(today, |sent| sent.sent_on);
    PrintedLetter {
        number: format!("letter-{kind}-{}", letter.item.id),
        day,
        subject: subject_line(item, noun),
        citation: citation_rows(item),
        opening: opening_sentence(noun, !letter.contents.grounds.is_empty()),
        grounds: letter.contents.grounds.iter().copied().map(Ground::sentence).collect(),
        words: letter.contents.words,
        sender: letter.contents.sender,
        issuer: letter.contents.issuer,
        enclosures: vec![],
        made_at: deps.clock.now(),
    }
}

/// Returns the letter's subject line. `noun` names the kind of item, such as `parking ticket`.
fn subject_line(item: &ContestedItem, noun: &str) -> String {
    match &item.citation_number {
        Some(number) => format!("Contesting {noun} {number}"),
        None => format!("Contesting a {noun} from {}", format_day(item.date)),
    }
}

/// Returns the letter's first sentence. `noun` names the kind of item, such as `parking ticket`.
fn opening_sentence(noun: &str, has_grounds: bool) -> String {
    if has_grounds {
        format!("I contest this {noun} for these reasons:")
    } else {
        format!("I contest this {noun}.")
    }
}

/// Returns the letter's list of facts about the citation, each with a label.
fn citation_rows(item: &ContestedItem) -> Vec<(&'static str, String)> {
    let mut rows = vec![];
    rows.extend(item.citation_number.clone().map(|number| ("Citation number", number)));
    let label = if item.kind == ItemKind::Toll { "Toll road" } else { "Violation" };
    rows.push((label, item.label.clone()));
    rows.push(("Date", format_day(item.date)));
    rows.extend(item.location.clone().map(|location| ("Location", location)));
    rows.extend(item.latest.map(|latest| {
        let day = format_day(latest.day);
        match latest.basis {
            DateBasis::Notice => ("Contest by", day),
            DateBasis::Computed | DateBasis::Fixed => {
                ("Contest by", format!("{day}, counted from the date above"))
            }
        }
    }));
    rows
}

fn format_day(day: NaiveDate) -> String {
    day.format("%B %-d, %Y").to_string()
}

/// Decrypts the name and the reduced copy of a file that the letter encloses.
fn decrypt_enclosure(deps: &Deps, key: &KeyOfFiles, file: &ItemFile) -> Result<Enclosure> {
    Ok(Enclosure { name: key.open_name(deps, file)?, photo: key.open_reduced(deps, file)? })
}
