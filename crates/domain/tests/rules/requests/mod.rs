mod hardship;
