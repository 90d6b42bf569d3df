pub mod authorities;
pub mod merging;
pub mod obligations;
pub mod proving;
pub mod sending;
