//! The page's files. Release builds contain the files, and development builds read them from `frontend/dist` at
//! startup and after each build of the page.

use std::borrow::Cow;
#[cfg(debug_assertions)]
use std::{io, thread, time::Duration};

use actix_web::web::Bytes;
use lanewise_http::operations::assets::Assets;
#[cfg(debug_assertions)]
use lanewise_http::state::State;
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
        // Release builds contain the files, so the server needn't copy them into memory.
        let content = match file.data {
            Cow::Borrowed(content) => Bytes::from_static(content),
            Cow::Owned(content) => Bytes::from(content),
        };
        Some((path.into_owned(), content, version))
    }))
}

/// Interval at which [`watch_page`] checks for a new build of the page.
#[cfg(debug_assertions)]
const WATCH_EVERY: Duration = Duration::from_millis(50);

/// Starts a thread that reads the page's files again when the page has been built (`make dev`). The
/// thread ends when the server stops.
///
/// # Errors
/// Fails if the thread can't be started.
#[cfg(debug_assertions)]
pub fn watch_page(state: &State) -> io::Result<()> {
    let (state, mut known) = (state.clone(), version_of_page());
    thread::Builder::new().name("page-watch".to_owned()).spawn(move || {
        while !state.hub.is_stopping() {
            thread::sleep(WATCH_EVERY);
            let version = version_of_page();
            if version.is_some() && version != known {
                known = version;
                state.assets.replace(page_assets());
                tracing::info!("the page was built again");
            }
        }
    })?;
    Ok(())
}

/// Returns the hash of the page's document, which names all scripts and styles by their hashes. `None` while a build
/// replaces the files, or if the page hasn't been built.
#[cfg(debug_assertions)]
fn version_of_page() -> Option<[u8; 32]> {
    Some(Dist::get("index.html")?.metadata.sha256_hash())
}
