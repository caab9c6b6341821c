package org.wukongs.store.continuous;

import org.wukongs.store.stream.WindowView;

/**
 * The windows that an execution reads. The agent makes them; they are complete and no longer
 * change; a worker reads them.
 *
 * @param windowEndMs t
 * @param number of the execution within the query: t, or the block's number for windows by count
 * @param views one for each of the query's windows, in their order
 */
record WindowInputs(long windowEndMs, long number, WindowView[] views) {}
