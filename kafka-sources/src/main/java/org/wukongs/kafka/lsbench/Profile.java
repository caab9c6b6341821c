package org.wukongs.kafka.lsbench;

/**
 * Properties of a person that all posts, photos and positions of the user share. A pure function of
 * seed and user.
 */
record Profile(
        Words.Country country,
        double latitude,
        double longitude,
        String browser,
        String agent,
        String ipAddress) {

    static Profile of(Draws draws, int user) {
        draws.of(Draws.Domain.PROFILE, user);
        Words.Country country = Words.country(draws);
        return new Profile(
                country,
                country.latitude() + draws.below(4000) / 1000.0 - 2,
                country.longitude() + draws.below(4000) / 1000.0 - 2,
                Words.browser(draws),
                Words.agent(draws),
                "10." + draws.below(256) + "." + draws.below(256) + "." + (1 + draws.below(254)));
    }
}
