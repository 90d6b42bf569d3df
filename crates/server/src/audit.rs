//! Sealing the audit trail in the background, and `server audit verify` (docs/product/security.md#seals-of-the-audit-trail).

use std::fmt::Write;

use anyhow::Context;
use application::Deps;
use application::security::seals::{SealDeps, SealProgress, TrailVerification, sorted, verify_trail};
use ports::store::Database;

use crate::adapters::clock::SystemClock;
use crate::adapters::crypto::RandomTokens;
use crate::config::Config;
use crate::keys;
use crate::wiring::database;

/// Maximum number of problems that the command lists. Further problems are counted.
const MAX_LISTED: usize = 100;

/// Runs one step of sealing, and logs the last new seal, if any, or the error. With a copy of the log, an
/// operator can detect that the newest seals were deleted.
pub fn run_sealing_step(deps: &Deps, sealing: &mut SealProgress) {
    let tools = SealDeps {
        database: &*deps.database,
        vault: &*deps.vault,
        tokens: &*deps.tokens,
        clock: &*deps.clock,
    };
    match sealing.seal_next(tools) {
        Ok(Some((number, mac))) => {
            tracing::info!(seal = %format_args!("{number}:{}", hex::encode(mac)), "sealed the audit trail");
        }
        Ok(None) => {}
        Err(error) => tracing::error!(%error, "could not seal the audit trail; will retry"),
    }
}

/// Runs `server audit verify [NUMBER:MAC]`.
///
/// # Errors
/// Fails, with a non-zero exit code, when the arguments are invalid, the trail has no seal NUMBER:MAC, or the
/// trail doesn't match its seals or can't be read.
pub fn run_audit_command(config: &Config, arguments: &[String]) -> anyhow::Result<()> {
    let expected = match arguments {
        [verify] if verify == "verify" => None,
        [verify, seal] if verify == "verify" => {
            Some(parse_seal(seal).context("write the seal as NUMBER:MAC, as in the log")?)
        }
        _ => anyhow::bail!(
            "run `server audit verify`, or `server audit verify NUMBER:MAC` with a seal from the log"
        ),
    };
    let ready = database::open_database_for_command(config)?;
    let vault = keys::open_vault(config, &ready.database)?;
    let database: &dyn Database = &ready.database;
    let tools = SealDeps { database, vault: &vault, tokens: &RandomTokens, clock: &SystemClock };
    let proof = verify_trail(tools, expected)?;
    #[expect(clippy::print_stdout, reason = "the operator asked for it")]
    {
        print!("{}", format_verification(&proof)?);
    }
    anyhow::ensure!(proof.has_expected, "the seal that you gave is missing: seals were removed or recreated");
    anyhow::ensure!(proof.is_intact(), "the audit trail doesn't match its seals");
    Ok(())
}

/// Parses `NUMBER:MAC`, a seal's number and its MAC in hexadecimal; `None` if the format is invalid.
fn parse_seal(seal: &str) -> Option<(i32, [u8; 32])> {
    let (number, mac) = seal.split_once(':')?;
    Some((number.parse().ok()?, hex::decode(mac).ok()?.try_into().ok()?))
}

/// Formats what the verification found: violations, dropped months, the last seal, and unsealed entries.
fn format_verification(proof: &TrailVerification) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let breaks = sorted(&proof.found);
    for found in breaks.iter().take(MAX_LISTED) {
        writeln!(text, "{found}")?;
    }
    if breaks.len() > MAX_LISTED {
        writeln!(text, "… and {} more", breaks.len() - MAX_LISTED)?;
    }
    for (month, (entries, seal)) in &proof.found.dropped {
        writeln!(text, "{month} was dropped: {entries} entries, its last seal {seal} is stored")?;
    }
    match proof.found.last_seal {
        Some((number, mac)) => writeln!(
            text,
            "{} entries match their seals; the last seal is {number}:{}",
            proof.found.entries,
            hex::encode(mac)
        )?,
        None => writeln!(text, "there are no seals yet")?,
    }
    if proof.unsealed > 0 {
        writeln!(text, "at most {} entries are not sealed yet", proof.unsealed)?;
    }
    Ok(text)
}
