package org.wukongs.flink.source;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.SourceSplit;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderId.Kind;
import org.wukongs.client.WindowsReleased;

/**
 * The windows of a query, or of all queries of a template, in one store node, from a window end on.
 *
 * @param name of the query or template
 * @param reader name of the reader in the store, see {@link ReaderId}
 * @param node {@code HOST:PORT} of the store node that has it, "" if not known
 * @param nextWindowEndMs end of the first window not emitted yet, {@link #FROM_FIRST} before the
 *     first
 */
@Internal
public record QuerySplit(Kind kind, String name, String reader, String node, long nextWindowEndMs)
        implements SourceSplit {

    /** Start at the first window of the reader. */
    public static final long FROM_FIRST = Long.MIN_VALUE;

    /** Prefix of a template's name in a split id; query names have no spaces. */
    static final String TEMPLATE_ID = "template ";

    public QuerySplit {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(reader, "reader");
        Objects.requireNonNull(node, "node");
    }

    static QuerySplit ofQuery(String name, String node) {
        return new QuerySplit(Kind.QUERY, name, ReaderId.NAMELESS, node, FROM_FIRST);
    }

    static QuerySplit ofTemplate(String name, String node) {
        return new QuerySplit(Kind.TEMPLATE, name, ReaderId.NAMELESS, node, FROM_FIRST);
    }

    /** The same split, read by another reader. */
    QuerySplit by(String otherReader) {
        return new QuerySplit(kind, name, otherReader, node, nextWindowEndMs);
    }

    /** The same split, at another node. */
    QuerySplit at(String otherNode) {
        return new QuerySplit(kind, name, reader, otherNode, nextWindowEndMs);
    }

    /** Its reader in the store. */
    ReaderId readerId() {
        return new ReaderId(reader, kind, name);
    }

    /** The same split, from another window end on. */
    QuerySplit from(long windowEndMs) {
        return new QuerySplit(kind, name, reader, node, windowEndMs);
    }

    /** What readers release that are at these positions, by node. */
    static Map<String, List<WindowsReleased>> released(List<QuerySplit> positions) {
        return positions.stream()
                .collect(
                        Collectors.groupingBy(
                                QuerySplit::node,
                                Collectors.mapping(
                                        at ->
                                                new WindowsReleased(
                                                        at.readerId(), at.nextWindowEndMs()),
                                        Collectors.toList())));
    }

    boolean begun() {
        return nextWindowEndMs != FROM_FIRST;
    }

    @Override
    public String splitId() {
        return kind == Kind.QUERY ? name : TEMPLATE_ID + name;
    }
}
