//! Compares all records with each other and with the rules at one point in time.

use super::super::world::{Kind, ShownFact, World};
use super::Difference;
use super::our_records::Ours;
use super::provider_records::Theirs;
use super::{items, ledger, money};

/// The records of Lanewise and the provider, and the differences that were found.
pub struct Comparison<'a> {
    pub world: &'a World,
    pub ours: Ours,
    pub theirs: Theirs,
    found: Vec<Difference>,
}

impl Comparison<'_> {
    /// Records a difference about `item` if `holds` is false.
    pub fn require(&mut self, holds: bool, item: Option<(Kind, i32)>, says: impl FnOnce() -> String) {
        if !holds {
            self.found.push(Difference { item, says: says() });
        }
    }
}

/// Compares everything except receipts and screens.
pub fn all(world: &World) -> Vec<Difference> {
    let theirs = Theirs::read(world);
    let ours = Ours::read(world);
    let mut comparison = Comparison { world, ours, theirs, found: vec![] };
    money::compare(&mut comparison);
    items::compare(&mut comparison);
    ledger::compare(&mut comparison);
    check_jobs(&mut comparison);
    compare_shown_facts(&mut comparison);
    comparison.found
}

/// Checks that no job has failed permanently or is stuck, that no event or refund is pending, and that every
/// event could be read.
fn check_jobs(comparison: &mut Comparison<'_>) {
    for job in comparison.ours.jobs.clone() {
        let is_well = if job.is_done { !job.has_failed } else { job.is_claimed || !job.is_late };
        comparison.require(is_well, None, || format!("a job is stuck: {}", job.says));
    }
    let waiting = comparison.theirs.waiting;
    comparison.require(waiting == 0, None, || format!("{waiting} events are on their way"));
    let moving = comparison.theirs.moving;
    comparison.require(moving == 0, None, || format!("{moving} refunds are with a bank"));
    let unread = comparison.world.app.count("SELECT count(*) FROM payment_events WHERE NOT understood");
    comparison.require(unread == 0, None, || format!("{unread} events could not be read"));
}

/// Checks that everything that a page has shown is still true.
fn compare_shown_facts(comparison: &mut Comparison<'_>) {
    for fact in comparison.world.shown() {
        match &fact {
            ShownFact::Confirmed(number) => {
                let is_there =
                    comparison.ours.transactions.iter().any(|one| one.confirmation_number == *number)
                        || comparison.ours.hires.iter().any(|one| one.confirmation_number == *number);
                comparison
                    .require(is_there, None, || format!("a confirmation was shown and is nowhere: {number}"));
            }
            ShownFact::Refund(id) => {
                let is_there = comparison.ours.refunds.iter().any(|refund| i64::from(refund.id) == *id);
                comparison.require(is_there, None, || {
                    format!("a refund was confirmed in a response, but is not stored: {id}")
                });
            }
        }
    }
}
