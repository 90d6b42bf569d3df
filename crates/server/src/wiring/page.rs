//! The page's files. Release builds contain the files, and development builds read them from `frontend/dist`.

use std::borrow::Cow;

use actix_web::web::Bytes;
use lanewise_http::operations::assets::Assets;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$PAGE_DIR"]
#[allow_missing = true]
struct Dist;

/// Returns all files of the page. There are none if the page hasn't been built.
pub fn page_assets() -> Assets {
    Assets::new(Dist::iter().filter_map(|path| {
        let file = Dist::get(&path)?;
        let version = hex::encode(file.metadata.sha256_hash().get(..8)?);
        // Release builds contain the files, which then need no memory of their own.
        let content = match file.data {
            Cow::Borrowed(content) => Bytes::from_static(content),
            Cow::Owned(content) => Bytes::from(content),
        };
        Some((path.into_owned(), content, version))
    }))
}
