package org.wukongs.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.client.FailedMembers;
import org.wukongs.client.FetchedTemplate;
import org.wukongs.client.MemberRows;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;
import org.wukongs.client.TemplateWindow;

/**
 * How templates stand in a frame: as {@link Codecs}, but the rows of a window. Of these each term
 * is written once, then for each member its number, how many rows and columns it has, and the
 * terms' places, row by row; −1 is unbound.
 */
public final class TemplateCodecs {

    private static final int UNBOUND = -1;

    private TemplateCodecs() {}

    public static void put(TemplateDescription template, WireWriter out) {
        out.putString(template.name()).putString(template.text());
        Codecs.putForm(template.form(), out);
        out.putStrings(template.vars())
                .putStrings(template.streams())
                .putLong(template.stepMs())
                .putBoolean(template.readTogether())
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
                in.getBoolean(),
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

    public static void put(FetchedTemplate fetched, WireWriter out) {
        out.putList(fetched.windows(), TemplateCodecs::putWindow)
                .putLong(fetched.nextWindowEndMs())
                .putLong(fetched.stableMs())
                .putLong(fetched.lastTupleMs())
                .putLong(fetched.queriesAdded())
                .putLong(fetched.queriesEnded());
    }

    public static FetchedTemplate fetchedTemplate(WireReader in) {
        return new FetchedTemplate(
                in.getList(TemplateCodecs::window),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong());
    }

    private static void putWindow(TemplateWindow window, WireWriter out) {
        out.putLong(window.windowEndMs()).putLong(window.snapshot()).putLong(window.engineNs());
        Map<String, Integer> places = places(window.members());
        out.putStrings(List.copyOf(places.keySet()));
        out.putList(window.members(), (member, to) -> putMember(member, places, to));
        out.putList(window.failures(), TemplateCodecs::putFailed);
    }

    private static TemplateWindow window(WireReader in) {
        long windowEndMs = in.getLong();
        long snapshot = in.getLong();
        long engineNs = in.getLong();
        List<String> terms = in.getStrings();
        return new TemplateWindow(
                windowEndMs,
                snapshot,
                engineNs,
                in.getList(from -> member(from, terms)),
                in.getList(TemplateCodecs::failed));
    }

    /** The terms of all rows, in the order in which they first come. */
    private static Map<String, Integer> places(List<MemberRows> members) {
        Map<String, Integer> places = new LinkedHashMap<>();
        for (MemberRows member : members) {
            for (String[] row : member.rows()) {
                for (String term : row) {
                    if (term != null) {
                        places.putIfAbsent(term, places.size());
                    }
                }
            }
        }
        return places;
    }

    private static void putMember(MemberRows member, Map<String, Integer> places, WireWriter out) {
        int width = member.rows().isEmpty() ? 0 : member.rows().get(0).length;
        out.putLong(member.member()).putInt(member.rows().size()).putInt(width);
        for (String[] row : member.rows()) {
            for (String term : row) {
                out.putInt(term == null ? UNBOUND : places.get(term));
            }
        }
    }

    private static MemberRows member(WireReader in, List<String> terms) {
        long member = in.getLong();
        int rowCount = in.getInt();
        int width = in.checkedCount(in.getInt(), Integer.BYTES);
        int count = in.checkedCount(rowCount, Math.max(1, width * Integer.BYTES));
        List<String[]> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            String[] line = new String[width];
            for (int column = 0; column < width; column++) {
                int place = in.getInt();
                line[column] = place == UNBOUND ? null : terms.get(place);
            }
            rows.add(line);
        }
        return new MemberRows(member, rows);
    }

    private static void putFailed(FailedMembers failed, WireWriter out) {
        out.putLongs(failed.members()).putString(failed.message());
    }

    private static FailedMembers failed(WireReader in) {
        return new FailedMembers(in.getLongs(), in.getString());
    }
}
