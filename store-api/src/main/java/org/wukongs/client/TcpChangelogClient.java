package org.wukongs.client;

import java.time.Duration;
import org.wukongs.wire.ChangelogCodecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireWriter;

/** {@link ChangelogClient} over TCP. */
final class TcpChangelogClient implements ChangelogClient {

    private final LastingConnection connection;

    TcpChangelogClient(LastingConnection connection) {
        this.connection = connection;
    }

    @Override
    public FetchedChanges fetch(
            String reader,
            String graph,
            ChangelogPosition from,
            long releasedSnapshot,
            int changesMax,
            Duration wait) {
        WireWriter out =
                connection
                        .current()
                        .begin(MessageType.FETCH_CHANGES)
                        .putString(reader)
                        .putString(graph);
        ChangelogCodecs.put(from, out);
        out.putLong(releasedSnapshot).putInt(changesMax).putLong(wait.toMillis());
        return ChangelogCodecs.fetchedChanges(connection.current().call());
    }

    @Override
    public void end(String reader, String graph) {
        connection.current().begin(MessageType.END_CHANGES).putString(reader).putString(graph);
        connection.current().call();
    }
}
