package org.wukongs.client;

import java.util.List;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.CatalogCodecs;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireWriter;

/** {@link StoreCatalog} over TCP. */
record TcpStoreCatalog(NodeConnections nodes) implements StoreCatalog {

    @Override
    public List<StreamDefinition> streams() {
        nodes.any().begin(MessageType.LIST_STREAMS);
        return nodes.any().call().getList(Codecs::streamDefinition);
    }

    @Override
    public List<String> graphNames() {
        nodes.any().begin(MessageType.LIST_GRAPHS);
        return nodes.any().call().getStrings();
    }

    @Override
    public boolean putEntry(CatalogEntry entry) {
        CatalogCodecs.put(entry, nodes.any().begin(MessageType.PUT_ENTRY));
        return nodes.any().call().getBoolean();
    }

    @Override
    public boolean replaceEntry(CatalogEntry expected, CatalogEntry replacement) {
        WireWriter request = nodes.any().begin(MessageType.REPLACE_ENTRY);
        CatalogCodecs.put(expected, request);
        CatalogCodecs.put(replacement, request);
        return nodes.any().call().getBoolean();
    }

    @Override
    public boolean removeEntry(String key) {
        nodes.any().begin(MessageType.REMOVE_ENTRY).putString(key);
        return nodes.any().call().getBoolean();
    }

    @Override
    public List<CatalogEntry> entries(String keyPrefix) {
        nodes.any().begin(MessageType.LIST_ENTRIES).putString(keyPrefix);
        return nodes.any().call().getList(CatalogCodecs::catalogEntry);
    }
}
