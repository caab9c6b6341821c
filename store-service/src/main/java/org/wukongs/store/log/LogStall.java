package org.wukongs.store.log;

/**
 * Why a log does not go on.
 *
 * @param sinceNs when it began, by the agent's clock
 */
public record LogStall(String reason, long sinceNs) {}
