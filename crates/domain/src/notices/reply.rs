//! What a text from a driver means.

use crate::shared::words::stored_words;

/// What somebody answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// No more texts to this number.
    Stop,
    /// Texts again.
    Start,
    /// Who are you?
    Help,
    /// They will be there.
    Confirmed,
    /// They cannot come to court.
    CannotCome,
    /// It may be meant as a stop: nothing is sent until a person has read it.
    MayMeanStop,
    /// Anything else, for a person to read.
    Other,
}

stored_words!(Meaning {
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
    // In Spanish.
    "ALTO",
    "PARE",
    "BASTA",
    "NOMAS",
    "NOMÁS",
];
/// Each is one word: "un stop" may mean a stop.
const START: [&str; 3] = ["START", "UNSTOP", "YES"];
const HELP: [&str; 2] = ["HELP", "INFO"];
const CONFIRMED: [&str; 2] = ["1", "CONFIRM"];
/// Somebody who writes one of these, whatever else, may want no more texts.
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

impl Meaning {
    /// What a text means. A stop that stands alone is one, in any case and with any punctuation; in a sentence it may be one.
    pub fn of(text: &str) -> Self {
        let plain = plain(text);
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

    /// Whether a person has to read it.
    pub const fn is_for_staff(self) -> bool {
        matches!(self, Self::CannotCome | Self::MayMeanStop | Self::Other)
    }
}

/// Capital letters and digits, words divided by one space. An apostrophe divides nothing.
fn plain(text: &str) -> String {
    let text = text.replace(['\'', '\u{2019}', '\u{2018}', '`'], "");
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_uppercase).collect::<Vec<_>>().join(" ").replace("CAN NOT", "CANNOT")
}
