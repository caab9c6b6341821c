package org.wukongs.store.continuous;

/**
 * Where a live reader begins: window ends of a query, or positions of a stream's tuples.
 *
 * @param identity of the query or stream: a later one of the same name has another one
 * @param begin the first one for the reader; {@code Long.MIN_VALUE} for the first possible window
 *     end while none is known
 * @param now the first one that was not there when the reader attached: a window end that was not
 *     ready and whose windows are complete, the position after the newest visible tuple; {@code
 *     Long.MIN_VALUE} while none is known
 * @param gap whether some of what was asked for is gone already
 */
public record LiveStart(Object identity, long begin, long now, boolean gap) {}
