COMMENT ON TABLE stated_courts IS 'The court that a driver or staff named for a ticket. It counts until the ticket has a court. Once the ticket has a court state, only a name in that state counts.';
