COMMENT ON TABLE stated_courts IS 'The court that a driver named for a ticket. It counts until the ticket has a court or a court state.';
