package org.wukongs.store.metadata;

/**
 * The types of records in a metadata log. Codes are in the log and are never reused, and the layout
 * of a type never changes: something else gets another type and a higher {@link
 * MetadataRecord#VERSION}.
 */
public enum ProposalType {
    FOUND(1),
    JOIN(2),
    LEAVE(3),
    FENCE(4),
    ADD_PREDICATES(5),
    PUBLISH_PLAN(6),
    // 7 to 11 were a move in steps, which no version has proposed
    TAKE_OVER(12),
    CHANGE(13),
    NAME_QUERY(14),
    PUBLISH_DIVIDED(15),
    MOVE_PARTITIONS(16),
    ENTER(17),
    MOVE_HOMES(18),
    CHECKPOINTED(19),
    SNAPSHOT_PART(20);

    private static final ProposalType[] TYPES = values();

    private final int code;

    ProposalType(int code) {
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
    public static ProposalType of(int code) {
        for (ProposalType type : TYPES) {
            if (type.code == code) {
                return type;
            }
        }
        throw new IllegalArgumentException("unknown type: code=" + code);
    }
}
