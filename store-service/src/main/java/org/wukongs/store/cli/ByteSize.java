package org.wukongs.store.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 65536}, {@code 512m}, {@code 4g} as bytes, at least one; units are powers of 1,024. */
public final class ByteSize implements ITypeConverter<Long> {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?)");
    private static final int UNIT_SHIFT = 10;

    @Override
    public Long convert(String text) {
        Matcher matcher = SIZE.matcher(text);
        boolean matches = matcher.matches();
        long count = matches ? Long.parseLong(matcher.group(1)) : 0;
        int shift = matches ? shift(matcher.group(2)) : 0;
        long bytes = count << shift;
        if (bytes < 1 || bytes >> shift != count) {
            throw new TypeConversionException(
                    "a size is a number of bytes, or with k, m or g, such as 512m: " + text);
        }
        return bytes;
    }

    private static int shift(String unit) {
        return ("kmg".indexOf(unit) + (unit.isEmpty() ? 0 : 1)) * UNIT_SHIFT;
    }
}
