package org.wukongs.benchmarks.engine;

import java.util.List;

/**
 * What to measure.
 *
 * @param data a plain N-Triples file
 * @param queries each measured on its own
 * @param mix run one after the other, over and over; none for no mix
 * @param updates one kind after the other, after the queries
 * @param repeat measured runs of each query
 * @param warmUpSeconds at most, for each query; also before the mix
 * @param querySeconds at most, for the measured runs of each query; {@link #RUNS_MIN} are made
 *     anyway
 * @param mixSeconds of measuring the mix
 */
public record WorkerTask(
        String data,
        List<NamedQuery> queries,
        List<NamedQuery> mix,
        List<Updates> updates,
        int repeat,
        double warmUpSeconds,
        double querySeconds,
        double mixSeconds) {

    /**
     * Requests of SPARQL Update of one kind. They are not part of the task, as together they may be
     * larger than a worker's heap.
     *
     * @param triples that each request inserts and deletes, together
     * @param count how many requests there are
     * @param file with a request a line; executed once each, in this order; the first half warms up
     */
    public record Updates(String name, int triples, int count, String file) {}

    /** A median needs them, however slow a query is. */
    static final int RUNS_MIN = 3;

    /**
     * What an engine has after updates, so that engines can be compared: the triples whose subject
     * ends with a digit, as all do. All of them at once would not fit into a small heap.
     */
    static final String TRIPLES_OF =
            "SELECT ?s ?p ?o WHERE { ?s ?p ?o FILTER(STRENDS(STR(?s), \"%d\")) }";

    /** One that measures updates only. */
    public static WorkerTask ofUpdates(String data, List<Updates> updates) {
        return new WorkerTask(data, List.of(), List.of(), updates, 1, 1, 1, 1);
    }
}
