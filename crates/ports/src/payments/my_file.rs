//! "My file": one PDF with everything about an item (docs/product/evidence.md#my-file).

use chrono::{DateTime, Utc};

/// A heading with names and values below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyFileSection {
    /// The heading.
    pub title: String,
    /// Pairs of a name and its value.
    pub rows: Vec<(&'static str, String)>,
}

/// A photo or document of the item, as the PDF shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyFileAttachment {
    /// The file's name.
    pub name: String,
    /// A line about the file with its type, its size and when it was added.
    pub about: String,
    /// SHA-256 hash of the original in hexadecimal; `None` until the original is uploaded completely.
    pub sha256: Option<String>,
    /// The reduced copy of a photo, a JPEG; `None` for a document.
    pub photo: Option<Vec<u8>>,
}

/// A message of the ticket's case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyFileMessage {
    /// Author and time, such as `Driver, November 21, 2026 at 3:04 PM EST`.
    pub heading: String,
    /// The message's text.
    pub text: String,
}

/// Contents of "My file", the PDF about one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyFile {
    /// Number of the document, such as `ticket-12`: letters, digits and a hyphen.
    pub number: String,
    /// The item's violation type or toll road.
    pub label: String,
    /// Sections with the item's details, dates and payments.
    pub sections: Vec<MyFileSection>,
    /// Photos and documents, oldest first.
    pub attachments: Vec<MyFileAttachment>,
    /// Messages with the lawyer, oldest first. `None` if the driver didn't ask for them.
    pub messages: Option<Vec<MyFileMessage>>,
    /// When the document is created.
    pub made_at: DateTime<Utc>,
}
