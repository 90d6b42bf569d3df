//! Cities that are asked for citations: what becomes of what they say.

mod city;
mod rounds;
mod rows;
mod staff;
