//! Tests of citations that cities publish, in a real database.

mod citations;
