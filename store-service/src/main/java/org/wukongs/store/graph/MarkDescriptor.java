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
 *  32  value before: long, without mark; 0 if the snapshot only appended
 *  40  length before: int, 0: the key did not exist
 *  44  length: int
 * </pre>
 *
 * <p>As long as neighbours are only appended, a value has them in the order of arrival, so that the
 * neighbours of any older snapshot are a prefix. It may be a list whose own length differs from
 * {@code length}. A snapshot that removes neighbours, or changes a tree, makes a new value; older
 * snapshots are prefixes of the value before. Marks of one snapshot and graph are adjacent in
 * blocks of {@link MarkArena}.
 *
 * <p>Native byte order, aligned to 8. Publication: everything is written before the value word that
 * leads here is stored with release. Later only two fields change, with release, when no reader
 * needs a mark between this one and an older one of the chain: {@code older} leads there, or is 0;
 * and {@code value before} becomes, if it is 0, that of a mark that newer ones left out.
 */
final class MarkDescriptor {

    static final int KEY_OFFSET = 0;
    static final int VALUE_OFFSET = KEY_OFFSET + Long.BYTES;
    static final int SNAPSHOT_OFFSET = VALUE_OFFSET + Long.BYTES;
    static final int OLDER_OFFSET = SNAPSHOT_OFFSET + Long.BYTES;
    static final int VALUE_BEFORE_OFFSET = OLDER_OFFSET + Long.BYTES;
    static final int LENGTH_BEFORE_OFFSET = VALUE_BEFORE_OFFSET + Long.BYTES;
    static final int LENGTH_OFFSET = LENGTH_BEFORE_OFFSET + Integer.BYTES;
    static final int SIZE_BYTES = LENGTH_OFFSET + Integer.BYTES;

    private MarkDescriptor() {}
}
