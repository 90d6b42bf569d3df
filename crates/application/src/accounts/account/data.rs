//! Download of all data that is stored about the caller, as one file.

use domain::security::audit::AuditAction;
use domain::shared::ids::HireId;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::cases::correspondence::{Correspondence, decrypt};
use crate::shared::files::named::{NamedItemFile, list_named_files};

/// All data about the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalData {
    /// What the database stores, as JSON.
    pub stored: String,
    /// The messages and files of the caller's cases, which the database stores encrypted.
    pub cases: Vec<(HireId, Correspondence)>,
    /// Photos and documents of the caller's items.
    pub files: Vec<NamedItemFile>,
}

/// Returns all data about the caller. The download gets an audit entry, which the next download contains. For
/// files, it contains only the names, because drivers download each file in its case or item.
pub fn download_personal_data(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<PersonalData> {
    let stored = store.personal_data(actor.id())?.ok_or(Error::Unauthenticated)?;
    let mut cases = Vec::new();
    for case in store.cases_of_driver(actor.id())? {
        let found = decrypt(deps, store, case.id)?;
        if found != Correspondence::default() {
            cases.push((case.id, found));
        }
    }
    let files = list_named_files(deps, store, actor.id())?;
    store.audit(&actor.own_entry(AuditAction::DataDownloaded, deps.clock.now()))?;
    Ok(PersonalData { stored, cases, files })
}
