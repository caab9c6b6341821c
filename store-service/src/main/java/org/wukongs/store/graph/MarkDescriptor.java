package org.wukongs.store.graph;

/**
 * Layout of a mark: what a snapshot changed under one key, for readers that may hold an older
 * snapshot (Wukong+S, SOSP'17, section 4.3: bounded scalarization of vector timestamps).
 *
 * <pre>
 *  0   key: long
 *  8   value: long, without mark
 *  16  snapshot: long
 *  24  older: offset of the mark of an older snapshot of the key, 0: none
 *  32  length before: int, 0: the key did not exist
 *  36  length: int
 * </pre>
 *
 * <p>The value has all neighbours of the snapshot in the order of arrival, so that the neighbours
 * of any older snapshot are a prefix. It may be a list whose own length differs from {@code
 * length}. Marks of one snapshot and graph are adjacent in blocks of {@link MarkArena}.
 *
 * <p>Native byte order, aligned to 8. Publication: everything is written before the value word that
 * leads here is stored with release. Later only {@code older} changes, with release, to an older
 * mark of the chain or 0, when no reader needs the marks in between.
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
