//! The page's files. Release builds contain them; development builds read them from
//! `frontend/dist`.

use actix_web::web::Bytes;
use lanewise_http::operations::assets::Assets;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$PAGE_DIR"]
#[allow_missing = true]
struct Dist;

/// Returns all files of the page; none if the page hasn't been built.
pub fn page_assets() -> Assets {
    Assets::new(Dist::iter().filter_map(|path| {
        let file = Dist::get(&path)?;
        let version = hex::encode(file.metadata.sha256_hash().get(..8)?);
        Some((path.into_owned(), Bytes::from(file.data.into_owned()), version))
    }))
}
