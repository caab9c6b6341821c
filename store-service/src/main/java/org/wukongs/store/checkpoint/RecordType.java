package org.wukongs.store.checkpoint;

/**
 * The types of records in a checkpoint's files. Codes are in the files and are never reused. A
 * record is a frame of the wire protocol with this type, see {@link
 * org.wukongs.wire.FrameDescriptor}.
 *
 * <pre>
 * file        records, in this order
 * terms       FROM TERMS*
 * dictionary  (COUNTERS | LAST_TERM*) OTHER_TERMS? PREDICATES
 * graphs      FROM (GRAPH TRIPLES*)*
 * halves      FROM (GRAPH TRIPLES*)*
 * agreed      AGREED*
 * state       NODE GRAPHS (CLUSTER (HALF_MENTIONS HALF_REPEATED*)*
 *             (STAGED | STAGED_MOVE | STAGED_HOMES)*
 *             REPLICAS?)?
 *             (stream)* (RETENTION REPEATED*)* (QUERY (stream)?)* TURNS READER* LOST_WINDOWS*
 *             CATALOG_ENTRY*
 *             where stream = (STREAM | RETAINED_STREAM MENTIONS*) LATE* CLOSED* OPEN* INTAKE?
 *             WRITERS STREAM_END
 * </pre>
 *
 * <p>Only a node of a cluster has halves, agreed, OTHER_TERMS, CLUSTER and what follows that: this
 * is format 8, a node of its own writes format 7.
 *
 * <p>Format 6 has one file {@code terms} with (TERMS* RECLAIMED? | LAST_TERM*) PREDICATES, and one
 * file {@code graphs} with (GRAPH EDGES*)*, and lacks GRAPHS. Format 5 also lacks WRITERS and
 * LOST_WINDOWS, and has TURNS before the queries, without derived streams. Format 4 also lacks
 * RECLAIMED. Format 3 lacks those from RETAINED_STREAM on. Older formats have TEMPLATE_READER in
 * place of READER: there readers had no names, and those of queries were in QUERY. Format 1 also
 * lacks INTAKE.
 */
enum RecordType {
    /** vid of the first term (long), list of UTF-8 texts: terms of its partition from it on. */
    TERMS(1),
    /** For a durable dictionary: the newest vid of a partition (long), its text. */
    LAST_TERM(2),
    /** vids of predicates, by pid from 1 on. */
    PREDICATES(3),
    /** Name. */
    GRAPH(4),
    /** pid (int), subjects, objects: equally many vids. */
    EDGES(5),
    /** Stable_SN (long), starts of the store up to its own, the newest epoch of each. */
    NODE(6),
    /** Definition, counts, bounds of the ring, progress of its writers: see {@link StreamCodec}. */
    STREAM(7),
    /** A batch that waits for a plan. */
    LATE(8),
    /** Tuples of a closed batch in order of position. */
    CLOSED(9),
    /** Name and tuples of a message of an open batch. */
    OPEN(10),
    /** No content: the stream is complete. */
    STREAM_END(11),
    /** Text, position of its readers, its derived stream: see {@link QueryCodec}. */
    QUERY(12),
    /** Name of the template, window end (long). */
    TEMPLATE_READER(13),
    /** As in a frame of the wire protocol. */
    CATALOG_ENTRY(14),
    /** Number of the stream's last HTTP request, newest event time of all requests (two longs). */
    INTAKE(15),
    /**
     * Its name, whether it reads a query or a template (byte), the name of that, window end (long).
     */
    READER(16),
    /** As STREAM, with the retention after the definition. */
    RETAINED_STREAM(17),
    /**
     * How long they are kept (ms), batches, numbers, subjects, pids, objects: equally many longs
     * each, in the order of the log.
     */
    MENTIONS(18),
    /**
     * List of what waits for a plan, in the order in which it was closed: stream, batch, number of
     * late messages (int).
     */
    TURNS(19),
    /** Name of a graph, number of its next mention, number before which all are void (longs). */
    RETENTION(20),
    /**
     * Name of a graph, subjects, pids, objects, numbers before which mentions are void, how often
     * said again: equally many longs each.
     */
    REPEATED(21),
    /** The newest vids of partitions in which their terms were reclaimed. */
    RECLAIMED(22),
    /**
     * Of the newest writer epoch of a stream: its number, the name of the job, the positions from
     * which writers go on, the writers.
     */
    WRITERS(23),
    /** Name of a query, how many windows it has lost (long), whether it loses all since. */
    LOST_WINDOWS(24),
    /** What the file begins with: name of the graph, empty for terms; vid (long). */
    FROM(25),
    /**
     * Words (longs), by subject, predicate and object: a subject with the highest bit set, then its
     * triples as pid · 2^46 + object. In the file halves, subjects and objects change places.
     */
    TRIPLES(26),
    /** The newest counters, by partition, of a dictionary in memory (longs). */
    COUNTERS(27),
    /** Names of all graphs, in order. */
    GRAPHS(28),
    /** Of terms that other nodes own and that registrations need: vids, their texts. */
    OTHER_TERMS(29),
    /** See {@link ClusterCodec}. */
    CLUSTER(30),
    /** Name of a graph, numbers of nodes, number of the oldest mention of each (longs). */
    HALF_MENTIONS(31),
    /** Name of a graph, direction (byte), then as in REPEATED. */
    HALF_REPEATED(32),
    /** As the record STAGE of the log. */
    STAGED(33),
    /** Bytes, a part of what all nodes have agreed on. */
    AGREED(34),
    /** See {@link ClusterCodec}. Without it, no stream is copied. */
    REPLICAS(35),
    /** As the record STAGE_MOVE of the log. */
    STAGED_MOVE(36),
    /** As the record STAGE_HOMES of the log. */
    STAGED_HOMES(37);

    private static final RecordType[] TYPES = values();

    private final int code;

    RecordType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Returns the type of a code, null if there is none. */
    static RecordType of(int code) {
        for (RecordType type : TYPES) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }
}
