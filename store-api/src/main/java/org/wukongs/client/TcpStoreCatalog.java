package org.wukongs.client;

import java.util.List;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.CatalogCodecs;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireWriter;

/** {@link StoreCatalog} over TCP. */
record TcpStoreCatalog(LastingConnection connection) implements StoreCatalog {

    @Override
    public List<StreamDefinition> streams() {
        connection.current().begin(MessageType.LIST_STREAMS);
        return connection.current().call().getList(Codecs::streamDefinition);
    }

    @Override
    public List<String> graphNames() {
        connection.current().begin(MessageType.LIST_GRAPHS);
        return connection.current().call().getStrings();
    }

    @Override
    public boolean putEntry(CatalogEntry entry) {
        CatalogCodecs.put(entry, connection.current().begin(MessageType.PUT_ENTRY));
        return connection.current().call().getBoolean();
    }

    @Override
    public boolean replaceEntry(CatalogEntry expected, CatalogEntry replacement) {
        WireWriter request = connection.current().begin(MessageType.REPLACE_ENTRY);
        CatalogCodecs.put(expected, request);
        CatalogCodecs.put(replacement, request);
        return connection.current().call().getBoolean();
    }

    @Override
    public boolean removeEntry(String key) {
        connection.current().begin(MessageType.REMOVE_ENTRY).putString(key);
        return connection.current().call().getBoolean();
    }

    @Override
    public List<CatalogEntry> entries(String keyPrefix) {
        connection.current().begin(MessageType.LIST_ENTRIES).putString(keyPrefix);
        return connection.current().call().getList(CatalogCodecs::catalogEntry);
    }
}
