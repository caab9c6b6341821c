package org.wukongs.store.continuous;

/**
 * Where a live reader of a query begins.
 *
 * @param identity of the query: a later query of the same name has another one
 * @param windowEndMs the first window end for the reader; {@code Long.MIN_VALUE} for the first
 *     possible one while none is known
 * @param nowMs the first window end that was not ready when the reader attached and whose windows
 *     are complete; {@code Long.MIN_VALUE} while none is known
 * @param gap whether windows from the asked time on are gone already
 */
public record LiveStart(Object identity, long windowEndMs, long nowMs, boolean gap) {}
