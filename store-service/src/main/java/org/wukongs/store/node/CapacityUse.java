package org.wukongs.store.node;

/**
 * How much a part of a store takes of what it may take.
 *
 * @param part such as {@code graphs}
 * @param usedBytes bytes that are in use; may exceed the limit by what was under way when it was
 *     reached
 * @param limitBytes bytes at which the part makes room, lets clients wait, or refuses
 */
public record CapacityUse(String part, long usedBytes, long limitBytes) {}
