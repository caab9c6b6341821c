package org.wukongs.store.cli;

import org.wukongs.store.node.StoreConfig;
import picocli.CommandLine.ITypeConverter;

/** Converts a duration or {@code forever}. */
final class TermsKeptMs implements ITypeConverter<Long> {

    private static final String FOREVER = "forever";

    @Override
    public Long convert(String text) {
        return text.equals(FOREVER)
                ? (Long) StoreConfig.TERMS_KEPT_FOREVER
                : new DurationMs().convert(text);
    }
}
