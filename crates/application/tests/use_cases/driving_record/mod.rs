//! Items: lists, filing, options, items that drivers add, merging, letters, files, courts and appearances.

mod added;
mod appearances;
mod contesting;
mod courts;
mod files;
mod filing;
mod items;
mod merging;
mod options;
mod register_cache;
