package org.wukongs.wire;

/** Type of a request. Its code is on the wire and is never given to another type. */
public enum MessageType {
    HELLO(0),
    VERTEX_IDS(1),
    PREDICATE_IDS(2),
    REGISTER_STREAM(3),
    REGISTER_QUERY(4),
    DESCRIBE_QUERY(5),
    UNREGISTER_QUERY(6),
    OPEN_WRITER(7),
    INJECT(8),
    CLOSE_UP_TO(9),
    ATTACH_READER(10),
    FETCH_WINDOWS(11),
    RELEASE_WINDOWS(12),
    QUERY(13),
    LOAD(14),
    STATUS(15),
    EXPLAIN(16),
    CHECK(17),
    MARK_IDLE(18),
    DROP_STREAM(19),
    RESUME_WRITER(20),
    TEMPLATES(21),
    TEMPLATE_MEMBERS(22),
    FLUSH(26),
    COMMIT(27),
    LIST_STREAMS(28),
    LIST_GRAPHS(29),
    PUT_ENTRY(30),
    REMOVE_ENTRY(31),
    LIST_ENTRIES(32),
    CHECKPOINT(33),
    REPLACE_ENTRY(36),
    DETACH_READER(37),
    DESCRIBE_TEMPLATE(38),
    UPDATE(39),
    FETCH_CHANGES(40),
    END_CHANGES(41),
    LOCATE(42),
    MOVE_PARTITIONS(43),
    REMOVE_NODE(44),
    OFFER_RING(45),
    TAKE_RING(46),
    FETCH_TUPLES(47),
    EXPLAIN_QUERY(48),
    MOVE_HOMES(49);

    private static final MessageType[] TYPES = values();

    private final int code;

    MessageType(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The type of a code, or null. */
    public static MessageType of(int code) {
        for (MessageType type : TYPES) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }
}
