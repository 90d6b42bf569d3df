//! The page's files, held in memory with their precompressed forms.

use std::collections::HashMap;

use actix_web::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};

#[derive(Debug, Default)]
struct Asset {
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
    content_type: String,
    version: String,
}

/// All files of the page, by path.
#[derive(Debug, Default)]
pub struct Assets {
    files: HashMap<String, Asset>,
}

/// Names under this folder carry a hash of their content.
const HASHED: &str = "assets/";
const FOREVER: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";

impl Assets {
    /// Takes files as (path, bytes, version); `x.br` and `x.gz` are other forms of `x`.
    pub fn new(files: impl IntoIterator<Item = (String, Bytes, String)>) -> Self {
        let mut assets: HashMap<String, Asset> = HashMap::new();
        for (path, bytes, version) in files {
            if let Some(original) = path.strip_suffix(".br") {
                assets.entry(original.to_owned()).or_default().brotli = Some(bytes);
            } else if let Some(original) = path.strip_suffix(".gz") {
                assets.entry(original.to_owned()).or_default().gzip = Some(bytes);
            } else {
                let asset = assets.entry(path.clone()).or_default();
                asset.content_type = content_type(&path);
                asset.version = version;
                asset.plain = bytes;
            }
        }
        Self { files: assets }
    }

    /// Whether there is a page to show at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file of a path; for any other path that looks like a screen, the page itself.
    pub fn answer(&self, request: &HttpRequest) -> Option<HttpResponse> {
        let path = request.path().trim_start_matches('/');
        let found = self.files.get_key_value(if path.is_empty() { "index.html" } else { path });
        let looks_like_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        let (name, asset) = match found {
            Some(found) => found,
            None if looks_like_file || path.starts_with(HASHED) => return None,
            None => self.files.get_key_value("index.html")?,
        };
        Some(asset.respond(request, if name.starts_with(HASHED) { FOREVER } else { REVALIDATE }))
    }
}

impl Asset {
    fn respond(&self, request: &HttpRequest, cache: &'static str) -> HttpResponse {
        let header =
            |name| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let accepted = header(ACCEPT_ENCODING);
        let (bytes, coding) = match (&self.brotli, &self.gzip) {
            (Some(bytes), _) if accepts(accepted, "br") => (bytes, Some("br")),
            (_, Some(bytes)) if accepts(accepted, "gzip") => (bytes, Some("gzip")),
            _ => (&self.plain, None),
        };
        // Each form has a tag of its own, for they differ byte by byte.
        let etag =
            format!("\"{}{}\"", self.version, coding.map(|coding| format!("-{coding}")).unwrap_or_default());
        let seen = header(IF_NONE_MATCH)
            .split(',')
            .map(str::trim)
            .any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag);
        let mut response = if seen { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response
            .insert_header((CACHE_CONTROL, cache))
            .insert_header((VARY, "accept-encoding"))
            .insert_header((ETAG, etag));
        if seen {
            return response.finish();
        }
        if let Some(coding) = coding {
            response.insert_header((CONTENT_ENCODING, coding));
        }
        response.insert_header((CONTENT_TYPE, self.content_type.clone())).body(bytes.clone())
    }
}

/// Whether a coding is asked for; a quality of nothing, however it is written, says no.
fn accepts(accepted: &str, coding: &str) -> bool {
    accepted.split(',').any(|part| {
        let (name, quality) = part.split_once(';').unwrap_or((part, ""));
        let quality = quality.trim().strip_prefix("q=").and_then(|quality| quality.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(coding) && quality != Some(0.0)
    })
}

fn content_type(path: &str) -> String {
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = guess.type_() == "text"
        || matches!(guess.subtype().as_str(), "javascript" | "json" | "manifest+json");
    if is_text { format!("{guess}; charset=utf-8") } else { guess.to_string() }
}
