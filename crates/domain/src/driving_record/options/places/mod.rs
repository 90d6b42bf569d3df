//! The rules of the places, in one data file for each city or state, and one for toll roads. To add a file,
//! declare a constant `PLACES` in it, and add the file's name to the list below.

use crate::driving_record::options::rule::Place;

/// Text that is shown as the source of sourced texts that no official page confirms.
const GUIDES: &str = "Secondary guides, no official page found";

/// Declares the data files. The rules of the first place that recognizes an item apply, so a city
/// comes before its state.
macro_rules! data_files {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// Returns all places with their own rules.
        pub fn all() -> impl Iterator<Item = &'static Place> {
            [$($file::PLACES,)+].into_iter().flatten()
        }
    };
}

data_files! {
    new_york_city,
    chicago,
    california,
    florida,
    new_york,
    texas,
    tolls,
}
