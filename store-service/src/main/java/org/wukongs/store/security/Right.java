package org.wukongs.store.security;

import java.util.Locale;
import org.wukongs.wire.MessageType;

/**
 * Kinds of requests, each with the role that it needs. Nothing else decides that: routes of HTTP
 * name their right, and {@link #of} has that of each request of the clients' protocol. The table in
 * {@code docs/security.md} is compared with this one.
 */
public enum Right {
    /** The greeting, the start page, whether the store is up: everybody. */
    GREET(null),
    /** Shared memory in place of a connection's socket. */
    RINGS(Role.READ),
    /** One-shot queries, reading graphs and their changes, plans. */
    QUERY(Role.READ),
    /** Results of continuous queries, and tuples of streams. */
    TAIL(Role.READ),
    /** What there is and how it is doing: lists, descriptions, status, metrics. */
    STATUS(Role.READ),
    /** Streams made, tuples into them, ids of new terms. */
    STREAM(Role.WRITE),
    /** Changes of stored graphs. */
    UPDATE(Role.WRITE),
    /** Continuous queries and entries of the catalog, made or replaced. */
    REGISTER(Role.ADMIN),
    /** Continuous queries, streams and entries of the catalog, removed. */
    DROP(Role.ADMIN),
    /** Checkpoints, checks of the whole store, partitions moved between nodes, nodes removed. */
    OPERATE(Role.ADMIN);

    private final Role role; // null for everybody

    Right(Role role) {
        this.role = role;
    }

    /** Returns the least role that has the right; null for everybody. */
    public Role role() {
        return role;
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether requests of this kind change something, so that the audit log has them. */
    public boolean isAudited() {
        return role != null && role.includes(Role.WRITE);
    }

    /** Returns the right that a request of the clients' protocol needs. */
    public static Right of(MessageType type) {
        return switch (type) {
            case HELLO -> GREET;
            case OFFER_RING, TAKE_RING -> RINGS;
            case QUERY, EXPLAIN, EXPLAIN_QUERY, FETCH_CHANGES, END_CHANGES -> QUERY;
            case ATTACH_READER, DETACH_READER, FETCH_WINDOWS, RELEASE_WINDOWS, FETCH_TUPLES -> TAIL;
            case STATUS,
                    DESCRIBE_QUERY,
                    TEMPLATES,
                    TEMPLATE_MEMBERS,
                    DESCRIBE_TEMPLATE,
                    LIST_STREAMS,
                    LIST_GRAPHS,
                    LIST_ENTRIES,
                    LOCATE ->
                    STATUS;
            case VERTEX_IDS,
                    PREDICATE_IDS,
                    REGISTER_STREAM,
                    OPEN_WRITER,
                    RESUME_WRITER,
                    INJECT,
                    CLOSE_UP_TO,
                    MARK_IDLE,
                    FLUSH,
                    COMMIT ->
                    STREAM;
            case LOAD, UPDATE -> UPDATE;
            case REGISTER_QUERY, PUT_ENTRY, REPLACE_ENTRY -> REGISTER;
            case UNREGISTER_QUERY, DROP_STREAM, REMOVE_ENTRY -> DROP;
            case CHECKPOINT, CHECK, MOVE_PARTITIONS, REMOVE_NODE, MOVE_HOMES -> OPERATE;
        };
    }
}
