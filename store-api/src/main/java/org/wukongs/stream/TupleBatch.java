package org.wukongs.stream;

import java.util.List;

/**
 * Tuples of one batch, as a writer's {@link StreamAdaptor} hands them on: a whole batch or a part
 * of it.
 *
 * @param batch batch number of all tuples
 * @param late true where the batch had been closed before: timeless triples are absorbed, windows
 *     never see them
 */
public record TupleBatch(long batch, boolean late, List<Tuple> tuples) {}
