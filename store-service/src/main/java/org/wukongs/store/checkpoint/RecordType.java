package org.wukongs.store.checkpoint;

/**
 * What a record of a checkpoint's file holds; the code is in the file and never given to another
 * type. A record is a frame of the wire protocol with this type, see {@link
 * org.wukongs.wire.FrameDescriptor}.
 *
 * <pre>
 * file     records, in this order
 * terms    (TERMS* | LAST_TERM*) PREDICATES
 * graphs   (GRAPH EDGES*)*
 * state    NODE (stream)* (QUERY (stream)?)* READER* CATALOG_ENTRY*
 *          where stream = STREAM LATE* CLOSED* OPEN* INTAKE? STREAM_END
 * </pre>
 *
 * <p>Format 3 has all of them but TEMPLATE_READER, which stands for READER in older ones, where
 * readers had no names and those of queries stood in QUERY; format 1 has no INTAKE either.
 */
enum RecordType {
    /** vid of the first (long), list of texts in UTF-8: those of its partition from it on. */
    TERMS(1),
    /** Of a dictionary that is durable itself: the newest vid of a partition (long), its text. */
    LAST_TERM(2),
    /** vids by pid from 1 on. */
    PREDICATES(3),
    /** Name. */
    GRAPH(4),
    /** pid (int), subjects, objects: equally many vids. */
    EDGES(5),
    /** Stable_SN (long), starts of the store, the newest epoch of each. */
    NODE(6),
    /** Definition, counts, bounds of the ring, progress of its writers: see {@link StreamCodec}. */
    STREAM(7),
    /** A batch that waits for a plan. */
    LATE(8),
    /** Tuples of a closed batch in order of position. */
    CLOSED(9),
    /** Name and tuples of a message of an open batch. */
    OPEN(10),
    /** Nothing: the stream is complete. */
    STREAM_END(11),
    /** Text, how far it was read, its derived stream: see {@link QueryCodec}. */
    QUERY(12),
    /** Name of the template, window end (long). */
    TEMPLATE_READER(13),
    /** As in a frame of the wire protocol. */
    CATALOG_ENTRY(14),
    /** Number of the stream's last request over HTTP, newest event time of all (two longs). */
    INTAKE(15),
    /** Its name, whether it reads a query or a template (byte), name of that, window end (long). */
    READER(16);

    private static final RecordType[] TYPES = values();

    private final int code;

    RecordType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** The type of a code, null where there is none. */
    static RecordType of(int code) {
        for (RecordType type : TYPES) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }
}
