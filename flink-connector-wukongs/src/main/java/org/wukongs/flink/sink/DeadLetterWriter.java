package org.wukongs.flink.sink;

import java.io.IOException;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.wukongs.error.WukongsException;

/**
 * Writes the dead letters of one subtask with the writer of another sink, which is flushed at each
 * checkpoint. So letters are written at least once; a failover may write some again. Owned by the
 * subtask's thread.
 */
final class DeadLetterWriter<T, D> {

    private final DeadLetterFunction<T, D> letter;
    private final SinkWriter<D> writer;

    private DeadLetterWriter(DeadLetterFunction<T, D> letter, SinkWriter<D> writer) {
        this.letter = letter;
        this.writer = writer;
    }

    static <T, D> DeadLetterWriter<T, D> open(DeadLetters<T, D> letters, WriterInitContext context)
            throws IOException {
        SinkWriter<D> writer = letters.sink().createWriter(new DeadLetterContext(context));
        return new DeadLetterWriter<>(letters.letter(), writer);
    }

    void write(T element, BadTupleException why, SinkWriter.Context context)
            throws IOException, InterruptedException {
        writer.write(letter.letter(element, why), context);
    }

    void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
        writer.writeWatermark(watermark);
    }

    /** Writes all letters or fails: nothing commits them later. */
    void flush(boolean endOfInput) throws IOException, InterruptedException {
        writer.flush(endOfInput);
        if (writer instanceof CommittingSinkWriter<?, ?> committing
                && !committing.prepareCommit().isEmpty()) {
            throw WukongsException.user(
                    "dead letters are written at least once, by a sink without transactions; for"
                            + " Kafka that is the delivery guarantee 'at-least-once'");
        }
    }

    void close() {
        try {
            writer.close();
        } catch (Exception e) {
            throw new IllegalStateException("the sink of dead letters did not close", e);
        }
    }
}
