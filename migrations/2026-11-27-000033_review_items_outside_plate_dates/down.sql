DROP TABLE plate_date_reviews;
