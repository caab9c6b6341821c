package org.wukongs.client;

/**
 * Whether and when a lost connection is tried again. With a clock of its own, as this module has
 * none.
 */
@FunctionalInterface
public interface RetryStrategy {

    /** A lost connection is an error at once. */
    RetryStrategy NEVER = number -> false;

    /**
     * Waits as long as seems good before try {@code number}, which is 1 behind each answer of the
     * store; false where there were enough.
     */
    boolean awaitTry(int number);
}
