pub mod added;
pub mod contest_letters;
pub mod courts;
pub mod files;
pub mod filing;
pub mod items;
pub mod standings;
