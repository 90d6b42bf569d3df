//! Download of the data about the caller as a ZIP file. The server reads the contained files one by one while
//! it sends the ZIP file. Before each file, the server checks that the caller is still logged in.

use domain::shared::business_time::business_date;
use std::vec::IntoIter;

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Bytes;
use application::access::Actor;
use application::accounts::account::data;
use application::driving_record::files::read::{self, AllowedFile};
use application::legal_help::cases::secrets::files::{self, SealedFile};
use application::{Deps, Error};
use futures_util::stream;
use ports::store::Store;
use zip::result::ZipResult;

use crate::accounts::dto::personal_data::{ArchivedFile, FileSource, archived_files, personal_data_file};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::archive::Archive;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};

/// The text that replaces a file's content if the storage lost the content, or if the content can't be decrypted.
const UNREADABLE: &str = "We couldn't read this file. Please contact our support.\n";

pub fn routes() -> Vec<Route> {
    vec![route!(download_data, Call::read(AllowedCallers::User).before_second_factor())]
}

/// Downloads the data about the caller, without hashes, SSN digits, internal notes and items that were removed from
/// the record. The file `data.json` also contains the messages of the caller's cases. The folder `files` has the files
/// of the caller's items and cases.
#[utoipa::path(get, path = "/api/account/data", tag = "accounts", responses(
    (status = 200, description = "A ZIP file", body = Vec<u8>, content_type = "application/zip"),
    (status = 429, description = "Too many downloads", body = ErrorBody),
))]
async fn download_data(request: Request) -> HandlerResult {
    let state = request.state.clone();
    let read = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        state.rate_limits.count_download(actor.id())?;
        Ok((data::download_personal_data(deps, store, actor)?, deps.clock.now()))
    };
    let (archive, first_bytes, files, now) = request
        .run_then(read, |_, (data, now)| {
            let json = personal_data_file(&data)
                .ok_or_else(|| Error::defect("the personal data isn't a JSON object"))?;
            let mut archive = Archive::start();
            let first_bytes = convert_zip_error(archive.add("data.json", json.as_bytes(), now))?;
            Ok((archive, first_bytes, archived_files(&data), now))
        })
        .await?;
    let rest = Remaining { request, files: files.into_iter(), next: NextPart::Send(first_bytes, archive) };
    let disposition = format!("attachment; filename=\"lanewise-data-{}.zip\"", business_date(now));
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/zip"))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .insert_header((CACHE_CONTROL, "no-store"))
        .streaming(stream::try_unfold(rest, next_part)))
}

/// The part of the ZIP file that hasn't been sent yet. If the client disconnects, this value is dropped and no
/// more files are read.
struct Remaining {
    request: Request,
    files: IntoIter<ArchivedFile>,
    next: NextPart,
}

enum NextPart {
    /// Send these bytes, which were written to the archive.
    Send(Bytes, Archive),
    /// Read the next file, or finish the archive if no file is left.
    Read(Archive),
    /// The whole archive was sent, including its table of contents.
    Nothing,
}

/// Returns the next part of the ZIP file and what remains after it; `None` at the end. An error closes the
/// connection: the status is already sent, and the client sees that the file is incomplete.
async fn next_part(rest: Remaining) -> Result<Option<(Bytes, Remaining)>, ApiError> {
    let Remaining { request, mut files, next } = rest;
    let (bytes, next) = match next {
        NextPart::Nothing => return Ok(None),
        NextPart::Send(bytes, archive) => (bytes, NextPart::Read(archive)),
        NextPart::Read(archive) => match files.next() {
            None => {
                let finished = convert_zip_error(archive.finish());
                let bytes = finished.map_err(|error| ApiError::of(error, &request.caller.request_id))?;
                (bytes, NextPart::Nothing)
            }
            Some(file) => {
                let added = add_file(&request, archive, file).await;
                let (bytes, archive) = added
                    .inspect_err(|error| tracing::warn!(%error, "a download of personal data was cut off"))?;
                (bytes, NextPart::Read(archive))
            }
        },
    };
    Ok(Some((bytes, Remaining { request, files, next })))
}

/// Adds a file to the archive. Returns the bytes to send, and the archive. A file that was deleted since the
/// download started is left out. For a file that can't be read, adds a note.
async fn add_file(
    request: &Request,
    mut archive: Archive,
    file: ArchivedFile,
) -> Result<(Bytes, Archive), ApiError> {
    let state = request.state.clone();
    let source = file.source;
    let fetch =
        move |deps: &Deps, store: &mut dyn Store, actor: &Actor| fetch_file(deps, store, actor, source);
    let add_to_archive = move |found: Option<FetchedFile>| {
        let Some(found) = found else { return Ok((Bytes::new(), archive)) };
        let bytes = match found.read_content(&state.deps) {
            Ok(content) => convert_zip_error(archive.add(&file.path, &content, file.added_at))?,
            Err(error @ Error::Defect(_)) => {
                tracing::error!(?source, %error, "a file is missing from a download of personal data");
                let path = format!("{} (unreadable).txt", file.path);
                convert_zip_error(archive.add(&path, UNREADABLE.as_bytes(), file.added_at))?
            }
            Err(error) => return Err(error),
        };
        Ok((bytes, archive))
    };
    request.run_next_part(fetch, add_to_archive).await
}

/// A file that the caller may read, whose content isn't opened yet.
enum FetchedFile {
    Case(SealedFile),
    Item(AllowedFile),
}

impl FetchedFile {
    /// Returns the file's content.
    fn read_content(self, deps: &Deps) -> Result<Vec<u8>, Error> {
        match self {
            Self::Case(file) => files::open(deps, file).map(|(_, content)| content),
            Self::Item(file) => read::open_allowed_file(deps, &file).map(|(_, content)| content),
        }
    }
}

/// Returns the file that `source` refers to, before its content is read; `None` if it was deleted.
fn fetch_file(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    source: FileSource,
) -> Result<Option<FetchedFile>, Error> {
    let found = match source {
        FileSource::Case(id) => files::fetch_own(deps, store, actor, id).map(FetchedFile::Case),
        FileSource::Item { id, is_original } => {
            read::authorize_opening(deps, store, actor, id, is_original).map(FetchedFile::Item)
        }
    };
    match found {
        Err(Error::NotFound) => Ok(None),
        found => found.map(Some),
    }
}

/// Converts an error of the ZIP library to an application error.
fn convert_zip_error<T>(result: ZipResult<T>) -> Result<T, Error> {
    result.map_err(|error| Error::Defect(Box::new(error)))
}
