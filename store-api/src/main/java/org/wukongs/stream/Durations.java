package org.wukongs.stream;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.error.WukongsException;

/** Durations of options: a number with ms, s, m, h or d, such as {@code 100ms} or {@code 7d}. */
public final class Durations {

    private static final List<String> UNITS = List.of("d", "h", "m", "s", "ms");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,15})(ms|s|m|h|d)");

    private Durations() {}

    /** Returns a duration in ms, at least 1; USER error for another text. */
    public static long parseMs(String text) {
        Matcher matcher = DURATION.matcher(text);
        long count = matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        if (count < 1) {
            throw WukongsException.user(
                    "a duration is a number with ms, s, m, h or d, such as 100ms: " + text);
        }
        long unitMs = unitMs(matcher.group(2));
        if (count > Long.MAX_VALUE / unitMs) {
            throw WukongsException.user("a duration is too long: " + text);
        }
        return count * unitMs;
    }

    /** Returns a duration above 0 in the largest unit that divides it. */
    public static String text(long durationMs) {
        for (String unit : UNITS) {
            if (durationMs % unitMs(unit) == 0) {
                return durationMs / unitMs(unit) + unit;
            }
        }
        throw new IllegalStateException("every duration is a number of ms: " + durationMs);
    }

    private static long unitMs(String unit) {
        return switch (unit) {
            case "ms" -> 1L;
            case "s" -> 1_000L;
            case "m" -> 60_000L;
            case "h" -> 3_600_000L;
            default -> 86_400_000L;
        };
    }
}
