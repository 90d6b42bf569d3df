//! The file `data.json` with the data about a user, and the paths of the user's other files in
//! the same ZIP file.

use application::accounts::account::data::PersonalData;
use application::shared::cases::correspondence::{Correspondence, NamedFile};
use application::shared::files::named::NamedItemFile;
use chrono::{DateTime, Utc};
use domain::shared::ids::HireId;
use serde::Serialize;

/// A message of a case in `data.json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DownloadedMessage<'a> {
    hire_id: i32,
    is_from_lawyer: bool,
    text: &'a str,
    sent_at: DateTime<Utc>,
    read_at: Option<DateTime<Utc>>,
}

/// A file of a case in `data.json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DownloadedFile<'a> {
    hire_id: i32,
    is_from_lawyer: bool,
    name: &'a str,
    bytes: i64,
    added_at: DateTime<Utc>,
    /// Path of the content in the ZIP file.
    path: String,
}

/// A photo or document of an item in `data.json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DownloadedItemFile<'a> {
    item_kind: &'static str,
    item_id: i32,
    is_from_staff: bool,
    name: &'a str,
    bytes: i64,
    sha256: Option<String>,
    added_at: DateTime<Utc>,
    /// Path of the content in the ZIP file. `None` if the file has neither an original nor a reduced copy.
    path: Option<String>,
}

/// A file whose content is in the ZIP file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedFile {
    /// Path in the ZIP file.
    pub path: String,
    /// When the file was added.
    pub added_at: DateTime<Utc>,
    pub source: FileSource,
}

/// The stored file from which the content is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSource {
    /// A file of a case, by its id.
    Case(i64),
    /// A photo or document of an item.
    Item {
        /// Id of the file.
        id: i64,
        /// Whether the original is read; otherwise the reduced copy is.
        is_original: bool,
    },
}

/// Returns the files whose contents belong in the ZIP file.
pub fn archived_files(data: &PersonalData) -> Vec<ArchivedFile> {
    let of_cases = data.cases.iter().flat_map(|(id, found)| found.files.iter().map(|file| (*id, file)));
    let of_cases = of_cases.map(|(case, file)| ArchivedFile {
        path: case_path(case, file),
        added_at: file.added_at,
        source: FileSource::Case(file.id),
    });
    let of_items = data.files.iter().filter_map(|named| {
        let NamedItemFile { file, .. } = named;
        Some(ArchivedFile {
            path: item_path(named)?,
            added_at: file.added_at,
            source: FileSource::Item { id: file.id, is_original: file.original.is_some() },
        })
    });
    of_cases.chain(of_items).collect()
}

/// Returns the path in the ZIP file for a case's file.
fn case_path(case: HireId, file: &NamedFile) -> String {
    format!("files/case-{case}/{}-{}", file.id, safe_file_name(&file.name))
}

/// Returns the path in the ZIP file for an item's photo or document. `None` if neither the original nor a
/// reduced copy is stored.
fn item_path(NamedItemFile { file, name }: &NamedItemFile) -> Option<String> {
    let folder = format!("files/{}-{}", file.item.kind, file.item.id);
    match &file.original {
        Some(_) => Some(format!("{folder}/{}-{}", file.id, safe_file_name(name))),
        None => {
            file.has_reduced().then(|| format!("{folder}/{}-{} (reduced).jpg", file.id, safe_file_name(name)))
        }
    }
}

/// Replaces characters that some operating systems don't allow in file names, such as slashes. This also keeps
/// a name from referring to another folder.
fn safe_file_name(name: &str) -> String {
    const FORBIDDEN: &str = r#"/\:*?"<>|"#;
    let replaced = name.chars().map(|c| if c.is_control() || FORBIDDEN.contains(c) { '_' } else { c });
    replaced.collect()
}

/// Returns the personal data file: the stored data, the decrypted messages and file names of the user's cases, and the
/// names of the user's photos and documents. `None` if fields can't be added to the stored data.
pub fn personal_data_file(data: &PersonalData) -> Option<String> {
    let PersonalData { stored, cases, files } = data;
    let mut object = stored.clone();
    if !cases.is_empty() {
        object = with_field(&object, "lawyerMessages", &messages_of(cases))?;
        object = with_field(&object, "lawyerFiles", &case_files_of(cases))?;
    }
    if files.is_empty() { Some(object) } else { with_field(&object, "itemFiles", &item_files_of(files)) }
}

/// Adds a field to a JSON object; `None` if the string doesn't end like a JSON object.
fn with_field(object: &str, name: &str, value: &impl Serialize) -> Option<String> {
    let value = serde_json::to_string(value).ok()?;
    let object = object.trim_end().strip_suffix('}')?;
    Some(format!("{object},\"{name}\":{value}}}"))
}

/// Returns the messages of all cases, as they appear in the personal data file.
fn messages_of(cases: &[(HireId, Correspondence)]) -> Vec<DownloadedMessage<'_>> {
    let all = cases.iter().flat_map(|(id, found)| found.messages.iter().map(|message| (id.0, message)));
    all.map(|(hire_id, message)| DownloadedMessage {
        hire_id,
        is_from_lawyer: message.is_from_lawyer,
        text: &message.text,
        sent_at: message.sent_at,
        read_at: message.read_at,
    })
    .collect()
}

/// Describes the files of all cases, as they appear in the personal data file.
fn case_files_of(cases: &[(HireId, Correspondence)]) -> Vec<DownloadedFile<'_>> {
    let all = cases.iter().flat_map(|(id, found)| found.files.iter().map(|file| (id.0, file)));
    all.map(|(hire_id, file)| DownloadedFile {
        hire_id,
        is_from_lawyer: file.is_from_lawyer,
        name: &file.name,
        bytes: file.bytes,
        added_at: file.added_at,
        path: case_path(HireId(hire_id), file),
    })
    .collect()
}

/// Describes a photo or document, as it appears in the personal data file.
fn downloaded_item_file(named: &NamedItemFile) -> DownloadedItemFile<'_> {
    let NamedItemFile { file, name } = named;
    DownloadedItemFile {
        item_kind: file.item.kind.as_str(),
        item_id: file.item.id,
        is_from_staff: file.is_from_staff,
        name,
        bytes: file.bytes,
        sha256: file.original.as_ref().map(|original| hex::encode(original.sha256)),
        added_at: file.added_at,
        path: item_path(named),
    }
}

/// Describes photos and documents, as they appear in the personal data file.
fn item_files_of(files: &[NamedItemFile]) -> Vec<DownloadedItemFile<'_>> {
    files.iter().map(downloaded_item_file).collect()
}

#[cfg(test)]
mod tests {
    use application::shared::cases::correspondence::{NamedFile, ReadMessage};
    use domain::legal_help::secrets::Uploader;
    use domain::shared::file_kind::FileKind;
    use domain::shared::ids::LawyerId;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_personal_data_file_contains_case_messages_and_file_names() {
        let at = DateTime::UNIX_EPOCH;
        let message = ReadMessage {
            id: 1,
            lawyer_id: LawyerId(1),
            is_from_lawyer: true,
            text: "See you \"there\".".to_owned(),
            sent_at: at,
            read_at: None,
        };
        let file = NamedFile {
            id: 4,
            is_from_lawyer: false,
            name: "../Photo.png".to_owned(),
            kind: FileKind::Png,
            bytes: 9,
            added_at: at,
            uploader: Some(Uploader::Driver),
            is_used: false,
        };
        let found = Correspondence { messages: vec![message], files: vec![file] };
        let stored = "{\"account\": [{\"id\": 1}]}\n".to_owned();
        let data = PersonalData { stored: stored.clone(), cases: vec![(HireId(3), found)], files: vec![] };
        let file: Value = serde_json::from_str(&personal_data_file(&data).unwrap()).unwrap();
        assert_eq!(file["account"][0]["id"], json!(1));
        assert_eq!(file["lawyerMessages"][0]["text"], json!("See you \"there\"."));
        assert_eq!(file["lawyerMessages"][0]["hireId"], json!(3));
        let path = "files/case-3/4-.._Photo.png";
        assert_eq!(file["lawyerFiles"][0]["path"], json!(path));
        let archived = ArchivedFile { path: path.to_owned(), added_at: at, source: FileSource::Case(4) };
        assert_eq!(archived_files(&data), [archived]);
        let only_stored = PersonalData { stored: stored.clone(), cases: vec![], files: vec![] };
        assert_eq!(personal_data_file(&only_stored), Some(stored));
    }
}
