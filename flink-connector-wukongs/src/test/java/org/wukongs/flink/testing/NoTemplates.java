package org.wukongs.flink.testing;

import java.time.Duration;
import java.util.List;
import org.wukongs.client.FetchedTemplate;
import org.wukongs.client.ReaderId;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.error.WukongsException;

/** Templates of a store whose queries have none. */
final class NoTemplates implements TemplateClient {

    @Override
    public List<TemplateDescription> list(String afterName, int countMax) {
        return List.of();
    }

    @Override
    public TemplateMembersPage members(String template, long after, int countMax) {
        throw unknown(template);
    }

    @Override
    public TemplateDescription describe(String template) {
        throw unknown(template);
    }

    @Override
    public FetchedTemplate fetch(
            ReaderId reader, long fromWindowEndMs, int windowsMax, Duration wait) {
        throw unknown(reader.of());
    }

    private static WukongsException unknown(String template) {
        return WukongsException.user("no such template: name=" + template);
    }
}
