//! Citation sources: asking cities, and applying their answers.

mod city;
mod rounds;
mod rows;
mod staff;
