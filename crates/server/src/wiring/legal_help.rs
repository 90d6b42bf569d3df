//! Reads the operator's file that says in which states and in which form Lanewise offers legal help (`docs/LEGAL.md`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use domain::legal_help::agreement_template::AgreementTemplate;
use domain::legal_help::offer::{Guarantee, GuaranteePayer, LegalHelp, LegalHelpMode, LegalHelpRule};
use domain::shared::us_state::UsState;
use serde::Deserialize;

use crate::config::Environment;

/// Keys of the file's old format, each with an instruction on what to write instead.
const OLD_KEYS: [(&str, &str); 2] = [
    ("offered", "write \"mode\": \"registered_service\", \"law_firm\" or \"off\""),
    (
        "guaranteeShown",
        "write \"guaranteePaidBy\": {\"infraction\": …, \"misdemeanor\": …} and \"claimsShown\": true or false",
    ),
];

/// A state's entry in the file. The fields `reason` and `source` explain the entry to operators.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Entry {
    mode: String,
    guarantee_paid_by: GuaranteeEntry,
    claims_shown: bool,
    appearance_earns: u8,
    reason: String,
    source: String,
    agreement: Option<String>,
}

/// Who pays the refund of the price after a lost case, for each class of offense.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GuaranteeEntry {
    infraction: String,
    misdemeanor: String,
}

/// The entries of the operator's file, by state.
#[derive(Debug, Default)]
struct Entries {
    rules: BTreeMap<UsState, LegalHelpRule>,
    agreements: BTreeMap<UsState, AgreementTemplate>,
}

/// Reads the operator's file, if there is one. In states without an entry, production offers no legal help, and
/// development offers it in the 50 states.
///
/// # Errors
/// Fails when the file can't be read or is invalid, names an unknown state, uses a key of the old format, omits a
/// reason or source, or has an agreement with an unknown placeholder.
pub fn load_legal_help(file: Option<&Path>, environment: Environment) -> anyhow::Result<LegalHelp> {
    let entries = match file {
        None => Entries::default(),
        Some(path) => fs::read_to_string(path)
            .map_err(anyhow::Error::from)
            .and_then(|text| parse_entries(&text))
            .with_context(|| format!("LEGAL_HELP_FILE {}", path.display()))?,
    };
    let legal_help = match environment {
        Environment::Development => LegalHelp::in_development(entries.rules),
        Environment::Production => LegalHelp::in_production(entries.rules),
    };
    Ok(legal_help.with_agreements(entries.agreements))
}

/// Parses the operator's file and returns its rules and agreement templates by state.
fn parse_entries(text: &str) -> anyhow::Result<Entries> {
    refuse_old_keys(text)?;
    let mut json = serde_json::Deserializer::from_str(text);
    let entries: BTreeMap<String, Entry> = serde_path_to_error::deserialize(&mut json)?;
    json.end()?;
    let mut found = Entries::default();
    for (name, entry) in entries {
        let state = parse_state(&name)?;
        found.rules.insert(state, build_rule(&name, &entry)?);
        if let Some(text) = &entry.agreement {
            let template = AgreementTemplate::parse(text).with_context(|| format!("{name}.agreement"))?;
            found.agreements.insert(state, template);
        }
    }
    Ok(found)
}

/// Returns the state with this full name.
fn parse_state(name: &str) -> anyhow::Result<UsState> {
    UsState::from_name(name).with_context(|| format!("{name:?} is not a US state"))
}

/// Builds a state's rule from its entry in the operator's file. `name` is the state's name, for error messages.
fn build_rule(name: &str, entry: &Entry) -> anyhow::Result<LegalHelpRule> {
    for (field, text) in [("reason", &entry.reason), ("source", &entry.source)] {
        anyhow::ensure!(!text.trim().is_empty(), "{name}: {field} is empty");
    }
    let mode = LegalHelpMode::parse(&entry.mode).with_context(|| {
        format!(
            "{name}.mode: {}",
            invalid_word_message(&entry.mode, LegalHelpMode::ALL, LegalHelpMode::as_str)
        )
    })?;
    let payer = |field: &str, word: &str| {
        GuaranteePayer::parse(word).with_context(|| {
            let expected = invalid_word_message(word, GuaranteePayer::ALL, GuaranteePayer::as_str);
            format!("{name}.guaranteePaidBy.{field}: {expected}")
        })
    };
    let infraction = payer("infraction", &entry.guarantee_paid_by.infraction)?;
    let misdemeanor = payer("misdemeanor", &entry.guarantee_paid_by.misdemeanor)?;
    let guarantee =
        Guarantee::new(infraction, misdemeanor).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
    anyhow::ensure!(entry.appearance_earns <= 100, "{name}.appearanceEarns is a percentage from 0 to 100");
    Ok(LegalHelpRule {
        mode,
        guarantee,
        claims_shown: entry.claims_shown,
        appearance_earns: entry.appearance_earns,
    })
}

/// Returns an error message with the invalid word `found` and all valid words. `word` returns a value's word.
fn invalid_word_message<T: Copy>(found: &str, all: &[T], word: impl Fn(T) -> &'static str) -> String {
    let words: Vec<_> = all.iter().map(|one| format!("\"{}\"", word(*one))).collect();
    format!("{found:?} is none of {}", words.join(", "))
}

/// Fails with an explanation of the new format if the file still has keys of the old format.
fn refuse_old_keys(text: &str) -> anyhow::Result<()> {
    let Ok(serde_json::Value::Object(states)) = serde_json::from_str(text) else { return Ok(()) };
    for (name, entry) in states {
        for (key, instead) in OLD_KEYS {
            anyhow::ensure!(
                entry.get(key).is_none(),
                "{name}.{key} is no longer read: {instead} (docs/LEGAL.md)"
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use domain::legal_help::offense::OffenseClass;
    use domain::legal_help::offer::{GuaranteePayer, LegalHelpMode};
    use domain::shared::us_state::UsState;
    use serde_json::{Value, json};

    use super::{load_legal_help, parse_entries};
    use crate::config::Environment;

    /// Returns a valid entry of one state.
    fn entry() -> Value {
        json!({
            "mode": "registered_service",
            "guaranteePaidBy": {"infraction": "lawyer", "misdemeanor": "operator"},
            "claimsShown": false,
            "appearanceEarns": 40,
            "reason": "a registered service",
            "source": "contract",
        })
    }

    /// Returns the error for an operator's file with an entry for Ohio that `change` has made invalid.
    fn refusal(change: impl FnOnce(&mut Value)) -> String {
        let mut entry = entry();
        change(&mut entry);
        format!("{:#}", parse_entries(&json!({"Ohio": entry}).to_string()).unwrap_err())
    }

    #[test]
    fn without_a_legal_help_file_legal_help_is_offered_in_50_states_only_in_development() {
        let development = load_legal_help(None, Environment::Development).unwrap();
        assert_eq!(development.restricted_states().count(), 6);
        let production = load_legal_help(None, Environment::Production).unwrap();
        assert!(UsState::ALL.into_iter().all(|state| !production.is_offered(Some(state))));
    }

    #[test]
    fn each_field_of_a_legal_help_entry_is_parsed() {
        let found = parse_entries(&json!({"Puerto Rico": entry()}).to_string()).unwrap();
        assert!(found.agreements.is_empty());
        let rule = found.rules[&UsState::PuertoRico];
        assert_eq!(
            (rule.mode, rule.claims_shown, rule.appearance_earns),
            (LegalHelpMode::RegisteredService, false, 40)
        );
        assert_eq!(rule.guarantee.payer(OffenseClass::Infraction), GuaranteePayer::Lawyer);
        assert_eq!(rule.guarantee.payer(OffenseClass::Misdemeanor), GuaranteePayer::Operator);
    }

    #[test]
    fn the_error_for_an_invalid_legal_help_entry_names_the_state_and_the_field() {
        assert_eq!(refusal(|entry| entry["reason"] = json!(" ")), "Ohio: reason is empty");
        assert!(
            refusal(|entry| entry["mode"] = json!("on"))
                .contains(r#"Ohio.mode: "on" is none of "law_firm", "#)
        );
        assert!(
            refusal(|entry| entry["claimsShown"] = json!("yes"))
                .starts_with("Ohio.claimsShown: invalid type")
        );
        assert!(refusal(|entry| entry["appearanceEarns"] = json!(101)).contains("Ohio.appearanceEarns"));
        let payer = refusal(|entry| entry["guaranteePaidBy"]["infraction"] = json!("us"));
        assert!(payer.contains("Ohio.guaranteePaidBy.infraction"), "{payer}");
        let contingent = refusal(|entry| entry["guaranteePaidBy"]["misdemeanor"] = json!("lawyer"));
        assert!(contingent.contains("banned in criminal cases"), "{contingent}");
        let misspelt = refusal(|entry| entry["modes"] = json!("off"));
        assert!(misspelt.contains("unknown field `modes`"), "{misspelt}");
        assert!(
            format!("{:#}", parse_entries(&json!({"Atlantis": entry()}).to_string()).unwrap_err())
                .contains("Atlantis")
        );
        assert!(parse_entries("{").unwrap_err().to_string().contains("EOF"));
        let missing =
            load_legal_help(Some(Path::new("/nowhere/legal.json")), Environment::Production).unwrap_err();
        assert!(missing.to_string().contains("LEGAL_HELP_FILE"));
    }

    #[test]
    fn an_invalid_agreement_template_is_refused_with_an_explanation() {
        let unknown = refusal(|entry| entry["agreement"] = json!("{lawyer} helps {driver}."));
        assert!(
            unknown.starts_with(
                "Ohio.agreement: {driver} isn't a placeholder; write one of {client}, {lawyer}, "
            ),
            "{unknown}"
        );
        let long = refusal(|entry| entry["agreement"] = json!("a".repeat(15_001)));
        assert!(long.starts_with("Ohio.agreement: ") && long.contains("15"), "{long}");
        assert!(refusal(|entry| entry["agreement"] = json!(" ")).starts_with("Ohio.agreement: "));
        let mut valid = entry();
        valid["agreement"] = json!("{client} hires {lawyer} for {fee}.");
        let found = parse_entries(&json!({"Ohio": valid}).to_string()).unwrap();
        assert_eq!(found.agreements.len(), 1);
    }

    #[test]
    fn the_error_for_an_old_legal_help_file_explains_the_new_format() {
        let offered = refusal(|entry| entry["offered"] = json!(true));
        assert!(offered.contains(r#"Ohio.offered is no longer read: write "mode""#), "{offered}");
        let shown = refusal(|entry| entry["guaranteeShown"] = json!(true));
        assert!(shown.contains(r#"write "guaranteePaidBy""#), "{shown}");
    }
}
