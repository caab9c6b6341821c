package org.wukongs.store.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.DataInspection;
import org.wukongs.store.checkpoint.DataInspection.Checkpoint;
import org.wukongs.store.checkpoint.DataInspection.Log;
import org.wukongs.store.checkpoint.LogPoint;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.history.NodeRecordType;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.log.LogEnd;
import org.wukongs.store.log.LogReader;

/**
 * Verifies the files of a data directory that no store uses: sizes and CRCs of all checkpoints; of
 * the log, from the oldest usable checkpoint on, CRC, order and form of each record. It does not
 * put anything into a node. Changes nothing.
 *
 * @param lines what was found, for people
 * @param problems why a part cannot be used; none if everything can
 */
public record DataCheck(List<String> lines, List<WukongsException> problems) {

    public DataCheck {
        lines = List.copyOf(lines);
        problems = List.copyOf(problems);
    }

    /**
     * Verifies a directory.
     *
     * @param progress is told how much of each checkpoint and the log has been read
     * @throws WukongsException USER if it is no data directory, or a store uses it; RETRIABLE if
     *     the disk fails
     */
    public static DataCheck of(Path directory, ReadProgress progress) {
        List<String> lines = new ArrayList<>();
        List<WukongsException> problems = new ArrayList<>();
        try (DataInspection data = DataInspection.open(directory)) {
            List<Checkpoint> checkpoints = data.checkpoints(progress);
            for (Checkpoint checkpoint : checkpoints) {
                lines.add(text(checkpoint));
                if (checkpoint.problem() != null) {
                    problems.add(checkpoint.problem());
                }
            }
            if (checkpoints.isEmpty()) {
                lines.add("no checkpoint");
            }
            try {
                Log log = data.log(checkpoints);
                lines.add(log == null ? "no log" : check(log, checkpoints, progress));
            } catch (WukongsException e) {
                lines.add("log: unusable");
                problems.add(e);
            }
        }
        return new DataCheck(lines, problems);
    }

    private static String text(Checkpoint checkpoint) {
        String name = "chk-" + checkpoint.number() + ": ";
        return checkpoint.problem() != null
                ? name + "unusable"
                : name
                        + "sound, of "
                        + checkpoint.made()
                        + " bytes="
                        + checkpoint.bytes()
                        + (checkpoint.log() == null ? "" : " log=" + checkpoint.log());
    }

    private static String check(Log log, List<Checkpoint> checkpoints, ReadProgress progress) {
        FileStorage storage = new FileStorage(log.directory());
        long recordCount = 0;
        try (LogReader reader = LogReader.open(storage, log.id(), log.from())) {
            progress.begin("the log", reader.totalBytes());
            while (reader.next()) {
                RecordedNode.orSayWhere(reader, DataCheck::checkForm);
                recordCount += reader.isPreamble() ? 0 : 1;
                progress.read(reader.readBytes());
            }
            return "log "
                    + new LogPoint(log.id(), reader.end().position())
                    + ": sound, from="
                    + log.from()
                    + " records="
                    + recordCount
                    + " bytes="
                    + reader.totalBytes()
                    + text(reader.end().torn())
                    + endsBefore(log, checkpoints, reader.end().position());
        }
    }

    private static void checkForm(LogReader reader) {
        NodeRecordType type = NodeRecordType.of(reader.record().type());
        if (!reader.isPreamble()) {
            NodeRecord.read(type, reader.record());
        }
    }

    private static String text(LogEnd.Torn torn) {
        return torn == null ? "" : " unfinishedWrite=" + torn.file() + " bytes=" + torn.bytes();
    }

    /** Says if the log lacks what a checkpoint has, which it does after some crashes. */
    private static String endsBefore(Log log, List<Checkpoint> checkpoints, long position) {
        for (Checkpoint checkpoint : checkpoints) {
            LogPoint point = checkpoint.log();
            if (point != null && point.id() == log.id() && point.position() > position) {
                return ", ends before chk-" + checkpoint.number();
            }
        }
        return "";
    }
}
