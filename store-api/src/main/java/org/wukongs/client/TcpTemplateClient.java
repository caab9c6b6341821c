package org.wukongs.client;

import java.time.Duration;
import java.util.List;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.TemplateCodecs;

/** {@link TemplateClient} over TCP. */
final class TcpTemplateClient implements TemplateClient {

    private final StoreConnection connection;

    TcpTemplateClient(StoreConnection connection) {
        this.connection = connection;
    }

    @Override
    public List<TemplateDescription> list(String afterName, int countMax) {
        connection.begin(MessageType.TEMPLATES).putString(afterName).putInt(countMax);
        return connection.call().getList(TemplateCodecs::templateDescription);
    }

    @Override
    public TemplateMembersPage members(String template, long after, int countMax) {
        connection
                .begin(MessageType.TEMPLATE_MEMBERS)
                .putString(template)
                .putLong(after)
                .putInt(countMax);
        return TemplateCodecs.templateMembersPage(connection.call());
    }

    @Override
    public void attachReader(String template, long fromWindowEndMs) {
        connection.begin(MessageType.ATTACH_TEMPLATE).putString(template).putLong(fromWindowEndMs);
        connection.call();
    }

    @Override
    public FetchedTemplate fetch(
            String template, long fromWindowEndMs, int windowsMax, Duration wait) {
        connection
                .begin(MessageType.FETCH_TEMPLATE)
                .putString(template)
                .putLong(fromWindowEndMs)
                .putInt(windowsMax)
                .putLong(wait.toMillis());
        return TemplateCodecs.fetchedTemplate(connection.call());
    }

    @Override
    public void release(String template, long windowEndMs) {
        connection.begin(MessageType.RELEASE_TEMPLATE).putString(template).putLong(windowEndMs);
        connection.call();
    }
}
