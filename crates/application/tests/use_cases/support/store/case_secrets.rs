//! In-memory store of cases' keys, messages, files and consents.

use chrono::{DateTime, TimeDelta, Utc};
use domain::legal_help::secrets::Consent;
use domain::shared::ids::{HireId, LawyerId, UserId};
use ports::legal_help::secrets::{
    CaseFile, CaseFiles, CaseMessage, CaseSecrets, NewCaseFile, NewCaseMessage, NewConsent, SecretCounts,
};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

#[derive(Clone, Default)]
pub struct SecretTables {
    pub keys: Vec<(HireId, Vec<u8>)>,
    pub messages: Vec<(HireId, CaseMessage)>,
    /// The files of cases, each with its content. The content is empty if it is in the storage of files.
    pub files: Vec<(CaseFile, Vec<u8>)>,
    pub consents: Vec<Consent>,
}

/// Returns the id of a new row of a table with this number of rows.
fn next_row_id(count: usize) -> i64 {
    i64::try_from(count).unwrap() + 1
}

fn count<T>(rows: impl Iterator<Item = T>) -> i64 {
    i64::try_from(rows.count()).unwrap()
}

impl CaseSecrets for Unit<'_> {
    fn case_key(&mut self, case: HireId) -> StoreResult<Option<Vec<u8>>> {
        let mut keys = self.tables.legal_help.secrets.keys.iter();
        Ok(keys.find(|(id, _)| *id == case).map(|(_, key)| key.clone()))
    }

    fn insert_case_key(
        &mut self,
        case: HireId,
        sealed: &[u8],
        _created_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        if self.case_key(case)?.is_some() {
            return Ok(());
        }
        self.tables.legal_help.secrets.keys.push((case, sealed.to_vec()));
        Ok(())
    }

    fn insert_case_message(&mut self, new: &NewCaseMessage<'_>) -> StoreResult<CaseMessage> {
        let messages = &mut self.tables.legal_help.secrets.messages;
        let message = CaseMessage {
            id: next_row_id(messages.len()),
            lawyer_id: new.lawyer_id,
            is_from_lawyer: new.is_from_lawyer,
            sealed: new.sealed.to_vec(),
            sent_at: new.sent_at,
            read_at: None,
        };
        messages.push((new.case, message.clone()));
        Ok(message)
    }

    fn case_messages(&mut self, case: HireId) -> StoreResult<Vec<CaseMessage>> {
        let messages = self.tables.legal_help.secrets.messages.iter();
        Ok(messages.filter(|(id, _)| *id == case).map(|(_, message)| message.clone()).collect())
    }

    fn count_unread_by_driver(&mut self, driver: UserId) -> StoreResult<i64> {
        let cases = self.tables.cases();
        let is_own = |id| cases.iter().any(|case| case.id == id && case.user_id == driver);
        let messages = self.tables.legal_help.secrets.messages.iter();
        Ok(count(messages.filter(|(id, one)| is_own(*id) && one.is_from_lawyer && one.read_at.is_none())))
    }

    fn count_unread_by_lawyer(&mut self, lawyer: LawyerId) -> StoreResult<i64> {
        let cases = self.tables.cases();
        let is_own = |id| cases.iter().any(|case| case.id == id && case.lawyer_id == Some(lawyer));
        let is_unread =
            |one: &CaseMessage| !one.is_from_lawyer && one.lawyer_id == lawyer && one.read_at.is_none();
        let messages = self.tables.legal_help.secrets.messages.iter();
        Ok(count(messages.filter(|(id, one)| is_own(*id) && is_unread(one))))
    }

    fn mark_case_messages_read(
        &mut self,
        case: HireId,
        lawyer: Option<LawyerId>,
        up_to: i64,
        read_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        for (id, message) in &mut self.tables.legal_help.secrets.messages {
            let is_to_reader = match lawyer {
                Some(lawyer) => !message.is_from_lawyer && message.lawyer_id == lawyer,
                None => message.is_from_lawyer,
            };
            if *id == case && is_to_reader && message.id <= up_to {
                message.read_at.get_or_insert(read_at);
            }
        }
        Ok(())
    }

    fn count_messages_and_files(&mut self, case: HireId) -> StoreResult<SecretCounts> {
        let lawyer =
            self.tables.legal_help.cases.iter().find(|row| row.id == case).and_then(|row| row.lawyer_id);
        let secrets = &self.tables.legal_help.secrets;
        let messages = || secrets.messages.iter().filter(|(id, _)| *id == case).map(|(_, message)| message);
        let files = || secrets.files.iter().map(|(file, _)| file).filter(|file| file.case == case);
        let unread = || messages().filter(|message| message.read_at.is_none());
        Ok(SecretCounts {
            messages: count(messages()),
            unread_by_driver: count(unread().filter(|message| message.is_from_lawyer)),
            unread_by_lawyer: count(
                unread().filter(|message| !message.is_from_lawyer && Some(message.lawyer_id) == lawyer),
            ),
            files: count(files()),
            last_at: messages().map(|message| message.sent_at).chain(files().map(|file| file.added_at)).max(),
        })
    }

    fn insert_consent(&mut self, new: &NewConsent) -> StoreResult<Consent> {
        let consents = &mut self.tables.legal_help.secrets.consents;
        let consent = Consent {
            id: next_row_id(consents.len()),
            case: new.case,
            kind: new.kind,
            lawyer_id: new.lawyer_id,
            asked_by: Some(new.asked_by),
            asked_at: new.asked_at,
            given_at: None,
            expires_at: None,
            ended_at: None,
        };
        consents.push(consent.clone());
        Ok(consent)
    }

    fn consents_of(&mut self, case: HireId) -> StoreResult<Vec<Consent>> {
        let consents = self.tables.legal_help.secrets.consents.iter();
        Ok(consents.filter(|consent| consent.case == case).cloned().collect())
    }

    fn set_consent(&mut self, consent: &Consent) -> StoreResult<()> {
        for stored in &mut self.tables.legal_help.secrets.consents {
            if stored.id == consent.id {
                stored.clone_from(consent);
            }
        }
        Ok(())
    }
}

impl Unit<'_> {
    /// Returns a file whose `is_used` says whether an event or an agreement refers to it.
    fn with_use(&self, file: &CaseFile) -> CaseFile {
        let legal_help = &self.tables.legal_help;
        let is_used = legal_help.events.iter().any(|event| event.files.contains(&file.id))
            || legal_help.agreements.iter().any(|(_, agreement)| agreement.file == Some(file.id));
        CaseFile { is_used, ..file.clone() }
    }
}

impl CaseFiles for Unit<'_> {
    fn insert_case_file(&mut self, new: &NewCaseFile<'_>) -> StoreResult<CaseFile> {
        let files = &mut self.tables.legal_help.secrets.files;
        let file = CaseFile {
            id: files.iter().map(|(file, _)| file.id).max().unwrap_or(0) + 1,
            case: new.case,
            is_from_lawyer: new.lawyer_id.is_some(),
            lawyer_id: new.lawyer_id,
            sealed_name: new.sealed_name.to_vec(),
            kind: new.kind,
            bytes: new.bytes,
            added_at: new.added_at,
            content_name: Some(new.content_name.to_owned()),
            is_used: false,
        };
        files.push((file.clone(), vec![]));
        Ok(file)
    }

    fn case_files(&mut self, case: HireId) -> StoreResult<Vec<CaseFile>> {
        let files = self.tables.legal_help.secrets.files.iter().map(|(file, _)| file);
        Ok(files.filter(|file| file.case == case).map(|file| self.with_use(file)).collect())
    }

    fn case_file(&mut self, id: i64) -> StoreResult<Option<CaseFile>> {
        let mut files = self.tables.legal_help.secrets.files.iter();
        Ok(files.find(|(file, _)| file.id == id).map(|(file, _)| self.with_use(file)))
    }

    fn delete_case_file(&mut self, id: i64) -> StoreResult<()> {
        let files = &mut self.tables.legal_help.secrets.files;
        let Some(place) = files.iter().position(|(file, _)| file.id == id) else { return Ok(()) };
        let (deleted, _) = files.remove(place);
        if let Some(name) = deleted.content_name {
            self.tables.item_files.deletions.insert(name, deleted.added_at + TimeDelta::minutes(1));
        }
        Ok(())
    }

    fn case_file_content(&mut self, id: i64) -> StoreResult<Vec<u8>> {
        let mut files = self.tables.legal_help.secrets.files.iter();
        Ok(files.find(|(file, _)| file.id == id).map(|(_, content)| content.clone()).unwrap_or_default())
    }
}
