package org.wukongs.store.server;

import java.util.List;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.HomeSubject;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.CatalogCodecs;
import org.wukongs.wire.Codecs;

/** Carries out one connection's requests of table catalogs. Owned by the connection's thread. */
final class CatalogCommands {

    private final Exchange exchange;
    private final AgentCalls agent;

    CatalogCommands(Exchange exchange, AgentCalls agent) {
        this.exchange = exchange;
        this.agent = agent;
    }

    void streams() {
        List<StreamDefinition> streams = agent.streams();
        exchange.ok().putList(streams, Codecs::put);
    }

    /** Says where things are. */
    void locate() {
        List<HomeSubject> subjects =
                exchange.decoded(
                        in ->
                                in.getList(
                                        "number of names",
                                        InputLimits.WANTED_QUERY_COUNT_MAX,
                                        Byte.BYTES + Integer.BYTES,
                                        Codecs::homeSubject));
        subjects.forEach(
                subject ->
                        InputLimits.checkLength(
                                "name", subject.name(), InputLimits.NAME_CHARS_MAX));
        exchange.ok().putStrings(subjects.stream().map(agent::homeAddress).toList());
    }

    void graphs() {
        List<String> names =
                agent.read(store -> store.stored().namedGraphs().stream().sorted().toList());
        exchange.ok().putStrings(names);
    }

    void putEntry() {
        change(new NodeRecord.PutEntry(exchange.decoded(CatalogCodecs::catalogEntry)));
    }

    void replaceEntry() {
        CatalogEntry expected = exchange.decoded(CatalogCodecs::catalogEntry);
        CatalogEntry replacement = exchange.decoded(CatalogCodecs::catalogEntry);
        change(new NodeRecord.ReplaceEntry(expected, replacement));
    }

    void removeEntry() {
        String key = exchange.text("key", InputLimits.CATALOG_ENTRY_CHARS_MAX);
        change(new NodeRecord.RemoveEntry(key));
    }

    private void change(NodeRecord record) {
        exchange.ok().putBoolean(agent.changeEntries(record));
    }

    void entries() {
        String prefix = exchange.text("prefix", InputLimits.CATALOG_ENTRY_CHARS_MAX);
        exchange.ok().putList(agent.entries(prefix), CatalogCodecs::put);
    }
}
