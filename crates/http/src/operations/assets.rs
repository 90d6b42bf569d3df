//! The page's static files, which are held in memory together with their compressed forms.

use std::collections::HashMap;
use std::io::Read;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use actix_web::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderValue, IF_NONE_MATCH, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use brotli::Decompressor;

use crate::shared::path::may_be_payment_page;

#[derive(Debug, Default)]
struct Asset {
    /// The uncompressed file. A file that is stored only compressed is decompressed for the first client that
    /// accepts neither compressed form.
    plain: OnceLock<Bytes>,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
    content_type: String,
    version: String,
}

/// All static files of the page, by path.
#[derive(Debug, Default)]
pub struct Assets {
    files: HashMap<String, Asset>,
    payment_import_map: Option<String>,
}

/// The page's current files. A development server replaces them when the page is built again.
#[derive(Debug)]
pub struct CurrentAssets(RwLock<Arc<Assets>>);

impl CurrentAssets {
    pub fn new(assets: Assets) -> Self {
        Self(RwLock::new(Arc::new(assets)))
    }

    pub fn load(&self) -> Arc<Assets> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the files for all later requests.
    pub fn replace(&self, assets: Assets) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(assets);
    }
}

/// Folder whose file names contain a hash of the content.
const HASHED: &str = "assets/";
/// Folder of prerendered screens, by path. One subfolder is for visitors and one for users.
const PRERENDERED: &str = "drawn/";
/// Folder of the documents into which the server puts responses to API calls, by path. They are never sent without.
const INLINING: &str = "drawn/inlining/";
/// Comment that the server replaces with the responses.
const INLINE_RESPONSES: &str = "<!-- responses -->";
/// Folder with the payment page's own document, and the hash of its import map.
const PAYMENT: &str = "payment/";
const PAYMENT_DOCUMENT: &str = "payment/index.html";
const PAYMENT_IMPORT_MAP: &str = "payment/import-map.txt";
/// Path prefix of the files of the text recognition, a WebAssembly program that runs in a worker. The page's
/// Content-Security-Policy forbids WebAssembly, so these files get [`READING_POLICY`] instead. It allows WebAssembly,
/// and otherwise only scripts and requests of this site.
const READING: &str = "assets/reading-";
const READING_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
/// Size of the buffer for decompressing a file, in bytes.
const BUFFER_BYTES: usize = 64 * 1024;
/// `Cache-Control` of a file whose name has a hash of its content.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// `Cache-Control` of all other files.
const REVALIDATE: &str = "no-cache";
/// `Vary` of all documents.
pub(crate) const DOCUMENT_VARY: &str = "accept-encoding, cookie";

impl Assets {
    /// Creates the files from (path, bytes, version). The version becomes part of the file's ETag. `x.br` and
    /// `x.gz` are compressed forms of `x`. `x` itself may be missing if `x.br` isn't.
    pub fn new(files: impl IntoIterator<Item = (String, Bytes, String)>) -> Self {
        let mut assets: HashMap<String, Asset> = HashMap::new();
        for (path, bytes, version) in files {
            if let Some(original) = path.strip_suffix(".gz") {
                assets.entry(original.to_owned()).or_default().gzip = Some(bytes);
            } else if let Some(original) = path.strip_suffix(".br") {
                let asset = assets.entry(original.to_owned()).or_default();
                asset.brotli = Some(bytes);
                if asset.plain.get().is_none() {
                    asset.version = version;
                }
            } else {
                let asset = assets.entry(path).or_default();
                asset.version = version;
                asset.plain = OnceLock::from(bytes);
            }
        }
        for (path, asset) in &mut assets {
            asset.content_type = content_type(path);
        }
        let hash = assets.get(PAYMENT_IMPORT_MAP).and_then(|file| str::from_utf8(file.uncompressed()).ok());
        let payment_import_map = hash.map(|hash| hash.trim().to_owned());
        Self { files: assets, payment_import_map }
    }

    /// Returns the hash of the payment document's import map, as in a Content-Security-Policy: `sha256-…`. `None`
    /// without an import map.
    pub fn payment_import_map(&self) -> Option<&str> {
        self.payment_import_map.as_deref()
    }

    /// Whether the page's files are missing.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the file for a request; `None` if there is no such file. For the path of a screen, returns the
    /// page, prerendered if possible. `is_visitor` is true if the request has no session cookie.
    pub fn find_response(&self, request: &HttpRequest, is_visitor: bool) -> Option<HttpResponse> {
        let path = request.path().trim_start_matches('/');
        let is_inner = path.is_empty() || path.starts_with(PRERENDERED) || path.starts_with(PAYMENT);
        if let Some(asset) = self.files.get(path).filter(|_| !is_inner) {
            let keep = if path.starts_with(HASHED) { FOREVER } else { REVALIDATE };
            let mut response = asset.respond(request, keep, "accept-encoding");
            if path.starts_with(READING) {
                let policy = HeaderValue::from_static(READING_POLICY);
                response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
            }
            return Some(response);
        }
        let looks_like_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        if looks_like_file || path.starts_with(HASHED) {
            return None;
        }
        let own = if may_be_payment_page(request.path()) {
            Some(PAYMENT_DOCUMENT.to_owned())
        } else {
            prerendered_name(path, request.query_string(), is_visitor)
        };
        let asset = own.and_then(|name| self.files.get(&name)).or_else(|| self.files.get("index.html"))?;
        Some(asset.respond(request, REVALIDATE, DOCUMENT_VARY))
    }

    /// Returns the parts before and after the responses to API calls that the server puts into a logged-in user's
    /// document. Returns `None` if there is no such document for this path, or if the URL has a query.
    pub fn inlining_document(&self, request: &HttpRequest) -> Option<(&str, &str)> {
        let path = request.path().trim_start_matches('/');
        let name = request.query_string().is_empty().then(|| format!("{INLINING}{path}.html"))?;
        let document = str::from_utf8(self.files.get(&name)?.uncompressed()).ok()?;
        document.split_once(INLINE_RESPONSES)
    }
}

/// Returns the name of the file with this path's prerendered screen. The file may not exist. Returns `None` if the
/// query may change the screen's content. On the start page, only the parameter `user` changes the content, because
/// the page then shows a profile. On other screens, any query may change it.
fn prerendered_name(path: &str, query: &str, is_visitor: bool) -> Option<String> {
    let names_user = || query.split('&').any(|part| part.split('=').next() == Some("user"));
    let folder = if is_visitor { "visitors" } else { "users" };
    match path {
        "" => (!names_user()).then(|| format!("{PRERENDERED}{folder}/landing.html")),
        _ => query.is_empty().then(|| format!("{PRERENDERED}{folder}/{path}.html")),
    }
}

impl Asset {
    /// Returns the uncompressed file. If decompressing fails, logs an error and returns only the bytes
    /// up to the error.
    fn uncompressed(&self) -> &Bytes {
        self.plain.get_or_init(|| {
            let mut plain = vec![];
            let compressed = self.brotli.as_deref().unwrap_or_default();
            if let Err(error) = Decompressor::new(compressed, BUFFER_BYTES).read_to_end(&mut plain) {
                tracing::error!(%error, "a file of the page can't be decompressed");
            }
            plain.into()
        })
    }

    /// Responds with the file in a form that the client accepts, or with `304` if the client has the current
    /// file. `cache` and `vary` are the values of `Cache-Control` and `Vary`.
    fn respond(&self, request: &HttpRequest, cache: &'static str, vary: &'static str) -> HttpResponse {
        let header =
            |name| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let accepted = header(ACCEPT_ENCODING);
        let (bytes, coding) = match (&self.brotli, &self.gzip) {
            (Some(bytes), _) if accepts_coding(accepted, "br") => (bytes, Some("br")),
            (_, Some(bytes)) if accepts_coding(accepted, "gzip") => (bytes, Some("gzip")),
            _ => (self.uncompressed(), None),
        };
        // Each compressed form has its own ETag, because its bytes differ.
        let etag =
            format!("\"{}{}\"", self.version, coding.map(|coding| format!("-{coding}")).unwrap_or_default());
        let is_current = header(IF_NONE_MATCH)
            .split(',')
            .map(str::trim)
            .any(|known| known == "*" || known.trim_start_matches("W/") == etag);
        let mut response = if is_current { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response
            .insert_header((CACHE_CONTROL, cache))
            .insert_header((VARY, vary))
            .insert_header((ETAG, etag));
        if is_current {
            return response.finish();
        }
        // With this header, the middleware that compresses other responses doesn't compress this file for each request.
        response.insert_header((CONTENT_ENCODING, coding.unwrap_or("identity")));
        response.insert_header((CONTENT_TYPE, self.content_type.clone())).body(bytes.clone())
    }
}

/// Whether the `Accept-Encoding` header `accepted` allows the compression `coding`. A quality of zero forbids it.
fn accepts_coding(accepted: &str, coding: &str) -> bool {
    accepted.split(',').any(|part| {
        let (name, quality) = part.split_once(';').unwrap_or((part, ""));
        let quality = quality.trim().strip_prefix("q=").and_then(|quality| quality.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(coding) && quality != Some(0.0)
    })
}

/// Returns the value of the header `Content-Type` for the file's extension.
fn content_type(path: &str) -> String {
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = guess.type_() == "text"
        || matches!(guess.subtype().as_str(), "javascript" | "json" | "manifest+json");
    if is_text { format!("{guess}; charset=utf-8") } else { guess.to_string() }
}
