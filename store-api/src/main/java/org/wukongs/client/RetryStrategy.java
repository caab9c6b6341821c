package org.wukongs.client;

/**
 * Decides whether and when to reconnect after a connection is lost. Brings its own clock, as this
 * module has none.
 */
@FunctionalInterface
public interface RetryStrategy {

    /** A lost connection is an error at once. */
    RetryStrategy NEVER = number -> false;

    /**
     * Waits before try {@code number}, which counts from 1 after each answer of the store; returns
     * false to give up.
     */
    boolean awaitTry(int number);
}
