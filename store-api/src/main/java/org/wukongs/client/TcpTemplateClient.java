package org.wukongs.client;

import java.time.Duration;
import java.util.List;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.TemplateCodecs;

/** {@link TemplateClient} over TCP. */
final class TcpTemplateClient implements TemplateClient {

    private final LastingConnection connection;

    TcpTemplateClient(LastingConnection connection) {
        this.connection = connection;
    }

    @Override
    public List<TemplateDescription> list(String afterName, int countMax) {
        connection.current().begin(MessageType.TEMPLATES).putString(afterName).putInt(countMax);
        return connection.current().call().getList(TemplateCodecs::templateDescription);
    }

    @Override
    public TemplateMembersPage members(String template, long after, int countMax) {
        connection
                .current()
                .begin(MessageType.TEMPLATE_MEMBERS)
                .putString(template)
                .putLong(after)
                .putInt(countMax);
        return TemplateCodecs.templateMembersPage(connection.current().call());
    }

    @Override
    public long attachReader(String template, long fromWindowEndMs) {
        return attach(MessageType.ATTACH_TEMPLATE, template, fromWindowEndMs);
    }

    @Override
    public void resumeReader(String template, long nextWindowEndMs) {
        attach(MessageType.RESUME_TEMPLATE, template, nextWindowEndMs);
    }

    private long attach(MessageType type, String template, long fromWindowEndMs) {
        connection.current().begin(type).putString(template).putLong(fromWindowEndMs);
        return connection.current().call().getLong();
    }

    @Override
    public FetchedTemplate fetch(
            String template, long fromWindowEndMs, int windowsMax, Duration wait) {
        connection
                .current()
                .begin(MessageType.FETCH_TEMPLATE)
                .putString(template)
                .putLong(fromWindowEndMs)
                .putInt(windowsMax)
                .putLong(wait.toMillis());
        return TemplateCodecs.fetchedTemplate(connection.current().call());
    }

    @Override
    public void release(String template, long windowEndMs) {
        connection
                .current()
                .begin(MessageType.RELEASE_TEMPLATE)
                .putString(template)
                .putLong(windowEndMs);
        connection.current().call();
    }
}
