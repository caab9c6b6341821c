package org.wukongs.benchmarks.engine;

import java.util.List;

/**
 * One run of a query.
 *
 * @param engineNs from the parsed query to all rows in memory as the store's own values (ids, value
 *     objects); choosing the order of the patterns included
 * @param wallNs from the query's text to all rows as strings
 * @param rows terms as N-Triples strings, null where unbound
 */
public record Execution(long engineNs, long wallNs, List<String[]> rows) {}
