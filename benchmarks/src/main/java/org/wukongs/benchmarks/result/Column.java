package org.wukongs.benchmarks.result;

/**
 * A column of a table.
 *
 * @param name of its values in the result file; ends with their unit
 * @param head in print; null for one that is in the result file only
 * @param unit of its values, empty for words and plain counts
 */
public record Column(String name, String head, String unit) {

    /** Ends of names and their units; the first one that fits counts. */
    private static final String[][] UNITS = {
        {".*[pP]erSecond.*", "1/s"},
        {".*[sS]econds?", "s"},
        {".*Ms(Max)?", "ms"},
        {".*Us", "µs"},
        {".*Ns", "ns"},
        {".*[bB]ytesPer.*", "B"},
        {".*Mb", "MB"},
        {".*[pP]ercent", "%"},
        {".*[rR]atio", "x"}
    };

    Column(String name, String head) {
        this(name, head, unit(name));
    }

    private static String unit(String name) {
        for (String[] unit : UNITS) {
            if (name.matches(unit[0])) {
                return unit[1];
            }
        }
        return "";
    }
}
