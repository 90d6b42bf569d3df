//! The rules of cities, states and toll operators, in one data file for each city or state, and one for toll roads.
//! To add a file, declare a constant `PLACES` in it, and add the file's name to the list below.

use crate::driving_record::options::rule::Place;

/// Source to show for the sourced texts that no official page confirms.
const GUIDES: &str = "Secondary guides, no official page found";

/// Declares the data files. If several `Place`s recognize an item, the rules of the first apply. Therefore a city
/// comes before its state.
macro_rules! data_files {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// Returns every state, city and toll operator with its own rules, in the order of the data files.
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
