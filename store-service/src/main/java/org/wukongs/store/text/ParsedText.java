package org.wukongs.store.text;

import java.util.List;
import java.util.Set;

/**
 * What was made of a text, taken apart.
 *
 * @param value what was made of it
 * @param name its name; null if it has none
 * @param constants its constants that can be replaced, as N-Triples strings, and perhaps others
 * @param open indexes of those that can be replaced
 * @param rest everything else that {@code value} depends on, comparable by {@code equals}
 */
public record ParsedText<T>(
        T value, String name, List<String> constants, Set<Integer> open, Object rest) {}
