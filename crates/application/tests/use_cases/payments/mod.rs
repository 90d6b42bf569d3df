//! Payments: intents, settlement, declined cards, refunds, chargebacks, reconciliation, lost payments, books,
//! remittances, receipts, the PDF "My file" and history.

mod attention;
mod books;
mod changed_fines;
mod chargebacks;
mod confirm_payment;
mod declines;
mod history;
mod lawyer_and_ticket;
mod lost;
mod mark_paid;
mod my_file;
mod receipts;
mod reconciliation;
mod refunds;
mod remittances;
mod returned_money;
mod settlement;
mod start_payment;
mod start_payment_troubles;
