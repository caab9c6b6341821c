package org.wukongs.store.metadata;

/**
 * Who owns which vertex partition from a plan on.
 *
 * @param number of the version, one more than that of the one before
 * @param plan number of the first plan with these owners
 * @param owners numbers of nodes, by partition; nobody changes them
 */
public record OwnersVersion(long number, long plan, int[] owners) {}
