package org.wukongs.kafka.lsbench;

/** Invented words and small lists of names. None needs an escape in N-Triples. */
final class Words {

    /** A country: resource name, latitude and longitude of about its middle. */
    record Country(String name, double latitude, double longitude) {
        String label() {
            return name.replace('_', ' ');
        }
    }

    private static final String[] SYLLABLES = {
        "ba", "do", "fi", "gan", "hel", "iru", "jo", "kel", "lum", "mi", "nor", "ola", "pev", "quo",
                "ras", "sel",
        "tam", "ulo", "vi", "wen", "xar", "yel", "zun", "bri", "cla", "dre", "fro", "gli", "ska",
                "sto", "tra", "plu"
    };

    private static final Country[] COUNTRIES = {
        new Country("Peoples_Republic_of_China", 35.8, 104.2),
        new Country("India", 20.6, 79.0),
        new Country("United_States", 37.1, -95.7),
        new Country("Indonesia", -0.8, 113.9),
        new Country("Brazil", -14.2, -51.9),
        new Country("Nigeria", 9.1, 8.7),
        new Country("Mexico", 23.6, -102.6),
        new Country("Germany", 51.2, 10.5),
        new Country("France", 46.2, 2.2),
        new Country("Kenya", 0.0, 37.9),
        new Country("Poland", 51.9, 19.1),
        new Country("Norway", 60.5, 8.5)
    };

    private static final String[] BROWSERS = {"Firefox", "Chrome", "Safari", "Edge", "Opera"};
    private static final String[] AGENTS = {"Android", "iPhone", "Tablet", "Watch"};

    private Words() {}

    static String word(Draws draws) {
        StringBuilder word = new StringBuilder(SYLLABLES[draws.below(SYLLABLES.length)]);
        int more = 1 + draws.below(3);
        for (int i = 0; i < more; i++) {
            word.append(SYLLABLES[draws.below(SYLLABLES.length)]);
        }
        return word.toString();
    }

    static String name(Draws draws) {
        String word = word(draws);
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    static String sentence(Draws draws, int wordCount) {
        StringBuilder sentence = new StringBuilder(word(draws));
        for (int i = 1; i < wordCount; i++) {
            sentence.append(' ').append(word(draws));
        }
        return sentence.toString();
    }

    /** A distinct word for each number below 32³, always the same. */
    static String tag(int number) {
        return SYLLABLES[number & 31]
                + SYLLABLES[(number >>> 5) & 31]
                + SYLLABLES[(number >>> 10) & 31]
                + number;
    }

    /**
     * Draws a country from the list by the square of a uniform fraction: the first quarter of the
     * list has half of the users, as in the benchmark's data.
     */
    static Country country(Draws draws) {
        double fraction = draws.fraction();
        return COUNTRIES[(int) (fraction * fraction * COUNTRIES.length)];
    }

    static String browser(Draws draws) {
        return BROWSERS[draws.below(BROWSERS.length)];
    }

    static String agent(Draws draws) {
        return AGENTS[draws.below(AGENTS.length)];
    }
}
