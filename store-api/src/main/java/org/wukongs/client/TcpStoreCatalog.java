package org.wukongs.client;

import java.util.List;
import java.util.function.Consumer;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.CatalogCodecs;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;
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
        return call(to -> CatalogCodecs.put(entry, to.begin(MessageType.PUT_ENTRY))).getBoolean();
    }

    @Override
    public boolean replaceEntry(CatalogEntry expected, CatalogEntry replacement) {
        return call(to -> {
                    WireWriter request = to.begin(MessageType.REPLACE_ENTRY);
                    CatalogCodecs.put(expected, request);
                    CatalogCodecs.put(replacement, request);
                })
                .getBoolean();
    }

    @Override
    public boolean removeEntry(String key) {
        return call(to -> to.begin(MessageType.REMOVE_ENTRY).putString(key)).getBoolean();
    }

    @Override
    public List<CatalogEntry> entries(String keyPrefix) {
        return call(to -> to.begin(MessageType.LIST_ENTRIES).putString(keyPrefix))
                .getList(CatalogCodecs::catalogEntry);
    }

    private WireReader call(Consumer<StoreConnection> request) {
        return nodes.call(HomeSubject.CATALOG, request);
    }
}
