use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Utc};
use lettre::message::Mailbox;
use ports::notices::mail::{EmailMessage, MailError, Mailer};
use ports::notices::texts::{TextError, TextMessenger};

use crate::message::build_message;

/// Sender of all emails that are written to the folder.
const FROM: &str = "Lanewise <no-reply@lanewise.test>";

/// How many of the newest emails [`FolderMailer`] searches when it checks whether a text was already sent.
const MAX_SEARCHED_EMAILS: usize = 200;

/// Mode of the folder: only its owner may list or enter it, because messages contain login links and codes.
const PRIVATE_FOLDER: u32 = 0o700;
/// Mode of the files in the folder. Only their owner may read them.
const PRIVATE_FILE: u32 = 0o600;

/// An email in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMail {
    /// The headers `To`, `Subject` and `Date`, one per line.
    pub headers: String,
    /// The email's body as plain text.
    pub text: String,
    /// File names of the attachments.
    pub files: Vec<String>,
}

/// A mailer that writes each email and text to a folder, as an `.eml` file.
pub struct FolderMailer {
    folder: PathBuf,
    from: Mailbox,
    count: AtomicU32,
}

impl FolderMailer {
    /// Creates the folder if it doesn't exist, and removes other users' access to it.
    ///
    /// # Errors
    /// Fails if the folder can't be created or belongs to another user.
    pub fn new(folder: &Path) -> io::Result<Self> {
        if let Some(parent) = folder.parent() {
            fs::create_dir_all(parent)?;
        }
        DirBuilder::new().recursive(true).mode(PRIVATE_FOLDER).create(folder)?;
        // An earlier release created the folder with read access for other users.
        fs::set_permissions(folder, Permissions::from_mode(PRIVATE_FOLDER))?;
        let from = FROM.parse().map_err(io::Error::other)?;
        Ok(Self { folder: folder.to_owned(), from, count: AtomicU32::default() })
    }

    /// Returns a new file name without an extension. Names sort by time, and two processes never create the same name.
    fn new_file_name(&self) -> String {
        let micros = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros());
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        format!("{micros:020}-{}-{count:06}", std::process::id())
    }

    /// Returns the newest emails, newest first and at most `limit`. Skips unreadable files.
    ///
    /// # Errors
    /// Fails when the folder can't be read.
    pub fn newest(&self, limit: usize) -> io::Result<Vec<StoredMail>> {
        let mut files: Vec<PathBuf> = fs::read_dir(&self.folder)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "eml"))
            .collect();
        files.sort_unstable_by(|one, other| other.cmp(one));
        Ok(files
            .iter()
            .filter_map(|path| fs::read_to_string(path).ok())
            .map(|file| parse_stored_mail(&file))
            .take(limit)
            .collect())
    }
}

/// Parses a stored email without decoding it. ASCII text with short lines is stored without an encoding, so it is
/// returned as it was written. In an email with several parts, the first part is the text.
fn parse_stored_mail(file: &str) -> StoredMail {
    let file = file.replace("\r\n", "\n");
    let (headers, rest) = file.split_once("\n\n").unwrap_or((file.as_str(), ""));
    let shown = |line: &&str| ["To: ", "Subject: ", "Date: "].iter().any(|name| line.starts_with(name));
    let boundary = headers.split_once("boundary=\"").and_then(|(_, rest)| rest.split_once('"'));
    let text = match boundary {
        Some((boundary, _)) => {
            let mark = format!("--{boundary}");
            let first = rest.split(mark.as_str()).nth(1).unwrap_or_default();
            first.split_once("\n\n").map_or("", |(_, text)| text).to_owned()
        }
        None => rest.to_owned(),
    };
    // A long header continues on lines that start with a space.
    let unfolded = rest.replace("\n ", " ");
    let names = unfolded.lines().filter_map(|line| {
        // A long name is written as `filename*0="…"`.
        let (_, rest) = line.strip_prefix("Content-Disposition: attachment;")?.split_once("filename")?;
        let (_, name) = rest.split_once('"')?;
        name.split_once('"').map(|(name, _)| name.to_owned())
    });
    StoredMail {
        headers: headers.lines().filter(shown).collect::<Vec<_>>().join("\n"),
        text,
        files: names.collect(),
    }
}

/// Writes a new file that only its owner can read. Fails if the file already exists.
fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    File::options().write(true).create_new(true).mode(PRIVATE_FILE).open(path)?.write_all(bytes)
}

/// In development, a text is stored as an email, whose recipient's address contains the phone number.
impl TextMessenger for FolderMailer {
    fn send(&self, phone: &str, text: &str) -> Result<(), TextError> {
        let mail = EmailMessage {
            id: self.new_file_name(),
            to: format!("{phone}@text.lanewise.test"),
            subject: "Text".to_owned(),
            text: format!("{text}\n"),
            html: None,
            unsubscribe: None,
            attachment: None,
        };
        Mailer::send(self, &mail).map_err(|error| TextError::Unavailable(Box::new(error)))
    }

    fn send_with_status_reports(&self, phone: &str, text: &str, _: &str) -> Result<(), TextError> {
        TextMessenger::send(self, phone, text)
    }

    /// Returns false. A folder never calls a webhook, so every call is forged.
    fn is_genuine(&self, _: &str, _: &[(String, String)], _: &str) -> bool {
        false
    }

    /// Searches the newest [`MAX_SEARCHED_EMAILS`] emails for the text. Ignores the given time.
    fn was_sent(&self, phone: &str, text: &str, _: DateTime<Utc>) -> Result<bool, TextError> {
        let newest =
            self.newest(MAX_SEARCHED_EMAILS).map_err(|error| TextError::Unavailable(Box::new(error)))?;
        let to = format!("To: {phone}@text.lanewise.test");
        Ok(newest.iter().any(|mail| mail.headers.contains(&to) && mail.text.trim_end() == text))
    }
}

impl Mailer for FolderMailer {
    fn send(&self, mail: &EmailMessage) -> Result<(), MailError> {
        let message = build_message(&self.from, mail)?;
        let name = self.new_file_name();
        let (draft, path) =
            (self.folder.join(format!("{name}.part")), self.folder.join(format!("{name}.eml")));
        write_private(&draft, &message.formatted())
            .and_then(|()| fs::rename(&draft, &path))
            .map_err(|error| MailError::Unavailable(Box::new(error)))
    }
}

#[cfg(test)]
mod tests {
    use ports::notices::mail::Attachment;

    use super::*;

    #[test]
    fn emails_are_listed_newest_first_with_their_text() {
        let folder = tempfile::tempdir().unwrap();
        let mailer = FolderMailer::new(&folder.path().join("mail")).unwrap();
        assert_eq!(mailer.newest(5).unwrap(), []);
        for n in 1..=3 {
            let text = format!("Hello,\n\nnumber {n}: https://lanewise.test/x#token\n");
            Mailer::send(
                &mailer,
                &EmailMessage {
                    id: n.to_string(),
                    to: format!("d{n}@example.test"),
                    subject: "Hi".to_owned(),
                    text,
                    attachment: None,
                    html: None,
                    unsubscribe: None,
                },
            )
            .unwrap();
        }
        let mails = mailer.newest(2).unwrap();
        assert_eq!(mails.len(), 2);
        assert_eq!(mails[0].text, "Hello,\n\nnumber 3: https://lanewise.test/x#token\n");
        assert!(mails[0].headers.contains("To: d3@example.test\nSubject: Hi"), "{}", mails[0].headers);
        assert!(mails[1].text.contains("number 2"));
    }

    #[test]
    fn stored_emails_and_texts_are_readable_only_by_the_owner() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("mail");
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        let mailer = FolderMailer::new(&folder).unwrap();
        let mail = EmailMessage {
            id: "1".to_owned(),
            to: "d@example.test".to_owned(),
            subject: "Hi".to_owned(),
            text: "Hello,\n".to_owned(),
            attachment: None,
            html: None,
            unsubscribe: None,
        };
        Mailer::send(&mailer, &mail).unwrap();
        TextMessenger::send(&mailer, "5550100199", "your code").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        let files: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| mode(&entry.unwrap().path())).collect();
        assert_eq!(files, [0o600, 0o600]);
    }

    #[test]
    fn an_email_with_an_attachment_shows_its_text_and_the_file_name() {
        let folder = tempfile::tempdir().unwrap();
        let mailer = FolderMailer::new(folder.path()).unwrap();
        let attachment = Some(Attachment {
            name: "lanewise-receipt-LW-20261122-000042.pdf".to_owned(),
            pdf: b"%PDF \xff".to_vec(),
        });
        let text = "Hello,\n\nyou paid.\n".to_owned();
        Mailer::send(
            &mailer,
            &EmailMessage {
                id: "1".to_owned(),
                to: "d@example.test".to_owned(),
                subject: "Hi".to_owned(),
                text,
                html: None,
                unsubscribe: None,
                attachment,
            },
        )
        .unwrap();
        let [mail] = &mailer.newest(5).unwrap()[..] else { panic!("expected one email") };
        assert_eq!(mail.text.trim_end(), "Hello,\n\nyou paid.");
        assert_eq!(mail.files, ["lanewise-receipt-LW-20261122-000042.pdf"]);
    }
}
