package org.wukongs.store.log;

import java.util.ArrayList;
import java.util.List;

/**
 * A segment as somebody sees it who copies the log.
 *
 * @param name of the file
 * @param bytes how much of it belongs to the log; of the newest, all that it has
 * @param before the position before its first record
 */
public record SegmentFile(String name, long bytes, long before) {

    /**
     * Returns the segments that are needed to read a log from a position on, the oldest first; none
     * if there is none. Nobody may delete segments meanwhile; others may be added.
     *
     * @throws UnusableLogException if segments are missing, or a header cannot be read
     */
    public static List<SegmentFile> list(StorageDirectory directory, long logId, long position) {
        SegmentChain chain = SegmentChain.read(directory, logId, position);
        if (chain.damage() != null) {
            throw chain.damage();
        }
        List<SegmentFile> files = new ArrayList<>();
        for (int i = 0; i < chain.segments().size(); i++) {
            LogSegments.Segment segment = chain.segments().get(i);
            long before = segment.header().firstSequence() - 1;
            files.add(new SegmentFile(segment.name(), chain.limit(i), before));
        }
        return files;
    }
}
