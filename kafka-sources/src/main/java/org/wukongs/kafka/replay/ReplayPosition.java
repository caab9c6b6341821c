package org.wukongs.kafka.replay;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.wukongs.error.WukongsException;

/**
 * Position of a replay: the value of a record in the progress topic.
 *
 * <pre>
 *  version TAB tuples TAB complete|open TAB fingerprint of all sources      (UTF-8)
 * </pre>
 *
 * @param tupleCount tuples of the merged sequence that are in their topics
 */
record ReplayPosition(long tupleCount, boolean complete, String fingerprint) {

    private static final String VERSION = "1";
    private static final String COMPLETE = "complete";
    private static final String OPEN = "open";
    private static final int FIELD_COUNT = 4;

    ReplayPosition {
        Objects.requireNonNull(fingerprint, "fingerprint");
    }

    byte[] toBytes() {
        String state = complete ? COMPLETE : OPEN;
        return String.join("\t", VERSION, Long.toString(tupleCount), state, fingerprint)
                .getBytes(StandardCharsets.UTF_8);
    }

    static ReplayPosition ofBytes(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String[] fields = text.split("\t", FIELD_COUNT);
        if (fields.length != FIELD_COUNT || !fields[0].equals(VERSION)) {
            throw WukongsException.fatal(
                    "progress of a replay cannot be read: expectedVersion="
                            + VERSION
                            + " found="
                            + text);
        }
        return new ReplayPosition(Long.parseLong(fields[1]), fields[2].equals(COMPLETE), fields[3]);
    }
}
