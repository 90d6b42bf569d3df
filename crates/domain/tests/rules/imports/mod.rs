mod columns;
mod lines;
mod matching;
