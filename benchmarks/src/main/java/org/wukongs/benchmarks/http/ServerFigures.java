package org.wukongs.benchmarks.http;

import java.util.Map;

/**
 * What was measured of one server.
 *
 * @param rows of each query
 * @param medianNs of each query, from the request to the last byte of the answer
 * @param mixPerSecond requests of the mix a second over all connections
 */
record ServerFigures(
        Map<String, Long> rows, Map<String, Double> medianNs, long mixRows, double mixPerSecond) {}
