package org.wukongs.wire;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;
import org.wukongs.client.FailedMembers;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.MemberRows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.TemplateWindow;
import org.wukongs.client.WindowsWanted;
import org.wukongs.csparql.ResultForm;

/** The bytes of readers and of fetched windows, pinned, and random rows there and back. */
class WindowCodecsTest {

    @Test
    void readerId() {
        Goldens.assertGolden(
                ReaderId.ofTemplate("r", "t"),
                WindowCodecs::put,
                WindowCodecs::readerId,
                "0000000c 7f 00000001 72 01 00000001 74");
    }

    @Test
    void readerStart() {
        Goldens.assertGolden(
                ReaderStart.timestamp(7),
                WindowCodecs::put,
                WindowCodecs::readerStart,
                "0000000a 7f 02 0000000000000007");
        Goldens.assertGolden(
                ReaderStart.resume(8),
                WindowCodecs::put,
                WindowCodecs::readerStart,
                "0000000a 7f 04 0000000000000008");
    }

    @Test
    void windowsWanted() {
        Goldens.assertGolden(
                WindowsWanted.ofQuery("Q1", 100, 64),
                WindowCodecs::put,
                WindowCodecs::windowsWanted,
                "00000014 7f 00 00000002 5131 0000000000000064 00000040");
        Goldens.assertGolden(
                WindowsWanted.ofTemplate("t", 100, 64),
                WindowCodecs::put,
                WindowCodecs::windowsWanted,
                "00000013 7f 01 00000001 74 0000000000000064 00000040");
    }

    /** A term that comes twice is there once. */
    @Test
    void fetchedWindows() {
        Goldens.assertGolden(
                new FetchedWindows(
                        "Q",
                        ResultForm.SELECT,
                        List.of("a"),
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
                WindowCodecs::put,
                WindowCodecs::fetchedWindows,
                "000000ab 7f 00000001 51 00 00000001 00000001 61 00000001 00000000000000c8 0000000000000003 0000000000000009"
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
            FetchedWindows fetched =
                    new FetchedWindows(
                            "Q",
                            ResultForm.ASK,
                            List.of(),
                            List.of(window, window),
                            1,
                            2,
                            3,
                            random.nextLong(),
                            5);
            byte[] frame = Frames.bytes(Goldens.TYPE, out -> WindowCodecs.put(fetched, out));
            Goldens.assertSame(WindowCodecs.fetchedWindows(Frames.read(frame)), fetched);
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
                                out.putString("Q")
                                        .putByte(0)
                                        .putInt(0)
                                        .putInt(1)
                                        .putLong(0)
                                        .putLong(0)
                                        .putLong(0)
                                        .putInt(0)
                                        .putInt(1)
                                        .putLong(1)
                                        .putInt(1 << 30)
                                        .putInt(0));
        assertThatThrownBy(() -> WindowCodecs.fetchedWindows(Frames.read(frame)))
                .isInstanceOf(BufferUnderflowException.class);
    }
}
