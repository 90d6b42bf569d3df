//! The file with all data about a user.

use application::accounts::account::data::PersonalData;
use application::shared::cases::correspondence::Correspondence;
use application::shared::files::named::NamedItemFile;
use chrono::{DateTime, Utc};
use domain::shared::ids::HireId;
use serde::Serialize;

/// A message of a case, with the same field names as the rest of the file.
#[derive(Serialize)]
struct DownloadedMessage<'a> {
    hire_id: i32,
    is_from_lawyer: bool,
    text: &'a str,
    sent_at: DateTime<Utc>,
    read_at: Option<DateTime<Utc>>,
}

/// A file of a case. Its content isn't in the file, because it can have hundreds of megabytes.
#[derive(Serialize)]
struct DownloadedFile<'a> {
    hire_id: i32,
    is_from_lawyer: bool,
    name: &'a str,
    bytes: i64,
    added_at: DateTime<Utc>,
    /// The address of the file, for the logged-in driver.
    download: String,
}

/// A photo or document of a ticket, parking ticket or toll.
#[derive(Serialize)]
struct DownloadedItemFile<'a> {
    item_kind: &'static str,
    item_id: i32,
    is_from_staff: bool,
    name: &'a str,
    bytes: i64,
    sha256: Option<String>,
    added_at: DateTime<Utc>,
    /// The address of the file, for the logged-in driver.
    download: String,
}

/// Returns the personal data file: the stored data, the decrypted messages and file names of the user's cases, and the
/// names of the user's photos and documents. `None` if the stored data isn't a JSON object.
pub fn file_of(data: PersonalData) -> Option<String> {
    let PersonalData { stored, cases, files } = data;
    let mut object = stored;
    if !cases.is_empty() {
        object = with_field(&object, "lawyerMessages", &messages_of(&cases))?;
        object = with_field(&object, "lawyerFiles", &case_files_of(&cases))?;
    }
    if files.is_empty() { Some(object) } else { with_field(&object, "itemFiles", &item_files_of(&files)) }
}

/// Adds a field to a JSON object.
fn with_field(object: &str, name: &str, value: &impl Serialize) -> Option<String> {
    let value = serde_json::to_string(value).ok()?;
    let object = object.trim_end().strip_suffix('}')?;
    Some(format!("{object},\"{name}\":{value}}}"))
}

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

fn case_files_of(cases: &[(HireId, Correspondence)]) -> Vec<DownloadedFile<'_>> {
    let all = cases.iter().flat_map(|(id, found)| found.files.iter().map(|file| (id.0, file)));
    all.map(|(hire_id, file)| DownloadedFile {
        hire_id,
        is_from_lawyer: file.is_from_lawyer,
        name: &file.name,
        bytes: file.bytes,
        added_at: file.added_at,
        download: format!("/api/lawyer-cases/files/{}", file.id),
    })
    .collect()
}

fn downloaded(NamedItemFile { file, name }: &NamedItemFile) -> DownloadedItemFile<'_> {
    DownloadedItemFile {
        item_kind: file.item.kind.as_str(),
        item_id: file.item.id,
        is_from_staff: file.is_from_staff,
        name,
        bytes: file.bytes,
        sha256: file.original.as_ref().map(|original| hex::encode(original.sha256)),
        added_at: file.added_at,
        download: format!("/api/item-files/{}?original={}", file.id, file.original.is_some()),
    }
}

fn item_files_of(files: &[NamedItemFile]) -> Vec<DownloadedItemFile<'_>> {
    files.iter().map(downloaded).collect()
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
            name: "Photo.png".to_owned(),
            kind: FileKind::Png,
            bytes: 9,
            added_at: at,
            uploader: Some(Uploader::Driver),
            is_used: false,
        };
        let found = Correspondence { messages: vec![message], files: vec![file] };
        let stored = "{\"account\": [{\"id\": 1}]}\n".to_owned();
        let data = PersonalData { stored: stored.clone(), cases: vec![(HireId(3), found)], files: vec![] };
        let file: Value = serde_json::from_str(&file_of(data).unwrap()).unwrap();
        assert_eq!(file["account"][0]["id"], json!(1));
        assert_eq!(file["lawyerMessages"][0]["text"], json!("See you \"there\"."));
        assert_eq!(file["lawyerMessages"][0]["hire_id"], json!(3));
        assert_eq!(file["lawyerFiles"][0]["download"], json!("/api/lawyer-cases/files/4"));
        assert_eq!(
            file_of(PersonalData { stored: stored.clone(), cases: vec![], files: vec![] }),
            Some(stored)
        );
    }
}
