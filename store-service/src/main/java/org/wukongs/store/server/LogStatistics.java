package org.wukongs.store.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.log.LogMetrics;
import org.wukongs.store.log.LogUsage;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.node.NodeStart;

/**
 * Counts of a store's log.
 *
 * @param counts since the start
 * @param usage what it has on disk, null if that cannot be read now
 * @param stalled whether it cannot be written now
 * @param replayed what the start has carried out, null if there was no log
 */
public record LogStatistics(
        LogMetrics counts, LogUsage usage, boolean stalled, NodeStart.Replayed replayed) {

    private static final Logger LOG = LoggerFactory.getLogger(LogStatistics.class);

    static LogStatistics of(LogWriter writer, NodeStart.Replayed replayed) {
        return new LogStatistics(writer.metrics(), usage(writer), writer.stall() != null, replayed);
    }

    private static LogUsage usage(LogWriter writer) {
        try {
            return writer.usage();
        } catch (WukongsException e) {
            LOG.debug("the metrics lack the size of the log", e);
            return null;
        }
    }
}
