package org.wukongs.store.fuzz;

import java.io.DataInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.LongAdder;
import org.wukongs.client.RingAnswer;
import org.wukongs.client.RingOffer;
import org.wukongs.ring.RingFile;
import org.wukongs.ring.RingStreams;
import org.wukongs.ring.SocketDoorbell;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** A client's rings without a client, with their memory for tests that want to break it. */
public final class RawRings implements AutoCloseable {

    private final RingStreams streams;
    private final FileChannel file;
    private final MappedByteBuffer memory;

    private RawRings(RingStreams streams, FileChannel file) throws IOException {
        this.streams = streams;
        this.file = file;
        this.memory = file.map(FileChannel.MapMode.READ_WRITE, 0, file.size());
    }

    /** Takes rings over a socket that has said HELLO. */
    public static RawRings take(DataInputStream in, OutputStream out) throws IOException {
        RingOffer offer = offer(in, out);
        if (offer.refusal() != null) {
            throw new IOException(offer.refusal());
        }
        FileChannel open =
                FileChannel.open(
                        Path.of(offer.path()), StandardOpenOption.READ, StandardOpenOption.WRITE);
        RingFile file = RingFile.open(offer.path(), offer.capacityBytes());
        answer(new RingAnswer(file.nonceHigh(), file.nonceLow(), null), in, out);
        RingStreams streams =
                RingStreams.ofClient(file, new SocketDoorbell(in, out, new LongAdder()));
        streams.enter();
        return new RawRings(streams, open);
    }

    public static RingOffer offer(DataInputStream in, OutputStream out) throws IOException {
        new WireWriter().begin(MessageType.OFFER_RING).writeTo(out);
        return Codecs.ringOffer(reply(in));
    }

    /** Answers an offer; throws what the store refuses the answer with. */
    public static void answer(RingAnswer answer, DataInputStream in, OutputStream out)
            throws IOException {
        WireWriter frame = new WireWriter().begin(MessageType.TAKE_RING);
        Codecs.put(answer, frame);
        frame.writeTo(out);
        reply(in);
    }

    private static WireReader reply(DataInputStream in) throws IOException {
        WireReader reader = new WireReader();
        if (!reader.readFrom(in)) {
            throw new IOException("the store closed the connection");
        }
        if (reader.type() == FrameDescriptor.REPLY_ERROR) {
            throw Codecs.error(reader);
        }
        return reader;
    }

    public DataInputStream in() {
        return new DataInputStream(streams.in());
    }

    /** What is written goes to the store at once. */
    public OutputStream out() {
        return new FilterOutputStream(streams.out()) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
                out.flush();
            }

            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }
        };
    }

    public MappedByteBuffer memory() {
        return memory;
    }

    public FileChannel file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        streams.close();
        streams.leave();
        file.close();
    }
}
