package org.wukongs.store.text;

import java.util.List;

/**
 * A text like a known one.
 *
 * @param skeleton what the two have in common
 * @param name the text's own name; null if it has none
 * @param constants the text's own constants, in the order of {@link ParsedText#constants}
 */
public record AlikeText<T>(TextSkeleton<T> skeleton, String name, List<String> constants) {

    /** Returns what was made of the known text. */
    public T value() {
        return skeleton.value();
    }
}
