/**
 * The three kinds of failure. In: nothing. Out: {@link org.wukongs.error.WukongsException}
 * (expected, one line) and {@link org.wukongs.error.CorruptionException} (impossible stored bytes).
 * Any thread. A broken invariant is an {@link AssertionError} or {@link IllegalStateException} and
 * stops the node.
 */
package org.wukongs.error;
