package org.wukongs.store.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts a size such as {@code 65536}, {@code 512m} or {@code 4g} to bytes, at least 1; units are
 * powers of 1,024.
 */
public final class ByteSize implements ITypeConverter<Long> {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?)");
    private static final String UNITS = "kmg";
    private static final int UNIT_SHIFT = 10;

    @Override
    public Long convert(String text) {
        return parse(text, "", "bytes");
    }

    /** Converts a size in which a number without a unit means MiB. */
    static final class Mebibytes implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            return parse(text, "m", "MiB");
        }
    }

    private static long parse(String text, String unitDefault, String unitName) {
        Matcher matcher = SIZE.matcher(text);
        boolean matches = matcher.matches();
        long count = matches ? Long.parseLong(matcher.group(1)) : 0;
        String unit = matches && !matcher.group(2).isEmpty() ? matcher.group(2) : unitDefault;
        int shift = unit.isEmpty() ? 0 : (UNITS.indexOf(unit) + 1) * UNIT_SHIFT;
        long bytes = count << shift;
        if (bytes < 1 || bytes >> shift != count) {
            throw new TypeConversionException(
                    "a size is a number of "
                            + unitName
                            + ", or a number with k, m or g, such as 512m: "
                            + text);
        }
        return bytes;
    }
}
