package org.wukongs.benchmarks.engine;

/**
 * A query under test.
 *
 * @param name in tables; in a mix, queries of a name differ in constants only
 */
public record NamedQuery(String name, String text) {}
