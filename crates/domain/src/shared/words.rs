//! Stored words: how an enum's values are spelled in the database and in the API, in one table for each enum.

/// Gives an enum `ALL`, `as_str`, `parse` (exact, as stored) and `Display`.
macro_rules! stored_words {
    ($name:ident { $($variant:ident => $word:literal,)+ }) => {
        impl $name {
            /// Every value, in the order of the declaration.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The word it is stored and sent under.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The value of this word, which must match exactly.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

pub(crate) use stored_words;

/// A move between two statuses that the status's table does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what is {from} cannot become {to}")]
pub struct IllegalMove {
    /// The stored word of the status it has.
    pub from: &'static str,
    /// The stored word of the status it was to get.
    pub to: &'static str,
}

/// Gives a status `can_become` and `become_` over its `MOVES`.
macro_rules! moves {
    ($name:ident) => {
        impl $name {
            /// Whether the table has this move. Staying the same is never a move.
            pub fn can_become(self, to: Self) -> bool {
                Self::MOVES.contains(&(self, to))
            }

            /// The new status, or the move that is not in the table.
            pub fn become_(self, to: Self) -> Result<Self, crate::shared::words::IllegalMove> {
                if self.can_become(to) {
                    Ok(to)
                } else {
                    Err(crate::shared::words::IllegalMove { from: self.as_str(), to: to.as_str() })
                }
            }
        }
    };
}

pub(crate) use moves;
