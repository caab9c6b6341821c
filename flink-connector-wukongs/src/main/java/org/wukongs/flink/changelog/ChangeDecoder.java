package org.wukongs.flink.changelog;

import java.io.Serializable;
import org.apache.flink.annotation.Internal;
import org.wukongs.client.TripleChange;

/**
 * Makes a record of a change; serialized with the job graph.
 *
 * @param <T> the type of the records
 */
@Internal
@FunctionalInterface
public interface ChangeDecoder<T> extends Serializable {

    /** Returns the record, never null. */
    T decode(TripleChange change);
}
