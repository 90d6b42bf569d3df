DROP TABLE stated_courts;
