DROP TABLE book_matching;
DROP TABLE book_differences;
DROP TABLE provider_movements;
