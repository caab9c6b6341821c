package org.wukongs.store.cluster;

import java.util.function.Supplier;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The way to a node in the same process: its answer is computed by the asking thread. Requests and
 * answers are bytes, as between processes.
 */
public final class LocalPeer implements Peer {

    private final int self;
    private final Supplier<Answering> target;

    /**
     * @param self number of the asking node
     * @param target the asked node; it is asked for with each request, so that nodes can be made
     *     one after the other
     */
    public LocalPeer(int self, Supplier<Answering> target) {
        this.self = self;
        this.target = target;
    }

    @Override
    public PendingAnswer send(WireWriter request) {
        WireWriter answer = new WireWriter();
        target.get().answer(self, read(request), answer);
        return answered(answer);
    }

    /** Returns an answer that is there. */
    public static PendingAnswer answered(WireWriter answer) {
        WireReader in = read(answer);
        return () -> {
            if (in.type() == FrameDescriptor.REPLY_ERROR) {
                throw Codecs.error(in);
            }
            return in;
        };
    }

    private static WireReader read(WireWriter frame) {
        return WireReader.of(frame.toBytes(), 0);
    }
}
