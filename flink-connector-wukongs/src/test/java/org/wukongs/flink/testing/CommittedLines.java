package org.wukongs.flink.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * A transactional sink into this JVM: what a writer has had between two checkpoints is there when
 * the second is complete, once, however often it is committed.
 */
public final class CommittedLines
        implements Sink<String>, SupportsCommitter<CommittedLines.Transaction> {

    private static final long serialVersionUID = 1L;

    private static final long TIMEOUT_S = 60;

    private static final Map<String, Map<UUID, List<String>>> COMMITTED = new ConcurrentHashMap<>();

    private final String name;

    private CommittedLines(String name) {
        this.name = name;
    }

    /** A new, empty place for the lines of all jobs of a test. */
    public static CommittedLines create(String name) {
        COMMITTED.put(name, new LinkedHashMap<>());
        return new CommittedLines(name);
    }

    /** In the order of commits. Any thread. */
    public List<String> lines() {
        Map<UUID, List<String>> committed = COMMITTED.get(name);
        synchronized (committed) {
            return committed.values().stream().flatMap(List::stream).toList();
        }
    }

    /** Returns when so many lines have been committed. */
    public void await(int count) throws InterruptedException {
        Map<UUID, List<String>> committed = COMMITTED.get(name);
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        synchronized (committed) {
            while (lines().size() < count) {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
                assertThat(leftMs).as("lines: %s of %s", lines().size(), count).isPositive();
                committed.wait(leftMs);
            }
        }
    }

    @Override
    public CommittingSinkWriter<String, Transaction> createWriter(WriterInitContext context) {
        return new Writer();
    }

    @Override
    public Committer<Transaction> createCommitter(CommitterInitContext context) {
        return new LineCommitter(name);
    }

    @Override
    public SimpleVersionedSerializer<Transaction> getCommittableSerializer() {
        return new TransactionSerializer();
    }

    /** Lines of a writer between two checkpoints. */
    public record Transaction(UUID id, List<String> lines) {}

    private static final class Writer implements CommittingSinkWriter<String, Transaction> {

        private final List<String> lines = new ArrayList<>();

        @Override
        public void write(String line, Context context) {
            lines.add(line);
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public Collection<Transaction> prepareCommit() {
            Transaction transaction = new Transaction(UUID.randomUUID(), List.copyOf(lines));
            lines.clear();
            return List.of(transaction);
        }

        @Override
        public void close() {}
    }

    private record LineCommitter(String name) implements Committer<Transaction> {

        @Override
        public void commit(Collection<CommitRequest<Transaction>> requests) {
            Map<UUID, List<String>> committed = COMMITTED.get(name);
            synchronized (committed) {
                for (CommitRequest<Transaction> request : requests) {
                    Transaction transaction = request.getCommittable();
                    committed.putIfAbsent(transaction.id(), transaction.lines());
                }
                committed.notifyAll();
            }
        }

        @Override
        public void close() {}
    }

    private static final class TransactionSerializer
            implements SimpleVersionedSerializer<Transaction> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Transaction transaction) throws IOException {
            DataOutputSerializer out = new DataOutputSerializer(64);
            out.writeUTF(transaction.id().toString());
            out.writeInt(transaction.lines().size());
            for (String line : transaction.lines()) {
                out.writeUTF(line);
            }
            return out.getCopyOfBuffer();
        }

        @Override
        public Transaction deserialize(int version, byte[] bytes) throws IOException {
            DataInputDeserializer in = new DataInputDeserializer(bytes);
            UUID id = UUID.fromString(in.readUTF());
            List<String> lines = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                lines.add(in.readUTF());
            }
            return new Transaction(id, lines);
        }
    }
}
