package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.store.view.Expansion;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Requests and answers between nodes as bytes: what was written is read, damage is refused. */
class RequestCodingTest {

    private static final List<ReadKind> KINDS = List.of(ReadKind.values());

    private static final VertexOwners OWNERS = VertexOwners.of(2);

    private static StepRequest random(Random random) {
        ReadKind kind = KINDS.get(random.nextInt(KINDS.size()));
        int rows = random.nextInt(20);
        long[][] columns = new long[kind.columnCount()][rows];
        for (long[] column : columns) {
            for (int row = 0; row < rows; row++) {
                column[row] = vertex(random);
            }
        }
        return new StepRequest(
                kind,
                random.nextInt(10) == 0 ? "graph" : StreamDefinition.STORED,
                random.nextInt(10) == 0 ? 7 : 1,
                random.nextInt(4),
                random.nextInt(2),
                kind == ReadKind.LISTS ? random.nextInt(5) : vertex(random),
                random.nextInt(100),
                columns);
    }

    /** A vertex of the second of two nodes. */
    private static long vertex(Random random) {
        long vid = TripleModel.vid(random.nextInt(100));
        while (OWNERS.owner(vid) != 1) {
            vid = TripleModel.vid(random.nextInt(100));
        }
        return vid;
    }

    private static byte[] bytes(WireWriter frame) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame.writeTo(out);
        return out.toByteArray();
    }

    private static WireReader reader(byte[] frame) throws IOException {
        WireReader in = new WireReader();
        assertThat(in.readFrom(new DataInputStream(new ByteArrayInputStream(frame)))).isTrue();
        return in;
    }

    @Test
    void aRequestIsReadAsItWasWritten() throws IOException {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 2_000; i++) {
            StepRequest request = random(random);
            StepRequest read =
                    StepRequest.decode(
                            reader(bytes(request.encode(new WireWriter()))), sn -> v -> true);
            assertThat(read.kind()).isEqualTo(request.kind());
            assertThat(read.graph()).isEqualTo(request.graph());
            assertThat(read.sn()).isEqualTo(request.sn());
            assertThat(read.pid()).isEqualTo(request.pid());
            assertThat(read.direction()).isEqualTo(request.direction());
            assertThat(read.argument()).isEqualTo(request.argument());
            assertThat(read.idsMax()).isEqualTo(request.idsMax());
            assertThat(Arrays.deepEquals(read.columns(), request.columns())).isTrue();
        }
    }

    /** Whatever bytes come, the node answers, and the answer is an error or of the asked form. */
    @Test
    void damagedRequestsAreAnswered() throws IOException {
        Random random = Seeds.random(getClass());
        try (GraphNodes nodes = new GraphNodes(OWNERS)) {
            TripleModel model = new TripleModel(100, 3);
            for (int i = 0; i < 500; i++) {
                model.triples().add(model.randomTriple(random));
            }
            nodes.add(model.triples());
            nodes.enter(0);
            int refused = 0;
            int answered = 0;
            for (int i = 0; i < 20_000; i++) {
                WireWriter out = new WireWriter();
                StepRequest request = random(random);
                byte[] frame = bytes(request.encode(out));
                damage(frame, random);
                WireWriter answer = new WireWriter();
                nodes.served.get(1).answer(0, reader(frame), answer);
                boolean isError = reader(bytes(answer)).type() == FrameDescriptor.REPLY_ERROR;
                refused += isError ? 1 : 0;
                answered += isError ? 0 : 1;
            }
            assertThat(refused).isGreaterThan(1_000);
            assertThat(answered).isGreaterThan(1_000);
            nodes.leave(0);
        }
    }

    /** Changes bytes of the payload, or cuts it off. */
    private static void damage(byte[] frame, Random random) {
        for (int i = random.nextInt(4); i > 0; i--) {
            int at =
                    FrameDescriptor.TYPE_OFFSET
                            + random.nextInt(frame.length - FrameDescriptor.TYPE_OFFSET);
            frame[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
    }

    @Test
    void damagedAnswersAreRefused() throws IOException {
        Random random = Seeds.random(getClass());
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            Expansion found = new Expansion();
            int rows = 1 + random.nextInt(10);
            for (int row = 0; row < rows; row++) {
                for (int k = random.nextInt(3); k > 0; k--) {
                    found.append(row, TripleModel.vid(random.nextInt(100)));
                }
            }
            WireWriter out = new WireWriter();
            out.begin(FrameDescriptor.REPLY_OK);
            StepAnswers.putExpansion(found, rows, out);
            byte[] frame = bytes(out);
            int bit = random.nextInt((frame.length - FrameDescriptor.PAYLOAD_OFFSET) * Byte.SIZE);
            frame[FrameDescriptor.PAYLOAD_OFFSET + bit / Byte.SIZE] ^=
                    (byte) (1 << bit % Byte.SIZE);
            try {
                Expansion into = new Expansion();
                int read = StepAnswers.expansion(reader(frame), 0, rows, into);
                assertThat(read).isBetween(0, rows);
                for (int k = 0; k < into.size(); k++) {
                    assertThat(Members.isVertex(into.ids()[k])).isTrue();
                    assertThat(into.rows()[k]).isBetween(0, rows - 1);
                }
            } catch (WukongsException | BufferUnderflowException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1_000);
    }

    @Test
    void aVertexOfAnotherNodeIsRefused() throws IOException {
        StepRequest request =
                new StepRequest(
                        ReadKind.EXPAND,
                        "g",
                        1,
                        1,
                        Keys.OUT,
                        0,
                        0,
                        new long[] {TripleModel.vid(1), TripleModel.vid(2)});
        WireReader in = reader(bytes(request.encode(new WireWriter())));
        try {
            StepRequest.decode(in, sn -> vid -> vid == TripleModel.vid(1));
            throw new AssertionError("the request was read");
        } catch (WukongsException e) {
            assertThat(e.category()).isEqualTo(WukongsException.Category.RETRIABLE);
            assertThat(e.getMessage()).contains("vid=" + TripleModel.vid(2));
        }
    }
}
