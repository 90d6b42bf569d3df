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
        reader.is_production = !reader.is_choice(LANEWISE_ENV, "development", "production");
        reader
    }

    /// Returns the setting's value or, if it isn't set, its default. `None` if
    /// the setting has neither.
    pub(super) fn find_value(&self, setting: Setting) -> Option<String> {
        let value = (self.get)(setting.name).map(|value| value.trim().to_owned());
        value
            .filter(|value| !value.is_empty())
            .or_else(|| setting.default.value(self.is_production).map(str::to_owned))
    }

    /// Returns the setting's value or its default; empty if the setting has neither.
    pub(super) fn value_or_empty(&self, setting: Setting) -> String {
        self.find_value(setting).unwrap_or_default()
    }

    /// Adds `message` to the problems unless `fits` is true.
    pub(super) fn require(&mut self, fits: bool, message: &str) {
        if !fits {
            self.problems.push(message.to_owned());
        }
    }

    /// Parses a setting; `None` if it has no value. For an invalid value, adds a problem and returns `None`.
    /// `description` names the accepted values.
    pub(super) fn parse_setting<T: FromStr>(&mut self, setting: Setting, description: &str) -> Option<T> {
        self.parse_setting_if(setting, description, |_| true)
    }

    /// Parses a number in `range`. For an invalid number, adds a problem and returns 0. `description` says
    /// which values the setting accepts.
    pub(super) fn parse_number<T>(
        &mut self,
        setting: Setting,
        range: &RangeInclusive<T>,
        description: &str,
    ) -> T
    where
        T: FromStr + PartialOrd + Default,
    {
        self.parse_setting_if(setting, description, |number| range.contains(number)).unwrap_or_default()
    }

    /// Like [`Self::parse_setting`], but a value for which `fits` returns false is invalid, too.
    fn parse_setting_if<T: FromStr>(
        &mut self,
        setting: Setting,
        description: &str,
        fits: impl FnOnce(&T) -> bool,
    ) -> Option<T> {
        let text = self.find_value(setting)?;
        let parsed = text.parse().ok().filter(fits);
        self.require(parsed.is_some(), &format!("{} is {text:?}: it must be {description}", setting.name));
        parsed
    }

    /// Returns whether a setting is `choice`. Adds a problem if it is neither `choice` nor `other`.
    pub(super) fn is_choice(&mut self, setting: Setting, choice: &str, other: &str) -> bool {
        let text = self.value_or_empty(setting);
        self.require(
            text == choice || text == other,
            &format!("{} is {text:?}: it can be {other} or {choice}", setting.name),
        );
        text == choice
    }
}
