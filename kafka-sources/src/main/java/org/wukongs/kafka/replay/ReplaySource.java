package org.wukongs.kafka.replay;

import java.io.IOException;

/**
 * Where the tuples of a stream come from: the same ones in the same order whenever it is opened.
 */
public interface ReplaySource {

    /** Short, for messages and as part of a replay's default name. */
    String name();

    /** Differs where the tuples may; a replay goes on only with the source that it began with. */
    String fingerprint();

    /** With {@code skipBad}, lines that are no tuples are counted and passed over. */
    TupleReader open(boolean skipBad) throws IOException;
}
