package org.wukongs.store.server;

import org.wukongs.client.ChangelogClient;
import org.wukongs.client.FetchedChanges;
import org.wukongs.store.changelog.ChangeFetch;
import org.wukongs.store.changelog.ChangesWanted;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.ChangelogCodecs;

/**
 * Carries out a connection's requests for the changes of graphs. The session's thread makes the
 * terms and reads the graph, so that the agent can go on.
 */
final class ChangelogCommands {

    private final Exchange exchange;
    private final AgentCalls agent;
    private final TermDictionary dictionary;

    ChangelogCommands(Exchange exchange, AgentCalls agent, TermDictionary dictionary) {
        this.exchange = exchange;
        this.agent = agent;
        this.dictionary = dictionary;
    }

    void fetch() {
        ChangesWanted wanted =
                new ChangesWanted(
                        readerName(),
                        exchange.name(),
                        exchange.decoded(ChangelogCodecs::position),
                        exchange.request().getLong());
        int changesMax =
                (int)
                        InputLimits.checkRange(
                                "number of changes",
                                exchange.request().getInt(),
                                1,
                                ChangelogClient.CHANGE_COUNT_MAX);
        long waitNs = exchange.waitNs();
        try (ChangeFetch fetch =
                agent.later(waitNs, (store, due) -> store.fetchChanges(wanted, due))) {
            FetchedChanges fetched = QueryGuard.run(() -> fetch.read(dictionary, changesMax));
            ChangelogCodecs.put(fetched, exchange.ok());
        }
    }

    void end() {
        String reader = readerName();
        String graph = exchange.name();
        agent.act(store -> store.endChanges(reader, graph));
        exchange.ok();
    }

    private String readerName() {
        return exchange.text("name of a reader", InputLimits.NAME_CHARS_MAX);
    }
}
