DELETE FROM plate_date_reviews;
