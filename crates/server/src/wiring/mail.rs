//! Where mails go: to an SMTP server, in development without one into a folder, else nowhere.

use std::sync::Arc;

use adapters_mail::{FolderMailer, SmtpMailer, SmtpOptions};
use anyhow::Context;
use application::deps::MailRoom;
use application::shared::outgoing::EmailSender;
use lanewise_http::notices::shown_mail::{ReadMails, ShownMail};
use ports::notices::mail::Mailer;
use ports::notices::texts::TextMessenger;

use crate::config::{Config, Mail};

/// Mail, ready.
pub struct Mailing {
    /// For use cases; none where no mail can be sent.
    pub mail: Option<MailRoom>,
    /// For development's page.
    pub dev_mail: Option<ReadMails>,
    /// Where development's texts go.
    pub dev_texts: Option<Arc<dyn TextMessenger>>,
}

/// So many mails are shown.
const SHOWN: usize = 100;

/// Prepares it; nothing is connected yet.
///
/// # Errors
/// When the settings cannot be read, or the folder cannot be made.
pub fn open(config: &Config) -> anyhow::Result<Mailing> {
    let room = |mailer: Arc<dyn Mailer>| MailRoom {
        sender: EmailSender::new(mailer),
        public_url: config.public_url.clone(),
        support_phone: config.support_phone.clone(),
    };
    Ok(match &config.mail {
        Mail::Off => {
            tracing::warn!("SMTP_URL is missing: forgotten passwords and new e-mail addresses need support");
            Mailing { mail: None, dev_mail: None, dev_texts: None }
        }
        Mail::Smtp { url, from } => Mailing {
            mail: Some(room(Arc::new(SmtpMailer::new(url, from, SmtpOptions::default())?))),
            dev_mail: None,
            dev_texts: None,
        },
        Mail::Folder => {
            let folder = config.data_dir.join("mail");
            let mailer =
                Arc::new(FolderMailer::new(&folder).with_context(|| format!("making {}", folder.display()))?);
            Mailing {
                mail: Some(room(mailer.clone())),
                dev_texts: Some(mailer.clone()),
                dev_mail: Some(reader(mailer)),
            }
        }
    })
}

fn reader(mailer: Arc<FolderMailer>) -> ReadMails {
    Arc::new(move || {
        let mails = mailer.newest(SHOWN).unwrap_or_else(|error| {
            tracing::warn!(%error, "the folder of mails could not be read");
            vec![]
        });
        mails
            .into_iter()
            .map(|mail| ShownMail { headers: mail.headers, text: mail.text, files: mail.files })
            .collect()
    })
}
