//! Hiring a lawyer for a ticket: the hires and their cases, the lawyers, their fees, and the rules of the states.

pub mod agreement;
pub mod agreement_template;
pub mod cancellation_window;
pub mod case;
pub mod case_money;
pub mod fee;
pub mod hire;
pub mod lawyer;
pub mod matching;
pub mod monthly_fee;
pub mod offense;
pub mod offer;
pub mod replaced_terms;
pub mod secrets;
pub mod statement;
pub mod ticket_case;
