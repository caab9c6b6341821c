package org.wukongs.store.metadata;

import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.stream.InputLimits;

/** Bounds of what a cluster agrees on, and checks of values against them. */
public final class ClusterLimits {

    /** Each node of a cluster can have a vertex partition. */
    public static final int MEMBER_COUNT_MAX = Vids.PARTITION_COUNT;

    /** Numbers of nodes are names that people choose; they need not follow each other. */
    public static final int NODE_MAX = 1 << 20;

    /** TCP, and what else a node may listen to. */
    public static final int ADDRESS_COUNT_MAX = 16;

    /** All that keys have room for. */
    public static final int PREDICATE_COUNT_MAX = (int) Keys.PID_MAX;

    /** Far longer than any IRI that people write, so that a record has many. */
    public static final int PREDICATE_CHARS_MAX = 1 << 14;

    /**
     * 128 characters for each of 131,071 predicates. A snapshot has all of them, 48 MiB if each
     * character has three bytes, at most 13 MiB each of streams and of members, 37 MiB of queries,
     * 12 MiB of catalog entries, and 1 MiB of owners: it fits into a frame.
     */
    public static final long PREDICATES_CHARS_MAX = 1L << 24;

    /** More than the heap of a node has room for. */
    public static final int QUERY_COUNT_MAX = 1 << 20;

    /** Of names of queries, and of templates once: 24 MiB, and 12 bytes a query. */
    public static final long QUERIES_CHARS_MAX = 1L << 23;

    /** Of catalog entries, with {@link #ENTRIES_CHARS_PER_TEXT} for each text: 12 MiB. */
    public static final long ENTRIES_CHARS_MAX = 1L << 22;

    /** More than the length of a text takes, so that empty texts count, too. */
    public static final int ENTRIES_CHARS_PER_TEXT = Integer.BYTES;

    /** A name of DNS has 253, a port 5 more. */
    public static final int ADDRESS_CHARS_MAX = 1 << 8;

    /** A node may not have more streams. */
    public static final int STREAM_COUNT_MAX = 1 << 12;

    /** Ten plans a second for a hundred million years: arithmetic never overflows. */
    public static final long PLAN_MAX = 1L << 54;

    /** Each version of the owners begins with a plan. */
    public static final long OWNERS_MAX = PLAN_MAX;

    private ClusterLimits() {}

    /** Returns the number of a node; USER error if it cannot be one. */
    public static int checkNode(int node) {
        return (int) InputLimits.checkRange("number of a node", node, 0, NODE_MAX);
    }

    static int checkPartition(int partition) {
        return (int)
                InputLimits.checkRange(
                        "number of a vertex partition", partition, 0, Vids.PARTITION_COUNT - 1L);
    }

    static long checkPlan(long plan) {
        return InputLimits.checkRange("number of a plan", plan, 1, PLAN_MAX);
    }

    static long checkOwners(long version) {
        return InputLimits.checkRange("version of owners", version, 1, OWNERS_MAX);
    }

    static void checkName(String what, String name) {
        if (name.isEmpty()) {
            throw WukongsException.user(what + " is empty");
        }
        InputLimits.checkLength(what, name, InputLimits.NAME_CHARS_MAX);
    }

    static void checkAddress(String what, String address) {
        checkName(what, address);
        InputLimits.checkLength(what, address, ADDRESS_CHARS_MAX);
    }

    static void checkCount(String what, List<?> values, int min, int max) {
        InputLimits.checkRange("number of " + what, values.size(), min, max);
    }

    static void checkDistinct(String what, List<?> values) {
        if (values.stream().distinct().count() != values.size()) {
            throw WukongsException.user(what + " are not distinct: values=" + values);
        }
    }
}
