//! Reads the data file that says in which states legal help is offered (`docs/LEGAL.md`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use domain::legal_help::offer::{LegalHelp, LegalHelpRule};
use domain::shared::us_state::UsState;
use serde::Deserialize;

/// The file that is used if `LEGAL_HELP_FILE` isn't set.
const SHIPPED: &str = include_str!("../../data/legal-help.json");

/// A state's entry in the file. Reason and source are required, so that a later operator can tell whether the
/// switch may be changed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Entry {
    offered: bool,
    guarantee_shown: bool,
    reason: String,
    source: String,
}

/// Reads the operator's file, or the shipped one, which turns everything on in the 50 states.
///
/// # Errors
/// Fails when the file can't be read or is invalid, names an unknown state, or omits a reason or source.
pub fn read(file: Option<&Path>) -> anyhow::Result<LegalHelp> {
    let Some(path) = file else { return parse(SHIPPED) };
    let text =
        fs::read_to_string(path).with_context(|| format!("reading LEGAL_HELP_FILE {}", path.display()))?;
    parse(&text).with_context(|| format!("LEGAL_HELP_FILE {}", path.display()))
}

fn parse(text: &str) -> anyhow::Result<LegalHelp> {
    let mut json = serde_json::Deserializer::from_str(text);
    let entries: BTreeMap<String, Entry> = serde_path_to_error::deserialize(&mut json)?;
    json.end()?;
    let rules = entries.into_iter().map(|(name, entry)| {
        let state = UsState::from_name(&name).with_context(|| format!("{name:?} is not a US state"))?;
        for (field, text) in [("reason", &entry.reason), ("source", &entry.source)] {
            anyhow::ensure!(!text.trim().is_empty(), "{name}: {field} is empty");
        }
        let Entry { offered, guarantee_shown, reason, source } = entry;
        Ok((state, LegalHelpRule { offered, guarantee_shown, reason, source }))
    });
    Ok(LegalHelp::new(rules.collect::<anyhow::Result<_>>()?))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use domain::shared::us_state::UsState;

    use super::{parse, read};

    fn refusal(text: &str) -> String {
        format!("{:#}", parse(text).unwrap_err())
    }

    #[test]
    fn everything_is_on_in_the_50_states_unless_configured() {
        let help = read(None).unwrap();
        assert!(help.restricted().all(|state| !state.is_one_of_the_50()));
        assert_eq!(help.restricted().count(), 6);
    }

    #[test]
    fn a_file_restricts_its_states() {
        let help = parse(
            r#"{"Florida": {"offered": false, "guaranteeShown": false, "reason": "a judgment", "source": "326 So. 3d 1073"}}"#,
        );
        let help = help.unwrap();
        assert!(!help.is_offered(Some(UsState::Florida)));
        assert!(help.is_offered(Some(UsState::Texas)));
    }

    #[test]
    fn a_file_turns_legal_help_on_in_puerto_rico() {
        let help = parse(
            r#"{"Puerto Rico": {"offered": true, "guaranteeShown": false, "reason": "a partner there", "source": "contract"}}"#,
        );
        assert!(help.unwrap().is_offered(Some(UsState::PuertoRico)));
    }

    #[test]
    fn an_invalid_file_is_refused_with_the_reason() {
        let entry = |name: &str, reason: &str| {
            format!(
                r#"{{"{name}": {{"offered": true, "guaranteeShown": true, "reason": "{reason}", "source": "x"}}}}"#
            )
        };
        assert!(refusal(&entry("Atlantis", "why")).contains("\"Atlantis\" is not a US state"));
        assert!(refusal(&entry("Ohio", " ")).contains("Ohio: reason is empty"));
        assert!(
            refusal(r#"{"Ohio": {"offered": true}}"#).starts_with("Ohio: missing field `guaranteeShown`")
        );
        let misspelt = refusal(&entry("Ohio", "why").replace("offered", "offerd"));
        assert!(misspelt.contains("unknown field `offerd`") && misspelt.contains("Ohio"), "{misspelt}");
        let wrong = refusal(&entry("Ohio", "why").replacen("true", r#""yes""#, 1));
        assert!(wrong.starts_with("Ohio.offered: invalid type"), "{wrong}");
        assert!(refusal("{").contains("EOF"));
        let missing = read(Some(Path::new("/nowhere/legal.json"))).unwrap_err();
        assert!(missing.to_string().contains("LEGAL_HELP_FILE"));
    }
}
