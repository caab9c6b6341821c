package org.wukongs.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.client.FailedMembers;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.MemberRows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.TemplateWindow;
import org.wukongs.client.WindowsReleased;
import org.wukongs.client.WindowsWanted;

/**
 * Encodes and decodes readers, and the windows that they fetch, in frames, see {@link Codecs}. A
 * window has each term of its rows once: first the terms, then for each member its id, its numbers
 * of rows and columns, and the places of its terms, row by row; −1 is unbound.
 */
public final class WindowCodecs {

    private static final int UNBOUND = -1;

    private static final List<ReaderId.Kind> READER_KINDS = List.of(ReaderId.Kind.values());
    private static final List<ReaderStart.Mode> START_MODES = List.of(ReaderStart.Mode.values());

    private WindowCodecs() {}

    public static void put(ReaderId reader, WireWriter out) {
        out.putString(reader.reader())
                .putByte(READER_KINDS.indexOf(reader.kind()))
                .putString(reader.of());
    }

    public static ReaderId readerId(WireReader in) {
        return new ReaderId(in.getString(), READER_KINDS.get(in.getByte()), in.getString());
    }

    public static void put(WindowsReleased released, WireWriter out) {
        put(released.reader(), out);
        out.putLong(released.windowEndMs());
    }

    public static WindowsReleased windowsReleased(WireReader in) {
        return new WindowsReleased(readerId(in), in.getLong());
    }

    public static void put(ReaderStart start, WireWriter out) {
        out.putByte(START_MODES.indexOf(start.mode())).putLong(start.timeMs());
    }

    public static ReaderStart readerStart(WireReader in) {
        return new ReaderStart(START_MODES.get(in.getByte()), in.getLong());
    }

    public static void put(WindowsWanted wanted, WireWriter out) {
        out.putByte(READER_KINDS.indexOf(wanted.kind()))
                .putString(wanted.of())
                .putLong(wanted.fromWindowEndMs())
                .putInt(wanted.windowsMax());
    }

    public static WindowsWanted windowsWanted(WireReader in) {
        return new WindowsWanted(
                READER_KINDS.get(in.getByte()), in.getString(), in.getLong(), in.getInt());
    }

    public static void put(FetchedWindows fetched, WireWriter out) {
        out.putString(fetched.name());
        Codecs.putForm(fetched.form(), out);
        out.putStrings(fetched.vars())
                .putList(fetched.windows(), WindowCodecs::putWindow)
                .putLong(fetched.nextWindowEndMs())
                .putLong(fetched.stableMs())
                .putLong(fetched.lastTupleMs())
                .putLong(fetched.queriesAdded())
                .putLong(fetched.queriesEnded());
    }

    public static FetchedWindows fetchedWindows(WireReader in) {
        return new FetchedWindows(
                in.getString(),
                Codecs.form(in),
                in.getStrings(),
                in.getList(WindowCodecs::window),
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
        out.putList(window.failures(), WindowCodecs::putFailed);
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
                in.getList(WindowCodecs::failed));
    }

    /** The places of the terms of all rows, in the order of their first occurrence. */
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
