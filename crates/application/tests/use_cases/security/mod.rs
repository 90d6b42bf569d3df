//! Failed logins and what they cost.

mod guard;
