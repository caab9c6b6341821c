package org.wukongs.flink.testing;

import java.time.Duration;
import java.util.List;
import org.wukongs.client.FetchedTemplate;
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
    public long attachReader(String template, long fromWindowEndMs) {
        throw unknown(template);
    }

    @Override
    public void resumeReader(String template, long nextWindowEndMs) {
        throw unknown(template);
    }

    @Override
    public FetchedTemplate fetch(
            String template, long fromWindowEndMs, int windowsMax, Duration wait) {
        throw unknown(template);
    }

    @Override
    public void release(String template, long windowEndMs) {
        throw unknown(template);
    }

    private static WukongsException unknown(String template) {
        return WukongsException.user("no such template: name=" + template);
    }
}
