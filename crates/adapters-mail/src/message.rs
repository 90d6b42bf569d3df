use lettre::Message;
use lettre::message::header::{
    ContentTransferEncoding, ContentType, Header, HeaderName, HeaderValue, MIME_VERSION_1_0,
};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};
use ports::notices::mail::{EmailMessage, MailError};

/// Builds an email. The library parses addresses and encodes headers, so no part can inject a header.
pub(crate) fn build_message(sender: &Mailbox, mail: &EmailMessage) -> Result<Message, MailError> {
    let to: Mailbox = mail.to.parse().map_err(|error| MailError::Refused(Box::new(error)))?;
    // By default, the library's `Message-ID` would contain the machine's name instead of our domain.
    let id = format!("<{}@{}>", mail.id, sender.email.domain());
    let mut message = Message::builder().from(sender.clone()).to(to).subject(&mail.subject);
    message = message.message_id(Some(id)).header(MIME_VERSION_1_0).header(AutoSubmitted);
    if let Some(address) = &mail.unsubscribe {
        message = message.header(Unsubscribe(format!("<{address}>"))).header(ListUnsubscribePost);
    }
    let text = SinglePart::builder().header(ContentType::TEXT_PLAIN).body(build_body(&mail.text));
    let built = match (&mail.attachment, &mail.html) {
        (None, None) => message.header(ContentType::TEXT_PLAIN).body(build_body(&mail.text)),
        (None, Some(html)) => {
            let html = SinglePart::builder().header(ContentType::TEXT_HTML).body(build_body(html));
            message.multipart(MultiPart::alternative().singlepart(text).singlepart(html))
        }
        (Some(file), _) => {
            let pdf =
                ContentType::parse("application/pdf").map_err(|error| MailError::Refused(Box::new(error)))?;
            let attached = lettre::message::Attachment::new(file.name.clone()).body(file.pdf.clone(), pdf);
            message.multipart(MultiPart::mixed().singlepart(text).singlepart(attached))
        }
    };
    built.map_err(|error| MailError::Refused(Box::new(error)))
}

/// The `List-Unsubscribe` header (RFC 2369): the URL that ends this kind of email for the recipient.
#[derive(Clone)]
struct Unsubscribe(String);

/// The `List-Unsubscribe-Post` header. This header allows mail programs to unsubscribe the recipient with one
/// POST request, without showing a page (RFC 8058).
#[derive(Clone)]
struct ListUnsubscribePost;

/// The `Auto-Submitted` header. This header says that a program sent the email, so that out-of-office programs
/// don't reply (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

type HeaderParseError = Box<dyn std::error::Error + Send + Sync>;

impl Header for Unsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, HeaderParseError> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        // The library must not break the URL into several lines, which would make it invalid.
        HeaderValue::dangerous_new_pre_encoded(Self::name(), self.0.clone(), self.0.clone())
    }
}

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, HeaderParseError> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, HeaderParseError> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// Maximum length of a line in an email, in bytes (RFC 5322).
const MAX_LINE: usize = 998;

/// Returns an email's body. ASCII text isn't encoded if its lines are short enough, because the library's
/// encoding breaks lines at 76 characters and would split long links.
fn build_body(text: &str) -> Body {
    if text.is_ascii() && text.lines().all(|line| line.len() <= MAX_LINE) {
        let lines: String = text.lines().flat_map(|line| [line, "\r\n"]).collect();
        return Body::dangerous_pre_encoded(lines.into_bytes(), ContentTransferEncoding::SevenBit);
    }
    Body::new(text.to_owned())
}

#[cfg(test)]
mod tests {
    use ports::notices::mail::{Attachment, EmailMessage, MailError};
    use rstest::rstest;

    use super::build_message;

    fn mail(recipient: &str, subject: &str) -> EmailMessage {
        EmailMessage {
            id: "00ff".to_owned(),
            to: recipient.to_owned(),
            subject: subject.to_owned(),
            text: "Hello,\n\nbye.\n".to_owned(),
            attachment: None,
            html: None,
            unsubscribe: None,
        }
    }

    fn format_message(mail: &EmailMessage) -> Result<String, MailError> {
        let from = "Lanewise <no-reply@lanewise.test>".parse().unwrap();
        build_message(&from, mail).map(|message| String::from_utf8(message.formatted()).unwrap())
    }

    #[test]
    fn an_email_contains_its_recipient_subject_and_text() {
        let text = format_message(&mail("dana@example.test", "Your link")).unwrap();
        assert!(text.contains("To: dana@example.test\r\n"), "{text}");
        assert!(text.contains("Subject: Your link\r\n"), "{text}");
        assert!(text.ends_with("\r\n\r\nHello,\r\n\r\nbye.\r\n"), "{text}");
    }

    #[test]
    fn every_email_has_a_message_id_of_our_domain_and_an_auto_submitted_header() {
        let plain = mail("dana@example.test", "Your link");
        let html = EmailMessage { html: Some("<p>Hello".to_owned()), ..plain.clone() };
        let pdf = Attachment { name: "x.pdf".to_owned(), pdf: b"%PDF".to_vec() };
        let attached = EmailMessage { attachment: Some(pdf), ..plain.clone() };
        for mail in [plain, html, attached] {
            let text = format_message(&mail).unwrap();
            let (headers, _) = text.split_once("\r\n\r\n").unwrap();
            for line in
                ["Message-ID: <00ff@lanewise.test>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0"]
            {
                assert_eq!(headers.lines().filter(|header| *header == line).count(), 1, "{line}\n{headers}");
            }
            assert_eq!(text.matches("Message-ID:").count(), 1, "{text}");
        }
    }

    #[test]
    fn a_long_link_is_not_wrapped_and_non_ascii_text_is_encoded() {
        let link = format!("https://lanewise.test/{}=", "x".repeat(200));
        let text =
            format_message(&EmailMessage { text: format!("{link}\n"), ..mail("dana@example.test", "x") })
                .unwrap();
        assert!(text.contains(&link), "{text}");
        let text =
            format_message(&EmailMessage { text: "José\n".to_owned(), ..mail("dana@example.test", "x") })
                .unwrap();
        assert!(text.is_ascii() && text.contains("Content-Transfer-Encoding: "), "{text}");
    }

    #[test]
    fn an_email_with_an_unsubscribe_link_has_the_headers_for_one_click_unsubscribing() {
        let unsubscribe = Some(format!("https://lanewise.test/api/unsubscribe/{}", "t".repeat(86)));
        let html = Some("<p>Hello</p>\n".to_owned());
        let text =
            format_message(&EmailMessage { unsubscribe, html, ..mail("dana@example.test", "x") }).unwrap();
        let link =
            format!("List-Unsubscribe: <https://lanewise.test/api/unsubscribe/{}>\r\n", "t".repeat(86));
        assert!(text.contains(&link), "{text}");
        assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{text}");
        assert!(text.contains("Content-Type: multipart/alternative"), "{text}");
        let (plain, laid_out) = (text.find("text/plain").unwrap(), text.find("text/html").unwrap());
        assert!(plain < laid_out, "HTML is the last part, which mail programs prefer: {text}");
        assert!(!format_message(&mail("dana@example.test", "x")).unwrap().contains("List-Unsubscribe"));
    }

    #[test]
    fn a_pdf_is_attached_to_the_email() {
        let attachment =
            Attachment { name: "lanewise-receipt-LW-1.pdf".to_owned(), pdf: b"%PDF-1.7 \xff".to_vec() };
        let text =
            format_message(&EmailMessage { attachment: Some(attachment), ..mail("dana@example.test", "x") })
                .unwrap();
        assert!(text.contains("Content-Type: multipart/mixed"), "{text}");
        assert!(text.contains("Hello,\r\n\r\nbye.\r\n"), "{text}");
        assert!(
            text.contains("Content-Disposition: attachment; filename=\"lanewise-receipt-LW-1.pdf\""),
            "{text}"
        );
        assert!(text.contains("JVBERi0xLjcg"), "{text}");
    }

    #[rstest]
    #[case("dana@example.test\r\nBcc: thief@evil.test")]
    #[case("dana@example.test\nBcc: thief@evil.test")]
    #[case("dana@example.test, thief@evil.test")]
    #[case("no address")]
    #[case("")]
    fn an_address_cannot_inject_headers_or_recipients(#[case] address: &str) {
        assert!(matches!(format_message(&mail(address, "x")), Err(MailError::Refused(_))));
    }

    #[test]
    fn a_subject_cannot_inject_headers() {
        let text = format_message(&mail("dana@example.test", "Hi\r\nBcc: thief@evil.test")).unwrap();
        assert!(!text.lines().any(|line| line.starts_with("Bcc:")), "{text}");
    }
}
