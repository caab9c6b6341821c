package org.wukongs.store.cli;

import org.wukongs.error.WukongsException;
import org.wukongs.stream.Durations;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a duration of {@link Durations} to milliseconds. */
public final class DurationMs implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
        try {
            return Durations.parseMs(text);
        } catch (WukongsException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
