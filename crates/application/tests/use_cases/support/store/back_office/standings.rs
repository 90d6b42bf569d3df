//! Reads the facts that standings depend on, and cards of payments, from the in-memory database.

use domain::driving_record::court::RegisteredCourt;
use domain::driving_record::standing::{CityData, StandingFacts};
use domain::legal_help::ticket_case::TicketCase;
use domain::payments::item_payment::ItemPayment;
use domain::payments::payment::Payment;
use domain::shared::ids::PaymentId;
use domain::shared::payable::Payable;
use ports::driving_record::standings::Standings;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Standings for Unit<'_> {
    fn standing_facts(&mut self, item: Payable) -> StoreResult<StandingFacts> {
        Ok(self.facts_of(item))
    }

    fn set_payment_processing(&mut self, payment: PaymentId, is_processing: bool) -> StoreResult<()> {
        self.tables.processing.retain(|id| *id != payment);
        if is_processing {
            self.tables.processing.push(payment);
        }
        Ok(())
    }
}

impl Unit<'_> {
    /// Returns the facts that an item's standing depends on.
    pub(in crate::support::store) fn facts_of(&self, item: Payable) -> StandingFacts {
        let entry = self.tables.entries.iter().find(|(of, _)| *of == item).map(|(_, entry)| *entry);
        let mut facts = StandingFacts {
            driver_entry: entry,
            contest_sent: self.contest_sent(item),
            ..StandingFacts::default()
        };
        let is_for_item = |payable: Payable| match payable {
            Payable::Lawyer(ticket) => item == Payable::Ticket(ticket),
            other => item == other,
        };
        for payment in self.tables.payments.iter().filter(|row| is_for_item(row.payable)) {
            self.item_payment(payment).add_to(&mut facts);
        }
        if let Payable::Ticket(id) = item {
            let ticket = self.tables.tickets.iter().find(|ticket| ticket.id == id);
            let court = ticket.and_then(|ticket| ticket.filed.court().id);
            let mut authorities = self.tables.remittances.authorities.iter();
            facts.court = authorities.find(|one| Some(one.id) == court).map(|one| RegisteredCourt {
                id: one.id,
                name: one.details.name.clone(),
                state: one.details.state,
                county: one.details.county.clone(),
            });
            facts.stated_court = self.tables.stated_courts.get(&id).filter(|_| court.is_none()).cloned();
        }
        if let Payable::Parking(parking) = item {
            let of_it = self.tables.sources.citations.iter().find(|citation| citation.item == parking);
            facts.city = of_it.map(|citation| CityData {
                authority: citation.authority.clone(),
                number: citation.number.clone(),
                as_of: citation.as_of,
                settled_at: citation.settled_at,
            });
            let row = self.tables.parking.iter().find(|row| row.id == parking);
            let settled = row.filter(|row| row.filed.is_settled_unpaid);
            facts.settled_unpaid_at = settled.map(|row| row.created_at);
        }
        for case in
            self.tables.cases().iter().filter(|case| case.ticket_id.map(Payable::Ticket) == Some(item))
        {
            let outcome = case.verdict.map(|verdict| verdict.outcome);
            TicketCase { id: case.id, handling: case.handling, step: case.step, outcome }.add_to(&mut facts);
        }
        facts
    }

    fn item_payment(&self, payment: &Payment) -> ItemPayment {
        let refunds = self.tables.refunds.iter().filter(|refund| refund.payment_id == payment.id);
        let chargebacks = self.tables.chargebacks.iter().filter(|one| one.payment_id == payment.id);
        ItemPayment {
            kind: payment.payable.kind(),
            status: payment.status,
            is_processing: self.tables.processing.contains(&payment.id),
            received: payment.amount_received.unwrap_or_default(),
            refunded: payment.refunded,
            refunds: refunds.map(|refund| (refund.status, refund.amount)).collect(),
            chargebacks: chargebacks.map(|one| one.status).collect(),
        }
    }
}
