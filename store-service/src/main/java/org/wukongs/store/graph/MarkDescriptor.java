package org.wukongs.store.graph;

/**
 * What a snapshot did to the neighbours under one key, for readers that may hold an older one
 * (Wukong+S, SOSP'17, section 4.3: bounded scalarization of vector timestamps).
 *
 * <pre>
 *  0   key: long
 *  8   value: long, without mark
 *  16  snapshot: long
 *  24  older: offset of the mark of an older snapshot of the key, 0: there is none
 *  32  length before: int, 0: the key was not there
 *  36  length: int
 * </pre>
 *
 * <p>The value has all neighbours as of the snapshot, in the order in which they came, so that
 * those of any older snapshot are a prefix of it; it may be a list whose own length is not {@code
 * length}. Marks of one snapshot and graph stand one behind the other in blocks of {@link
 * MarkArena}.
 *
 * <p>Native byte order, aligned to 8. Publication: all is written before the value word that leads
 * here is stored with release. Later only {@code older} changes, with release, to an older mark of
 * the chain or 0, when no reader needs those in between.
 */
final class MarkDescriptor {

    static final int KEY_OFFSET = 0;
    static final int VALUE_OFFSET = KEY_OFFSET + Long.BYTES;
    static final int SNAPSHOT_OFFSET = VALUE_OFFSET + Long.BYTES;
    static final int OLDER_OFFSET = SNAPSHOT_OFFSET + Long.BYTES;
    static final int LENGTH_BEFORE_OFFSET = OLDER_OFFSET + Long.BYTES;
    static final int LENGTH_OFFSET = LENGTH_BEFORE_OFFSET + Integer.BYTES;
    static final int SIZE_BYTES = LENGTH_OFFSET + Integer.BYTES;

    private MarkDescriptor() {}
}
