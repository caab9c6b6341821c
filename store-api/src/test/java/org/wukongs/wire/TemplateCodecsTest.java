package org.wukongs.wire;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;
import org.wukongs.client.FailedMembers;
import org.wukongs.client.FetchedTemplate;
import org.wukongs.client.MemberRows;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;
import org.wukongs.client.TemplateWindow;
import org.wukongs.csparql.ResultForm;

/** The bytes of templates and their rows, pinned, and random rows there and back. */
class TemplateCodecsTest {

    @Test
    void templateDescription() {
        Goldens.assertGolden(
                new TemplateDescription(
                        "t", "T", ResultForm.ASK, List.of("a"), List.of("s"), 5, true, 2, 3),
                TemplateCodecs::put,
                TemplateCodecs::templateDescription,
                "00000037 7f 00000001 74 00000001 54 01 00000001 00000001 61 00000001 00000001 73"
                        + " 0000000000000005 01 0000000000000002 0000000000000003");
    }

    @Test
    void templateMembersPage() {
        Goldens.assertGolden(
                new TemplateMembersPage(
                        List.of(new TemplateQuery("q", 7, List.of("c"))), 9, true, 10, 4),
                TemplateCodecs::put,
                TemplateCodecs::templateMembersPage,
                "00000034 7f 00000001 00000001 71 0000000000000007 00000001 00000001 63"
                        + " 0000000000000009 01 000000000000000a 0000000000000004");
    }

    /** A term that comes twice is there once. */
    @Test
    void fetchedTemplate() {
        Goldens.assertGolden(
                new FetchedTemplate(
                        List.of(
                                new TemplateWindow(
                                        200,
                                        3,
                                        9,
                                        List.of(
                                                new MemberRows(
                                                        7,
                                                        List.of(
                                                                new String[] {"x", "y"},
                                                                new String[] {"y", null})),
                                                new MemberRows(
                                                        8, List.<String[]>of(new String[] {}))),
                                        List.of(new FailedMembers(new long[] {6}, "f")))),
                        300,
                        200,
                        199,
                        10,
                        4),
                TemplateCodecs::put,
                TemplateCodecs::fetchedTemplate,
                "0000009c 7f 00000001 00000000000000c8 0000000000000003 0000000000000009"
                        + " 00000002 00000001 78 00000001 79"
                        + " 00000002 0000000000000007 00000002 00000002"
                        + " 00000000 00000001 00000001 ffffffff"
                        + " 0000000000000008 00000001 00000000"
                        + " 00000001 00000001 0000000000000006 00000001 66"
                        + " 000000000000012c 00000000000000c8 00000000000000c7"
                        + " 000000000000000a 0000000000000004");
    }

    @Test
    void randomRowsThereAndBack() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 300; i++) {
            List<MemberRows> members = new ArrayList<>();
            for (int member = random.nextInt(6); member > 0; member--) {
                members.add(new MemberRows(random.nextLong(), rows(random)));
            }
            TemplateWindow window =
                    new TemplateWindow(
                            random.nextLong(),
                            random.nextLong(),
                            random.nextLong(),
                            members,
                            List.of());
            FetchedTemplate fetched =
                    new FetchedTemplate(List.of(window, window), 1, 2, 3, random.nextLong(), 5);
            byte[] frame = Frames.bytes(Goldens.TYPE, out -> TemplateCodecs.put(fetched, out));
            Goldens.assertSame(TemplateCodecs.fetchedTemplate(Frames.read(frame)), fetched);
        }
    }

    private static List<String[]> rows(Random random) {
        int width = random.nextInt(4);
        List<String[]> rows = new ArrayList<>();
        for (int row = 1 + random.nextInt(width == 0 ? 1 : 5); row > 0; row--) {
            String[] line = new String[width];
            for (int column = 0; column < width; column++) {
                line[column] = random.nextInt(4) == 0 ? null : "t" + random.nextInt(9);
            }
            rows.add(line);
        }
        return rows;
    }

    /** No more rows are made than a frame has bytes for. */
    @Test
    void aBrokenFrameAsksForNothingHuge() {
        byte[] frame =
                Frames.bytes(
                        Goldens.TYPE,
                        out ->
                                out.putInt(1)
                                        .putLong(0)
                                        .putLong(0)
                                        .putLong(0)
                                        .putInt(0)
                                        .putInt(1)
                                        .putLong(1)
                                        .putInt(1 << 30)
                                        .putInt(0));
        assertThatThrownBy(() -> TemplateCodecs.fetchedTemplate(Frames.read(frame)))
                .isInstanceOf(BufferUnderflowException.class);
    }
}
