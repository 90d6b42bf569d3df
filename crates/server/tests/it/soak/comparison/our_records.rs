//! A snapshot of Lanewise's tables.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::super::plan::cents;
use super::super::world::{Kind, World};

#[derive(Clone, Debug, Deserialize)]
pub struct Payment {
    pub id: i32,
    pub user_id: i32,
    pub kind: String,
    pub ticket_id: Option<i32>,
    pub parking_id: Option<i32>,
    pub toll_id: Option<i32>,
    pub amount_cents: i64,
    pub status: String,
    pub confirmation_number: String,
    pub provider_intent_id: Option<String>,
    pub amount_received_cents: Option<i64>,
    pub refunded_cents: i64,
    pub settled_at: Option<String>,
}

impl Payment {
    pub fn item(&self) -> (Kind, i32) {
        match (self.ticket_id, self.parking_id, self.toll_id) {
            (Some(id), ..) => (Kind::Ticket, id),
            (_, Some(id), _) => (Kind::Parking, id),
            (_, _, id) => (Kind::Toll, id.unwrap_or_default()),
        }
    }

    /// Returns whether the payment is for a lawyer.
    pub fn is_lawyers(&self) -> bool {
        self.kind == "lawyer"
    }

    /// Returns whether the provider has received the payment's money, even if it was refunded later.
    pub fn is_received(&self) -> bool {
        matches!(self.status.as_str(), "settled" | "refund_due" | "refunded" | "charged_back")
    }

    /// Returns whether the payment is open or its intent may still be created.
    pub fn is_live(&self) -> bool {
        matches!(self.status.as_str(), "creating" | "timed_out" | "open")
    }

    /// Returns the amount received, in cents.
    pub fn received(&self) -> i64 {
        self.amount_received_cents.unwrap_or_default()
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct Refund {
    pub id: i32,
    pub payment_id: i32,
    pub amount_cents: i64,
    pub reason: String,
    pub status: String,
    pub provider_refund_id: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Chargeback {
    pub payment_id: i32,
    pub provider_id: String,
    pub amount_cents: i64,
    pub status: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Transaction {
    pub id: i32,
    pub payment_id: Option<i32>,
    pub amount_cents: i64,
    pub refunded_cents: i64,
    pub status: String,
    pub confirmation_number: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Hire {
    pub id: i32,
    pub payment_id: Option<i32>,
    pub ticket_id: Option<i32>,
    pub amount_cents: i64,
    pub status: String,
    pub confirmation_number: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    pub hire_id: i32,
    pub handling: String,
    pub step: String,
    pub is_label_by_staff: bool,
}

impl Case {
    /// Returns whether the case ended without an outcome.
    pub fn is_broken_off(&self) -> bool {
        matches!(self.step.as_str(), "no_lawyer" | "withdrawn" | "ended")
    }
}

#[derive(Clone, Debug)]
pub struct Item {
    pub kind: Kind,
    pub id: i32,
    pub amount: i64,
    pub is_paid: bool,
    pub is_removed: bool,
    /// Whether staff's last change marked the item as paid.
    pub by_hand: bool,
}

#[derive(Deserialize)]
struct ItemRow {
    id: i32,
    amount: String,
    is_paid: bool,
    is_removed: bool,
    last_word: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Job {
    pub says: String,
    pub has_failed: bool,
    pub is_done: bool,
    pub is_claimed: bool,
    pub is_late: bool,
}

/// The records of Lanewise at one point in time.
pub struct Ours {
    pub installation: String,
    pub payments: Vec<Payment>,
    pub refunds: Vec<Refund>,
    pub chargebacks: Vec<Chargeback>,
    pub transactions: Vec<Transaction>,
    pub hires: Vec<Hire>,
    pub cases: Vec<Case>,
    pub items: Vec<Item>,
    pub orphans: Vec<String>,
    pub jobs: Vec<Job>,
}

impl Ours {
    pub fn read(world: &World) -> Self {
        let table = |name: &str| format!("SELECT * FROM {name} ORDER BY id");
        Self {
            installation: world.app.database.value("SELECT id FROM installation").unwrap_or_default(),
            payments: rows(world, &table("payments")),
            refunds: rows(world, &table("refunds")),
            chargebacks: rows(world, &table("chargebacks")),
            transactions: rows(world, &table("payment_transactions")),
            hires: rows(world, &table("lawyer_hires")),
            cases: rows(world, "SELECT hire_id, handling, step, is_label_by_staff FROM cases"),
            items: Kind::ALL.into_iter().flat_map(|kind| items(world, kind)).collect(),
            orphans: rows(world, "SELECT provider_intent_id AS id FROM orphan_intents")
                .into_iter()
                .map(|orphan: IdRow| orphan.id)
                .collect(),
            // The job of a killed server stays claimed for five minutes, so a claimed job isn't stuck.
            jobs: rows(
                world,
                "SELECT concat_ws(' ', id, kind, attempts, last_error) AS says, last_error IS NOT NULL AS has_failed, done_at IS NOT NULL AS is_done, locked_at IS NOT NULL AS is_claimed, \
                 run_at < now() - interval '20 seconds' AS is_late FROM jobs WHERE done_at IS NULL OR last_error IS NOT NULL",
            ),
        }
    }

    pub fn refunds_of(&self, payment: i32) -> impl Iterator<Item = &Refund> {
        self.refunds.iter().filter(move |refund| refund.payment_id == payment)
    }
}

#[derive(Deserialize)]
struct IdRow {
    id: String,
}

/// Returns all items of this kind.
fn items(world: &World, kind: Kind) -> Vec<Item> {
    let found: Vec<ItemRow> = rows(
        world,
        &format!(
            "SELECT i.id, i.amount, i.is_paid, i.removed_at IS NOT NULL AS is_removed, (SELECT a.action FROM audit_log a \
             WHERE a.subject_kind = '{}' AND a.subject_id = i.id AND a.action IN ('marked_paid_by_hand', 'item_reopened') \
             ORDER BY a.id DESC LIMIT 1) AS last_word FROM {} i ORDER BY i.id",
            kind.word(),
            kind.list()
        ),
    );
    found
        .into_iter()
        .map(|row| Item {
            kind,
            id: row.id,
            amount: cents(&row.amount).unwrap_or_default(),
            is_paid: row.is_paid,
            is_removed: row.is_removed,
            by_hand: row.last_word.as_deref() == Some("marked_paid_by_hand"),
        })
        .collect()
}

/// Returns the rows of a query, deserialized by column name.
pub fn rows<T: DeserializeOwned>(world: &World, query: &str) -> Vec<T> {
    let text = world
        .app
        .database
        .value(&format!("SELECT coalesce(json_agg(row_to_json(found)), '[]') FROM ({query}) AS found"))
        .unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{query}: {error}"))
}
