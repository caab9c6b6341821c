package org.wukongs.client;

import java.util.List;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.TemplateCodecs;

/** {@link TemplateClient} over TCP. */
final class TcpTemplateClient implements TemplateClient {

    private final NodeConnections nodes;

    TcpTemplateClient(NodeConnections nodes) {
        this.nodes = nodes;
    }

    @Override
    public List<TemplateDescription> list(String afterName, int countMax) {
        nodes.any().begin(MessageType.TEMPLATES).putString(afterName).putInt(countMax);
        return nodes.any().call().getList(TemplateCodecs::templateDescription);
    }

    @Override
    public TemplateDescription describe(String template) {
        return TemplateCodecs.templateDescription(
                nodes.call(
                        HomeSubject.template(template),
                        to -> to.begin(MessageType.DESCRIBE_TEMPLATE).putString(template)));
    }

    @Override
    public TemplateMembersPage members(String template, long after, int countMax) {
        return TemplateCodecs.templateMembersPage(
                nodes.call(
                        HomeSubject.template(template),
                        to ->
                                to.begin(MessageType.TEMPLATE_MEMBERS)
                                        .putString(template)
                                        .putLong(after)
                                        .putInt(countMax)));
    }
}
