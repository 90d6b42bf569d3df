//! Problems with money that staff resolve outside Lanewise and then close in Lanewise.

use application::payments::attention::{OpenMoneyProblems, list_open_money_problems, resolve_problem};
use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote};
use domain::payments::ownership::Mismatch;
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::payments::events::{EventSubject, ProviderEvent};
use ports::payments::records::OrphanIntent;
use rstest::rstest;

use crate::support::*;

/// Returns a world with money that belongs to no payment, one event that could be parsed, and one that couldn't.
fn world() -> World {
    let world = World::new();
    world
        .transact(|store| {
            store.store_orphan_if_new(&OrphanIntent {
                intent_id: "pi_stray".to_owned(),
                amount: Money::from_cents(15_050),
                currency: "usd".to_owned(),
                reason: Mismatch::Payment,
                seen_at: noon(),
            })?;
            for (id, about) in
                [("evt_unread", EventSubject::Unrecognized), ("evt_read", EventSubject::Nothing)]
            {
                let (id, kind, body) = (id.to_owned(), "some.kind".to_owned(), String::new());
                store.record_provider_event(
                    &ProviderEvent { id, kind, body, made_at: noon(), made_by: None, about },
                    noon(),
                )?;
            }
            Ok(())
        })
        .unwrap();
    world
}

fn subject(kind: MoneyProblemKind, id: &str) -> MoneyProblem {
    MoneyProblem { kind, provider_id: id.to_owned() }
}

fn resolution_note() -> ResolutionNote {
    ResolutionNote::parse("Given back at the provider").unwrap()
}

/// Returns the problems that staff see.
fn open_problems(world: &World) -> OpenMoneyProblems {
    world.transact(|store| list_open_money_problems(store, &admin())).unwrap()
}

#[rstest]
#[case::a_payment_unknown_to_us(ADMIN, MoneyProblemKind::Orphan, "pi_stray", "Ok")]
#[case::an_unread_event(ADMIN, MoneyProblemKind::UnreadEvent, "evt_unread", "Ok")]
#[case::an_event_that_was_read(ADMIN, MoneyProblemKind::UnreadEvent, "evt_read", "NotFound")]
#[case::an_id_of_the_other_kind(ADMIN, MoneyProblemKind::UnreadEvent, "pi_stray", "NotFound")]
#[case::by_a_driver(DRIVER, MoneyProblemKind::Orphan, "pi_stray", "Forbidden")]
fn only_staff_can_close_an_open_payment_problem_which_is_then_listed_as_closed(
    #[case] caller: UserId,
    #[case] kind: MoneyProblemKind,
    #[case] id: &str,
    #[case] expected: &str,
) {
    let world = world();
    assert_eq!(
        outcome(&resolve_problem(&world.deps, &actor(caller), &subject(kind, id), &resolution_note())),
        expected
    );
    let after = open_problems(&world);
    let is_closed = expected == "Ok";
    assert_eq!(after.orphans.len() + after.events.len() + after.closed.len(), 2, "no entry disappears");
    assert_eq!(after.closed.len(), usize::from(is_closed));
    assert_eq!(world.audited() == [AuditAction::AttentionClosed], is_closed);
}

#[test]
fn closing_a_payment_problem_twice_is_refused_and_keeps_the_first_note() {
    let world = world();
    let stray = subject(MoneyProblemKind::Orphan, "pi_stray");
    resolve_problem(&world.deps, &admin(), &stray, &resolution_note()).unwrap();
    assert_eq!(
        outcome(&resolve_problem(&world.deps, &admin(), &stray, &resolution_note())),
        "ChangedMeanwhile"
    );
    let closed = open_problems(&world).closed;
    assert_eq!((closed.len(), closed[0].how.as_str()), (1, "Given back at the provider"));
    assert_eq!((closed[0].closed_by, &closed[0].subject), (ADMIN, &stray));
}
