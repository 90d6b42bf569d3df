//! The configured way of sending emails: through SMTP, into a folder (only in development), or not at all.

use std::sync::Arc;

use adapters_mail::{FolderMailer, SmtpMailer, SmtpOptions};
use anyhow::Context;
use application::deps::EmailDeps;
use application::shared::outgoing::EmailSender;
use lanewise_http::notices::shown_mail::{ReadMails, ShownMail};
use ports::notices::mail::Mailer;
use ports::notices::texts::TextMessenger;

use crate::config::{Config, MailConfig};

/// The configured email senders.
pub struct EmailSenders {
    /// Dependencies of use cases that send emails. `None` if the server sends no emails.
    pub mail: Option<EmailDeps>,
    /// Function that reads the emails in the folder, for the development page `/dev/mail`. `None` without a folder.
    pub dev_mail: Option<ReadMails>,
    /// Sender that writes texts to the folder for emails. `None` without a folder.
    pub dev_texts: Option<Arc<dyn TextMessenger>>,
}

/// Maximum number of emails that the page `/dev/mail` shows.
const MAX_SHOWN: usize = 100;

/// Prepares the senders without connecting to the mail server.
///
/// # Errors
/// Fails when the SMTP settings are invalid or the folder can't be created.
pub fn prepare_email_senders(config: &Config) -> anyhow::Result<EmailSenders> {
    let deps_for = |mailer: Arc<dyn Mailer>| EmailDeps {
        sender: EmailSender::new(mailer),
        public_url: config.public_url.clone(),
        support_phone: config.support_phone.clone(),
    };
    Ok(match &config.mail {
        MailConfig::Off => {
            tracing::warn!(
                "SMTP_URL is missing: no email is sent, so drivers need support to reset a password or change their email"
            );
            EmailSenders { mail: None, dev_mail: None, dev_texts: None }
        }
        MailConfig::Smtp { url, from } => EmailSenders {
            mail: Some(deps_for(Arc::new(SmtpMailer::new(url, from, SmtpOptions::default())?))),
            dev_mail: None,
            dev_texts: None,
        },
        MailConfig::Folder => {
            let folder = config.data_dir.join("mail");
            let mailer = Arc::new(
                FolderMailer::new(&folder).with_context(|| format!("creating {}", folder.display()))?,
            );
            EmailSenders {
                mail: Some(deps_for(mailer.clone())),
                dev_texts: Some(mailer.clone()),
                dev_mail: Some(folder_reader(mailer)),
            }
        }
    })
}

/// Returns the function that reads the newest emails in the folder, for the page `/dev/mail`.
fn folder_reader(mailer: Arc<FolderMailer>) -> ReadMails {
    Arc::new(move || {
        let mails = mailer.newest(MAX_SHOWN).unwrap_or_else(|error| {
            tracing::warn!(%error, "could not read the folder of emails");
            vec![]
        });
        mails
            .into_iter()
            .map(|mail| ShownMail { headers: mail.headers, text: mail.text, files: mail.files })
            .collect()
    })
}
