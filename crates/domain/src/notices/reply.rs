//! Meanings of the texts that drivers send as replies.

use crate::shared::stored_words::stored_words;

/// What a driver's text to Lanewise means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplyMeaning {
    /// The driver wants no more texts to this number.
    Stop,
    /// The driver wants texts to this number again.
    Start,
    /// The driver asks who sends the texts.
    Help,
    /// The driver will appear in court.
    Confirmed,
    /// The driver can't come to court.
    CannotCome,
    /// The reply may mean STOP. Lanewise sends no text to the number until staff have read the reply.
    MayMeanStop,
    /// Any other reply, which staff must read.
    Other,
}

stored_words!(ReplyMeaning {
    Stop => "stop",
    Start => "start",
    Help => "help",
    Confirmed => "confirmed",
    CannotCome => "cannot_come",
    MayMeanStop => "may_mean_stop",
    Other => "other",
});

const STOP: [&str; 13] = [
    "STOP",
    "STOPALL",
    "UNSUBSCRIBE",
    "CANCEL",
    "END",
    "QUIT",
    "REVOKE",
    "OPTOUT",
    // Spanish for "stop".
    "ALTO",
    "PARE",
    "BASTA",
    "NOMAS",
    "NOMÁS",
];
/// Replies that mean START. A reply with additional spaces doesn't mean START, because "un stop" may mean STOP.
const START: [&str; 3] = ["START", "UNSTOP", "YES"];
const HELP: [&str; 2] = ["HELP", "INFO"];
const CONFIRMED: [&str; 2] = ["1", "CONFIRM"];
/// A reply that contains one of these phrases may mean STOP.
const DOUBTFUL: [&str; 20] = [
    "STOP",
    "STOPP",
    "ALTO",
    "PARE",
    "BASTA",
    "NO MAS",
    "NO MÁS",
    "UNSUBSCRIBE",
    "CANCEL",
    "QUIT",
    "REVOKE",
    "OPT OUT",
    "OPTOUT",
    "REMOVE ME",
    "REMOVE MY",
    "LEAVE ME ALONE",
    "NO MORE",
    "DONT TEXT",
    "DO NOT TEXT",
    "WRONG NUMBER",
];
const CANNOT: [&str; 10] = [
    "CANT COME",
    "CANNOT COME",
    "CANT MAKE",
    "CANNOT MAKE",
    "CANT GO",
    "CANNOT GO",
    "CANT BE THERE",
    "CANNOT BE THERE",
    "RESCHEDULE",
    "WONT MAKE",
];

impl ReplyMeaning {
    /// Interprets a reply, ignoring case and punctuation. STOP alone means [`Self::Stop`]. STOP among other
    /// words means [`Self::MayMeanStop`], unless the other words say that the driver can't come to court.
    pub fn of(text: &str) -> Self {
        let plain = normalize_text(text);
        let joined = plain.replace(' ', "");
        let is = |words: &[&str]| words.contains(&joined.as_str());
        let has = |phrases: &[&str]| {
            phrases.iter().any(|phrase| format!(" {plain} ").contains(&format!(" {phrase} ")))
        };
        if is(&STOP) {
            Self::Stop
        } else if START.contains(&plain.as_str()) {
            Self::Start
        } else if is(&HELP) {
            Self::Help
        } else if is(&CONFIRMED) {
            Self::Confirmed
        } else if has(&CANNOT) {
            Self::CannotCome
        } else if has(&DOUBTFUL) {
            Self::MayMeanStop
        } else {
            Self::Other
        }
    }

    /// Whether staff must read a reply with this meaning.
    pub const fn is_for_staff(self) -> bool {
        matches!(self, Self::CannotCome | Self::MayMeanStop | Self::Other)
    }
}

/// Normalizes a reply: upper case, only letters and digits, words separated by one space. Removes apostrophes
/// without splitting words, and writes "can not" as one word.
fn normalize_text(text: &str) -> String {
    let text = text.replace(['\'', '\u{2019}', '\u{2018}', '`'], "");
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_uppercase).collect::<Vec<_>>().join(" ").replace("CAN NOT", "CANNOT")
}
