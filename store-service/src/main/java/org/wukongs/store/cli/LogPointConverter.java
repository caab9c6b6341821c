package org.wukongs.store.cli;

import org.wukongs.store.checkpoint.LogPoint;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a place in a log as a start shows it, such as {@code 0123456789abcdef/70800}. */
final class LogPointConverter implements ITypeConverter<LogPoint> {

    @Override
    public LogPoint convert(String text) {
        try {
            return LogPoint.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    "not a log's id and a position, such as 0123456789abcdef/70800: " + text);
        }
    }
}
