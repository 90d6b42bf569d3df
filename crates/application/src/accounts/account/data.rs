//! Download of the data that is stored about the caller, as one file. Hashes, keys, SSN digits, and the
//! contents of uploaded files are left out.

use domain::security::audit::AuditAction;
use domain::shared::ids::HireId;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::cases::correspondence::{Correspondence, decrypt};
use crate::shared::files::named::{NamedItemFile, list_named_files};

/// The data about the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalData {
    /// The caller's rows in the database, as one JSON object, without hashes, keys and SSN digits. Has at
    /// most the newest 10,000 rows of each kind.
    pub stored: String,
    /// Messages and names of files of each case whose driver is the caller, decrypted.
    pub cases: Vec<(HireId, Correspondence)>,
    /// Names and details of the photos and documents of the caller's items, without their contents.
    pub files: Vec<NamedItemFile>,
}

/// Returns the data about the caller, and adds an audit entry about the download.
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
    store.audit(&actor.own_audit_entry(AuditAction::DataDownloaded, deps.clock.now()))?;
    Ok(PersonalData { stored, cases, files })
}
