//! Checks of uploaded files.

use std::borrow::Cow;

use domain::shared::file_kind::FileKind;
use ports::shared::malware::Verdict;

use crate::deps::Deps;
use crate::error::Error;

/// Returns an uploaded file's type, and the content to store. An image is re-encoded, so that only its visible pixels
/// are stored. That takes seconds, so the caller must not hold a database connection.
///
/// # Errors
/// Returns a sentence for the user if the file is empty, too large, truncated or of another type.
pub fn checked<'a>(
    deps: &Deps,
    content: &'a [u8],
    max_megabytes: usize,
) -> Result<(FileKind, Cow<'a, [u8]>), String> {
    FileKind::check_size(content, max_megabytes).map_err(|error| error.to_string())?;
    let kind = FileKind::of(content).map_err(|error| error.to_string())?;
    if !kind.is_image() {
        return Ok((kind, Cow::Borrowed(content)));
    }
    let redrawn = deps.pictures.reencode(kind, content).map_err(|error| error.to_string())?;
    FileKind::check_size(&redrawn, max_megabytes).map_err(|error| error.to_string())?;
    Ok((kind, Cow::Owned(redrawn)))
}

/// Scans an uploaded file for malware, if a scanner is configured. That takes seconds, so the caller must not hold a
/// database connection.
///
/// # Errors
/// A field error for `file` if it contains malware; [`Error::ScannerUnavailable`].
pub fn scan(deps: &Deps, content: &[u8]) -> Result<(), Error> {
    let Some(scanner) = &deps.malware else { return Ok(()) };
    match scanner.scan(content).map_err(Error::ScannerUnavailable)? {
        Verdict::Clean => Ok(()),
        Verdict::Malware => Err(Error::field("file", "This file contains malware, so we didn’t save it.")),
    }
}
