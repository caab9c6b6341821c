package org.wukongs.store.metadata;

import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * An entry of a vector timestamp.
 *
 * @param stream name of the stream
 * @param batch number of its newest batch that is included
 */
public record StreamBatch(String stream, long batch) {

    public StreamBatch {
        ClusterLimits.checkName("name of a stream", stream);
    }

    void putTo(WireWriter out) {
        out.putString(stream).putLong(batch);
    }

    static StreamBatch read(WireReader in) {
        return new StreamBatch(in.getString(), in.getLong());
    }
}
