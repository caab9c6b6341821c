package org.wukongs.store.cluster;

/** Bounds of requests between nodes and of their answers. What exceeds them goes in pieces. */
final class RequestLimits {

    /** Rows of a column in one request: 512 KiB for each column of ids, 32 morsels. */
    static final int ROWS_MAX = 1 << 16;

    /** Neighbours in one answer: 8 MiB. */
    static final int IDS_MAX = 1 << 20;

    /** Ids of a list that come with the first answer if one list is asked for: 64 KiB. */
    static final int PAGE_IDS_FIRST = 1 << 13;

    /** Ids of a list in one answer when it is read on: 1 MiB. */
    static final int PAGE_IDS_MAX = 1 << 17;

    /** Ids of all lists that come with the first answer if many lists are asked for. */
    static final int PAGE_IDS_ALL = 1 << 16;

    /** At least so many ids come of each list: lists of most vertices are shorter. */
    static final int PAGE_IDS_MIN = 1 << 5;

    /** UTF-8 of the terms in one request or answer; a longer term goes alone. */
    static final int TEXT_BYTES_GOOD = 1 << 20;

    /** Terms of one request. */
    static final int TERMS_MAX = 1 << 16;

    /** Halves of triples in one message of a load: 24 MiB. */
    static final int HALVES_MAX = 1 << 20;

    /** Entries of mentions in one message of a move: 20 MiB. */
    static final int ENTRIES_MAX = 1 << 19;

    /** Forks of one node that another one answers at a time: fewer than it has threads for them. */
    static final int FORKS_MAX = 2;

    /** Counts of predicates of other nodes that a node remembers. */
    static final int COUNTS_REMEMBERED_MAX = 1 << 14;

    private RequestLimits() {}
}
