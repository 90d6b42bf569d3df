//! Reads settings from environment variables.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::config::settings::{LANEWISE_ENV, Setting};

/// Function that returns an environment variable by its name; `None` if the variable isn't set.
pub type Get<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Reads settings and collects a message for each missing or invalid one.
pub(super) struct Reader<'a> {
    get: Get<'a>,
    /// Whether the server runs in production.
    pub(super) is_production: bool,
    /// Messages about missing and invalid settings.
    pub(super) problems: Vec<String>,
}

impl<'a> Reader<'a> {
    /// Creates a reader and reads the environment that the server runs in. An invalid
    /// environment counts as production.
    pub(super) fn new(get: Get<'a>) -> Self {
        let mut reader = Self { get, is_production: true, problems: vec![] };
        reader.is_production = !reader.is(LANEWISE_ENV, "development", "production");
        reader
    }

    /// Returns the setting's value or, if it isn't set, its default. `None` if
    /// the setting has neither.
    pub(super) fn value(&self, setting: Setting) -> Option<String> {
        let value = (self.get)(setting.name).map(|value| value.trim().to_owned());
        value
            .filter(|value| !value.is_empty())
            .or_else(|| setting.default.value(self.is_production).map(str::to_owned))
    }

    /// Returns the setting's value or its default; empty if the setting has neither.
    pub(super) fn text(&self, setting: Setting) -> String {
        self.value(setting).unwrap_or_default()
    }

    /// Adds `message` to the problems unless `fits` is true.
    pub(super) fn need(&mut self, fits: bool, message: &str) {
        if !fits {
            self.problems.push(message.to_owned());
        }
    }

    /// Parses a setting; `None` if it has no value or an invalid one. `description` names the accepted values.
    pub(super) fn parse<T: FromStr>(&mut self, setting: Setting, description: &str) -> Option<T> {
        self.parse_if(setting, description, |_| true)
    }

    /// Parses a number in `range`; 0 if it is invalid. `description` names the accepted values.
    pub(super) fn number<T>(&mut self, setting: Setting, range: &RangeInclusive<T>, description: &str) -> T
    where
        T: FromStr + PartialOrd + Default,
    {
        self.parse_if(setting, description, |number| range.contains(number)).unwrap_or_default()
    }

    fn parse_if<T: FromStr>(
        &mut self,
        setting: Setting,
        description: &str,
        fits: impl FnOnce(&T) -> bool,
    ) -> Option<T> {
        let text = self.value(setting)?;
        let parsed = text.parse().ok().filter(fits);
        self.need(parsed.is_some(), &format!("{} is {text:?}: it must be {description}", setting.name));
        parsed
    }

    /// Returns whether a setting that can be `choice` or `other` is `choice`.
    pub(super) fn is(&mut self, setting: Setting, choice: &str, other: &str) -> bool {
        let text = self.text(setting);
        self.need(
            text == choice || text == other,
            &format!("{} is {text:?}: it can be {other} or {choice}", setting.name),
        );
        text == choice
    }
}
