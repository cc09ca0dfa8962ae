"""Games: rules, notation, scoring, records, and their OpenSpiel registrations."""
