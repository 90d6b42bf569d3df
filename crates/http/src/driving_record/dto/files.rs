//! Query and response bodies for photos and documents of items.

use application::shared::files::named::NamedItemFile;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::enums as word;

/// A photo or document of a ticket, parking ticket or toll.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemFile)]
pub struct ItemFileDto {
    pub id: i64,
    /// The file's name, as its uploader named it.
    pub name: String,
    /// Whether staff uploaded the file; otherwise the driver did.
    pub is_from_staff: bool,
    /// The type of the original, detected from its content. `jpeg` until the original is uploaded completely.
    pub kind: word::FileKind,
    /// The size of the original, in bytes.
    pub bytes: i64,
    /// How many bytes of the original are stored.
    pub received_bytes: i64,
    /// The SHA-256 hash of the original, in hexadecimal. `null` while the original is uploading.
    pub sha256: Option<String>,
    /// When the file was added.
    pub added_at: DateTime<Utc>,
}

impl From<NamedItemFile> for ItemFileDto {
    fn from(NamedItemFile { file, name }: NamedItemFile) -> Self {
        Self {
            id: file.id,
            name,
            is_from_staff: file.is_from_staff,
            kind: file.kind.into(),
            bytes: file.bytes,
            received_bytes: file.received,
            sha256: file.original.map(|original| hex::encode(original.sha256)),
            added_at: file.added_at,
        }
    }
}

/// Query of the upload of a file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemFileQuery {
    /// The name under which the file is stored.
    pub file_name: String,
    /// Size of the original in bytes, if the caller uploads it in pieces afterwards.
    pub original_bytes: Option<i64>,
}

/// Query of the upload of a piece of an original.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PieceQuery {
    /// The byte of the original at which the piece starts.
    pub offset: i64,
}

/// Query of the download of a file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DownloadQuery {
    /// Whether to download the original instead of the reduced copy.
    #[serde(default)]
    pub original: bool,
}
