package org.wukongs.benchmarks.lsbench.data;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * LSBench as plain files.
 *
 * @param name of the data, for reports
 * @param stored the stored triples, N-Triples
 * @param streams one stream file each, event times from 0 ms on
 */
public record LsbenchFiles(String name, Path stored, Map<LsbenchStreams, Path> streams) {

    static final String STORED = "static.nt";

    /** The files of {@code folder}, named as in the archive. */
    static LsbenchFiles in(String name, Path folder) {
        Map<LsbenchStreams, Path> streams = new EnumMap<>(LsbenchStreams.class);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            streams.put(stream, folder.resolve(stream.fileName()));
        }
        return new LsbenchFiles(name, folder.resolve(STORED), streams);
    }

    /** As the paper calls it, for tables. */
    public static String label(LsbenchStreams stream) {
        return switch (stream) {
            case PO -> "PO";
            case PO_LIKE -> "PO-L";
            case PH -> "PH";
            case PH_LIKE -> "PH-L";
            case GPS -> "GPS";
        };
    }
}
