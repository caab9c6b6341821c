package org.wukongs.benchmarks.cluster;

import org.wukongs.benchmarks.measure.Executions;

/**
 * One query on some nodes, which are asked in turn.
 *
 * @param query its name
 * @param rows how many it has
 * @param sha256 of its rows
 * @param stable whether it was warm when the warm-up ended
 * @param engine times from the parsed query to its rows as ids, measured by the asked node
 * @param client times from the query's text to all rows as strings, measured here
 * @param cpuNs CPU time of all nodes together, in the mean of all executions
 * @param traffic what the nodes have asked each other, of all executions together
 * @param rounds in which they do so, by the plan of the first node; null if that is not known
 */
record QueryFigures(
        String query,
        long rows,
        String sha256,
        boolean stable,
        Executions engine,
        Executions client,
        double cpuNs,
        PeerTraffic traffic,
        Rounds rounds) {

    /** Returns requests between nodes of an execution, in the mean. */
    double requests() {
        return perExecution(traffic.requests());
    }

    double requestBytes() {
        return perExecution(traffic.requestBytes());
    }

    double answerBytes() {
        return perExecution(traffic.answerBytes());
    }

    private double perExecution(long sum) {
        return (double) sum / engine.count();
    }
}
