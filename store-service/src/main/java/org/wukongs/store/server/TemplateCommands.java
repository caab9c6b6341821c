package org.wukongs.store.server;

import java.util.List;
import org.wukongs.client.ReaderId;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.store.continuous.TemplateFetch;
import org.wukongs.wire.TemplateCodecs;

/** What a connection asks about templates of queries, and their results. The session's thread. */
final class TemplateCommands {

    private final Exchange exchange;
    private final AgentCalls agent;

    TemplateCommands(Exchange exchange, AgentCalls agent) {
        this.exchange = exchange;
        this.agent = agent;
    }

    void list() {
        String afterName = exchange.name();
        int countMax = pageCount(exchange.request().getInt());
        List<TemplateDescription> templates =
                agent.now(store -> store.continuous().templates().list(afterName, countMax));
        exchange.ok().putList(templates, TemplateCodecs::put);
    }

    void members() {
        String template = exchange.name();
        long after = exchange.request().getLong();
        int countMax = pageCount(exchange.request().getInt());
        TemplateMembersPage page =
                agent.now(
                        store -> store.continuous().templates().members(template, after, countMax));
        TemplateCodecs.put(page, exchange.ok());
    }

    private static int pageCount(int asked) {
        return Math.min(TemplateClient.PAGE_COUNT_MAX, Math.max(1, asked));
    }

    void describe() {
        String template = exchange.name();
        TemplateDescription description =
                agent.now(store -> store.continuous().templates().describe(template));
        TemplateCodecs.put(description, exchange.ok());
    }

    /** Makes the strings itself, so that workers go on with what is next. */
    void fetch() {
        ReaderId reader = exchange.reader();
        long fromMs = exchange.windowEndMs();
        int windowsMax = exchange.windowsMax();
        long waitNs = exchange.waitNs();
        try (TemplateFetch fetch =
                agent.later(
                        waitNs,
                        (store, due) -> {
                            TemplateFetch started =
                                    store.continuous()
                                            .templates()
                                            .start(reader, fromMs, windowsMax);
                            return due || !started.isInVain() ? started : null;
                        })) {
            TemplateCodecs.put(fetch.strings(), exchange.ok());
        }
    }
}
