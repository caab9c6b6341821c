package org.wukongs.stream;

import java.util.List;

/**
 * Tuples of one batch from a writer's {@link StreamAdaptor}: the whole batch or a part of it.
 *
 * @param batch batch number of all tuples
 * @param late true if the batch was closed before: its timeless triples are absorbed, no window
 *     sees it
 */
public record TupleBatch(long batch, boolean late, List<Tuple> tuples) {}
