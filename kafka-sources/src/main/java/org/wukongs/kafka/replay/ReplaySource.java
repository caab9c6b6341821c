package org.wukongs.kafka.replay;

import java.io.IOException;

/**
 * Source of the tuples of a stream, which gives the same tuples in the same order each time it is
 * opened.
 */
public interface ReplaySource {

    /** Short, for messages and as part of a replay's default name. */
    String name();

    /** Differs if the tuples may differ; a replay continues only with the sources it began with. */
    String fingerprint();

    /**
     * Opens the source; with {@code skipBad}, lines that are not tuples are skipped and counted.
     */
    TupleReader open(boolean skipBad) throws IOException;
}
