package org.wukongs.client;

import java.time.Duration;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.TupleCodecs;
import org.wukongs.wire.WindowCodecs;
import org.wukongs.wire.WireWriter;

/** {@link TupleClient} over TCP. */
final class TcpTupleClient implements TupleClient {

    private final NodeConnections nodes;

    TcpTupleClient(NodeConnections nodes) {
        this.nodes = nodes;
    }

    @Override
    public FetchedTuples fetch(String stream, ReaderStart from, int tuplesMax, Duration wait) {
        return TupleCodecs.fetchedTuples(
                nodes.call(
                        HomeSubject.stream(stream),
                        to -> {
                            WireWriter out = to.begin(MessageType.FETCH_TUPLES).putString(stream);
                            WindowCodecs.put(from, out);
                            out.putInt(tuplesMax).putLong(wait.toMillis());
                        }));
    }
}
