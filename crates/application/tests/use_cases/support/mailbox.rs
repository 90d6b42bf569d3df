//! An in-memory mail server that tests can make fail. The server panics if a database connection is in use
//! while an email is sent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use ports::notices::mail::{EmailMessage, MailError, Mailer};

use crate::support::store::memory::MemoryDatabase;

pub struct Mailbox {
    database: Arc<MemoryDatabase>,
    mails: Mutex<Vec<EmailMessage>>,
    /// The ids of the emails that were sent or failed.
    ids: Mutex<Vec<String>>,
    is_down: AtomicBool,
    /// The error of the next attempt, if it must fail.
    fails: Mutex<Option<MailError>>,
}

impl Mailbox {
    pub fn new(database: Arc<MemoryDatabase>) -> Self {
        Self {
            database,
            mails: Mutex::default(),
            ids: Mutex::default(),
            is_down: AtomicBool::default(),
            fails: Mutex::default(),
        }
    }

    pub fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::SeqCst);
    }

    /// Makes the next attempt to send an email fail with this error.
    pub fn fail_once(&self, error: MailError) {
        *self.fails.lock().unwrap() = Some(error);
    }

    /// Returns the recipient and the subject of each sent email, oldest first.
    pub fn sent(&self) -> Vec<(String, String)> {
        let mails = self.mails.lock().unwrap();
        mails.iter().map(|mail| (mail.to.clone(), mail.subject.clone())).collect()
    }

    /// Returns the token in the newest emailed link to a page.
    pub fn token(&self, page: &str) -> String {
        let start = format!("https://lanewise.example/{page}#");
        let mails = self.mails.lock().unwrap();
        let mut links = mails
            .iter()
            .rev()
            .filter_map(|mail| mail.text.lines().find_map(|line| line.strip_prefix(&start)));
        links.next().unwrap().to_owned()
    }

    /// Returns the ids of the emails that were sent or failed so far, and clears this list.
    pub fn attempted_emails(&self) -> Vec<String> {
        std::mem::take(&mut self.ids.lock().unwrap())
    }

    pub fn mails(&self) -> Vec<EmailMessage> {
        self.mails.lock().unwrap().clone()
    }

    /// Returns the plain texts of the sent emails, oldest first.
    pub fn texts(&self) -> Vec<String> {
        self.mails.lock().unwrap().iter().map(|mail| mail.text.clone()).collect()
    }
}

impl Mailer for Mailbox {
    fn send(&self, mail: &EmailMessage) -> Result<(), MailError> {
        assert!(!self.database.is_busy(), "no email is sent while a database connection is held");
        self.ids.lock().unwrap().push(mail.id.clone());
        if let Some(error) = self.fails.lock().unwrap().take() {
            return Err(error);
        }
        if self.is_down.load(Ordering::SeqCst) {
            return Err(MailError::Unavailable("down".into()));
        }
        self.mails.lock().unwrap().push(mail.clone());
        Ok(())
    }
}
