package org.wukongs.store.metadata;

import java.util.EnumSet;
import java.util.Set;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.error.WukongsException;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.history.NodeRecordType;
import org.wukongs.stream.InputLimits;

/** Which changes of a node the metadata log orders. */
final class NodeChanges {

    private static final Set<NodeRecordType> TYPES =
            EnumSet.of(
                    NodeRecordType.REGISTER_STREAM,
                    NodeRecordType.DROP_STREAM,
                    NodeRecordType.REGISTER_QUERY,
                    NodeRecordType.UNREGISTER_QUERY,
                    NodeRecordType.PUT_ENTRY,
                    NodeRecordType.REPLACE_ENTRY,
                    NodeRecordType.REMOVE_ENTRY);

    private NodeChanges() {}

    /** Returns the type of a code; USER error if the metadata log does not have such records. */
    static NodeRecordType type(int code) {
        NodeRecordType type = NodeRecordType.of(code);
        checkType(type);
        return type;
    }

    /** Throws a USER error unless the metadata log may have the record. */
    static void check(NodeRecord record) {
        checkType(record.type());
        if (record instanceof NodeRecord.DropStream drop) {
            ClusterLimits.checkName("name of a stream", drop.stream());
        } else if (record instanceof NodeRecord.UnregisterQuery unregister) {
            ClusterLimits.checkName("name of a query", unregister.name());
        } else if (record instanceof NodeRecord.RegisterQuery register) {
            InputLimits.checkLength(
                    "text of a query", register.text(), CsparqlParser.TEXT_CHARS_MAX);
        } else if (record instanceof NodeRecord.RemoveEntry remove) {
            InputLimits.checkLength(
                    "key of a catalog entry", remove.key(), InputLimits.CATALOG_ENTRY_CHARS_MAX);
        }
    }

    private static void checkType(NodeRecordType type) {
        if (!TYPES.contains(type)) {
            throw WukongsException.user("not a change of a whole cluster: type=" + type);
        }
    }
}
