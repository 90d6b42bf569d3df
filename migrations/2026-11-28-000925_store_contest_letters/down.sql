DROP TABLE contest_letter_files;
DROP TABLE contest_letters;
