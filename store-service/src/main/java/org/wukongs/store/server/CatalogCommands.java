package org.wukongs.store.server;

import java.util.List;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.HomeSubject;
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
        agent.checkHere(HomeSubject.CATALOG);
        CatalogEntry entry = exchange.decoded(CatalogCodecs::catalogEntry);
        boolean put = agent.now(store -> store.catalogEntries().put(entry));
        exchange.ok().putBoolean(put);
    }

    void replaceEntry() {
        agent.checkHere(HomeSubject.CATALOG);
        CatalogEntry expected = exchange.decoded(CatalogCodecs::catalogEntry);
        CatalogEntry replacement = exchange.decoded(CatalogCodecs::catalogEntry);
        boolean replaced =
                agent.now(store -> store.catalogEntries().replace(expected, replacement));
        exchange.ok().putBoolean(replaced);
    }

    void removeEntry() {
        agent.checkHere(HomeSubject.CATALOG);
        String key = exchange.text("key", InputLimits.CATALOG_ENTRY_CHARS_MAX);
        boolean removed = agent.now(store -> store.catalogEntries().remove(key));
        exchange.ok().putBoolean(removed);
    }

    void entries() {
        agent.checkHere(HomeSubject.CATALOG);
        String prefix = exchange.text("prefix", InputLimits.CATALOG_ENTRY_CHARS_MAX);
        List<CatalogEntry> entries =
                agent.read(store -> store.catalogEntries().startingWith(prefix));
        exchange.ok().putList(entries, CatalogCodecs::put);
    }
}
