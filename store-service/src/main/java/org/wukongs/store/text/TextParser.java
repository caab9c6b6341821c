package org.wukongs.store.text;

import org.wukongs.csparql.Catalog;
import org.wukongs.error.WukongsException;

/** Makes of a text what a {@link KnownTexts} is to know. */
@FunctionalInterface
public interface TextParser<T> {

    /**
     * Parses a text.
     *
     * @param catalog where names are looked up
     * @param kept false if the value is dropped at once
     * @throws WukongsException if the text is wrong
     */
    ParsedText<T> parse(String text, Catalog catalog, boolean kept);
}
