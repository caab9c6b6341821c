package org.wukongs.store.server;

import java.util.List;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.wire.TemplateCodecs;

/** Carries out a connection's requests about templates of queries. The session's thread. */
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
        List<TemplateDescription> templates = agent.templates(afterName, countMax);
        exchange.ok().putList(templates, TemplateCodecs::put);
    }

    void members() {
        String template = exchange.name();
        long after = exchange.request().getLong();
        int countMax = pageCount(exchange.request().getInt());
        agent.checkHere(HomeSubject.template(template));
        TemplateMembersPage page =
                agent.read(
                        store -> store.continuous().templates().members(template, after, countMax));
        TemplateCodecs.put(page, exchange.ok());
    }

    static int pageCount(int asked) {
        return Math.min(TemplateClient.PAGE_COUNT_MAX, Math.max(1, asked));
    }

    void describe() {
        String template = exchange.name();
        agent.checkHere(HomeSubject.template(template));
        TemplateDescription description =
                agent.read(store -> store.continuous().templates().describe(template));
        TemplateCodecs.put(description, exchange.ok());
    }
}
