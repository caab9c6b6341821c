package org.wukongs.store.fuzz;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.BufferUnderflowException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.ring.RingException;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;

/**
 * Talks to a store as clients do, but for some bytes. Conversations begin well, so that what is
 * wrong later meets open writers, registered queries and ids that were given. What the store
 * answers is noted where it says that it met something it did not expect.
 */
public final class FrameFuzzer implements Runnable {

    private static final MessageType[] TYPES = MessageType.values();
    private static final int FRAMES_PER_CONVERSATION = 60;
    private static final int HALF_OPEN_MAX = 3;

    private final StoreAddress address;
    private final Random random;
    private final BooleanSupplier goesOn;
    private final Deque<FuzzClient> halfOpen = new ArrayDeque<>();
    private final ConcurrentLinkedQueue<String> findings = new ConcurrentLinkedQueue<>();
    private boolean outOfStep; // in this conversation
    private boolean scribbled; // in this conversation
    private long frameCount;
    private long errorCount;
    private long answerCount;

    public FrameFuzzer(StoreAddress address, long seed, BooleanSupplier goesOn) {
        this.address = address;
        this.random = new Random(seed);
        this.goesOn = goesOn;
    }

    /** Replies that no request should get, with what was sent. */
    public ConcurrentLinkedQueue<String> findings() {
        return findings;
    }

    public long frameCount() {
        return frameCount;
    }

    /** Requests that were refused. */
    public long errorCount() {
        return errorCount;
    }

    /** Requests that were answered. */
    public long answerCount() {
        return answerCount;
    }

    @Override
    public void run() {
        try {
            while (goesOn.getAsBoolean()) {
                converse();
            }
        } catch (IOException e) {
            findings.add("the store is not to be reached: " + e);
        } catch (RuntimeException e) {
            findings.add("the fuzzer has ended: " + e);
            throw e;
        } finally {
            closeHalfOpen();
        }
    }

    private void closeHalfOpen() {
        try {
            while (!halfOpen.isEmpty()) {
                halfOpen.remove().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void converse() throws IOException {
        FuzzClient client = new FuzzClient(address);
        boolean left = false;
        outOfStep = false;
        scribbled = false;
        try {
            RandomFrames frames = new RandomFrames(random);
            if (random.nextInt(20) > 0) {
                exchange(client, frames, MessageType.HELLO, false);
            }
            if (random.nextBoolean()) {
                client.takeRings();
            }
            int mutatedIn = 1 + random.nextInt(12);
            for (int i = random.nextInt(FRAMES_PER_CONVERSATION); i >= 0; i--) {
                MessageType type = i % 4 == 0 ? usual() : TYPES[random.nextInt(TYPES.length)];
                exchange(client, frames, type, random.nextInt(mutatedIn) == 0);
            }
            left = random.nextInt(10) == 0;
        } catch (SocketTimeoutException | EOFException | SocketException e) {
            // The store waits for more, or has had enough.
        } catch (RingException e) {
            if (!outOfStep) {
                throw e; // else it has scribbled into its own counts
            }
        } catch (IOException e) {
            if (!scribbled) {
                throw e; // else it may have read what it wrote itself
            }
        } finally {
            leave(client, left);
        }
    }

    private void leave(FuzzClient client, boolean open) throws IOException {
        if (!open) {
            client.close();
            return;
        }
        halfOpen.add(client);
        if (halfOpen.size() > HALF_OPEN_MAX) {
            halfOpen.remove().close();
        }
    }

    /** What most others need to get anywhere. */
    private MessageType usual() {
        return switch (random.nextInt(6)) {
            case 0 -> MessageType.REGISTER_STREAM;
            case 1 -> MessageType.OPEN_WRITER;
            case 2 -> MessageType.VERTEX_IDS;
            case 3 -> MessageType.PREDICATE_IDS;
            case 4 -> MessageType.CLOSE_UP_TO;
            default -> MessageType.INJECT;
        };
    }

    private void exchange(FuzzClient client, RandomFrames frames, MessageType type, boolean mutated)
            throws IOException {
        byte[] frame = frames.frame(type);
        frame = mutated ? frames.mutated(frame) : frame;
        frameCount++;
        outOfStep |= mutated;
        int to = mutated && random.nextInt(6) == 0 ? random.nextInt(frame.length) : frame.length;
        if (mutated && random.nextInt(10) == 0) {
            scribbled |= client.scribble(random);
            outOfStep = true;
        }
        client.send(frame, 0, to);
        if (to < frame.length && random.nextBoolean()) {
            throw new EOFException("left half-way");
        }
        WireReader reply = client.reply();
        if (reply.type() == FrameDescriptor.REPLY_ERROR) {
            errorCount++;
            look(Codecs.error(reply), frame);
        } else {
            answerCount++;
            learn(frames, type, reply, frame);
        }
    }

    private void look(WukongsException error, byte[] frame) {
        if (error.category() == Category.FATAL && !error.getMessage().startsWith("a store that")) {
            String hex = HexFormat.of().formatHex(frame, 0, Math.min(frame.length, 400));
            findings.add(error.getMessage() + " frame=" + hex);
        }
    }

    /** Behind a frame of a wrong length, replies may be those of other requests. */
    private void learn(RandomFrames frames, MessageType type, WireReader reply, byte[] frame) {
        try {
            switch (type) {
                case VERTEX_IDS -> add(frames.vids, reply.getLongs());
                case PREDICATE_IDS -> add(frames.pids, reply.getLongs());
                case OPEN_WRITER -> frames.epoch = reply.getLong();
                default -> {}
            }
        } catch (BufferUnderflowException e) {
            if (!outOfStep) {
                findings.add("a reply is too short: frame=" + HexFormat.of().formatHex(frame));
            }
        }
    }

    private static void add(List<Long> known, long[] ids) {
        for (long id : ids) {
            known.add(id);
        }
    }
}
