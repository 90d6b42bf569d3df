mod clock;
mod reply;
mod wording;
