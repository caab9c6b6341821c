package org.wukongs.store.cli;

import org.wukongs.error.WukongsException;
import org.wukongs.stream.Retention;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the text of a {@link Retention}. */
final class RetentionText implements ITypeConverter<Retention> {

    @Override
    public Retention convert(String text) {
        try {
            return Retention.parse(text);
        } catch (WukongsException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
