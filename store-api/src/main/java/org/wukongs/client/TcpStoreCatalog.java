package org.wukongs.client;

import java.util.List;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.CatalogCodecs;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;

/** {@link StoreCatalog} over TCP. */
record TcpStoreCatalog(StoreConnection connection) implements StoreCatalog {

    @Override
    public List<StreamDefinition> streams() {
        connection.begin(MessageType.LIST_STREAMS);
        return connection.call().getList(Codecs::streamDefinition);
    }

    @Override
    public List<String> graphNames() {
        connection.begin(MessageType.LIST_GRAPHS);
        return connection.call().getStrings();
    }

    @Override
    public boolean putEntry(CatalogEntry entry) {
        CatalogCodecs.put(entry, connection.begin(MessageType.PUT_ENTRY));
        return connection.call().getBoolean();
    }

    @Override
    public boolean removeEntry(String key) {
        connection.begin(MessageType.REMOVE_ENTRY).putString(key);
        return connection.call().getBoolean();
    }

    @Override
    public List<CatalogEntry> entries(String keyPrefix) {
        connection.begin(MessageType.LIST_ENTRIES).putString(keyPrefix);
        return connection.call().getList(CatalogCodecs::catalogEntry);
    }
}
