package org.wukongs.client;

import java.time.Duration;
import java.util.List;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.TemplateCodecs;
import org.wukongs.wire.WireWriter;

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
    public TemplateDescription describe(String template) {
        connection.current().begin(MessageType.DESCRIBE_TEMPLATE).putString(template);
        return TemplateCodecs.templateDescription(connection.current().call());
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
    public FetchedTemplate fetch(
            ReaderId reader, long fromWindowEndMs, int windowsMax, Duration wait) {
        WireWriter out = connection.current().begin(MessageType.FETCH_TEMPLATE);
        Codecs.put(reader, out);
        out.putLong(fromWindowEndMs).putInt(windowsMax).putLong(wait.toMillis());
        return TemplateCodecs.fetchedTemplate(connection.current().call());
    }
}
