package org.wukongs.store.history;

/**
 * The types of records in the log of a node. Codes are in the log and are never reused, and the
 * layout of a type never changes: something else gets another type.
 */
public enum NodeRecordType {
    /** Of a preamble: vid of the first term (long), list of UTF-8 texts, as in a checkpoint. */
    TERMS(1),
    /** Of a preamble: newest vids of partitions whose newest terms were reclaimed. */
    RECLAIMED(2),
    /** Of a preamble: pid of the first one (long), vids of predicates by pid. */
    PREDICATES(3),
    /**
     * Of a preamble, if the dictionary is on disk, which is durable before the record: vid of one
     * of its newest terms (long), its text, by which the dictionary is recognized.
     */
    LAST_TERM(4),
    /** Of a preamble, on a node of a cluster: texts of terms that other nodes own, their vids. */
    OTHER_TERMS(5),
    /** The store starts: number of the start. The writers of earlier starts are gone. */
    START(10),
    REGISTER_STREAM(11),
    DROP_STREAM(12),
    OPEN_WRITER(13),
    MESSAGE(14),
    OWN_TUPLES(15),
    CLOSE(16),
    IDLE(17),
    CLOSE_IDLE(18),
    PLAN(19),
    REGISTER_QUERY(20),
    UNREGISTER_QUERY(21),
    PLACE_READER(22),
    RELEASE(23),
    DROP_READER(24),
    LOSE_WINDOWS(25),
    PUT_ENTRY(26),
    REPLACE_ENTRY(27),
    REMOVE_ENTRY(28),
    TRIPLES(29),
    LOAD(30),
    UPDATE(31),
    INTAKE(32),
    DERIVED(33),
    TOGETHER(34),
    RECLAIM(35),
    CHECKPOINT(36),
    // of a node of a cluster
    STAGE(50),
    UNSTAGE(51),
    HAND_ON(52),
    TURN(53),
    BEGIN_REPLICA(54),
    END_REPLICA(55),
    REPLICA_READER(56),
    STAGE_MOVE(57),
    ENTER(58),
    STAGE_HOMES(59),
    ADOPT_HOMES(60),
    DROP_HOMES(61);

    private static final NodeRecordType[] TYPES = values();

    private final int code;

    NodeRecordType(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /**
     * Returns the type of a code.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static NodeRecordType of(int code) {
        for (NodeRecordType type : TYPES) {
            if (type.code == code) {
                return type;
            }
        }
        throw new IllegalArgumentException("unknown type: code=" + code);
    }
}
