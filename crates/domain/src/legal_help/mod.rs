//! Hiring a lawyer for a ticket: rules of the states, hires and their cases, classes of offenses, matching,
//! agreements, messages and files, and the cancellation window. Also lawyers, the fees that they earn, and the
//! monthly fees that they pay Lanewise.

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
