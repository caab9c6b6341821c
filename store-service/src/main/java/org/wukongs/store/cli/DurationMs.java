package org.wukongs.store.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts a duration such as {@code 100ms}, {@code 5s}, {@code 1m} or {@code 2h} to milliseconds,
 * at least 1.
 */
public final class DurationMs implements ITypeConverter<Long> {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h)");

    @Override
    public Long convert(String text) {
        Matcher matcher = DURATION.matcher(text);
        long durationMs =
                matcher.matches() ? Long.parseLong(matcher.group(1)) * unitMs(matcher.group(2)) : 0;
        if (durationMs < 1) {
            throw new TypeConversionException(
                    "a duration is a number with ms, s, m or h, such as 100ms: " + text);
        }
        return durationMs;
    }

    private static long unitMs(String unit) {
        return switch (unit) {
            case "ms" -> 1L;
            case "s" -> 1_000L;
            case "m" -> 60_000L;
            default -> 3_600_000L;
        };
    }
}
