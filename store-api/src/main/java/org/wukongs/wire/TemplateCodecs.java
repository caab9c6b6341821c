package org.wukongs.wire;

import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;

/** Encodes and decodes templates and their queries in frames, see {@link Codecs}. */
public final class TemplateCodecs {

    private TemplateCodecs() {}

    public static void put(TemplateDescription template, WireWriter out) {
        out.putString(template.name()).putString(template.text());
        Codecs.putForm(template.form(), out);
        out.putStrings(template.vars())
                .putStrings(template.streams())
                .putLong(template.stepMs())
                .putLong(template.memberCount())
                .putLong(template.queryCount());
    }

    public static TemplateDescription templateDescription(WireReader in) {
        return new TemplateDescription(
                in.getString(),
                in.getString(),
                Codecs.form(in),
                in.getStrings(),
                in.getStrings(),
                in.getLong(),
                in.getLong(),
                in.getLong());
    }

    public static void put(TemplateMembersPage page, WireWriter out) {
        out.putList(page.queries(), TemplateCodecs::putQuery)
                .putLong(page.nextAfter())
                .putBoolean(page.last())
                .putLong(page.queriesAdded())
                .putLong(page.queriesEnded());
    }

    public static TemplateMembersPage templateMembersPage(WireReader in) {
        return new TemplateMembersPage(
                in.getList(TemplateCodecs::query),
                in.getLong(),
                in.getBoolean(),
                in.getLong(),
                in.getLong());
    }

    private static void putQuery(TemplateQuery query, WireWriter out) {
        out.putString(query.query()).putLong(query.member()).putStrings(query.constants());
    }

    private static TemplateQuery query(WireReader in) {
        return new TemplateQuery(in.getString(), in.getLong(), in.getStrings());
    }
}
