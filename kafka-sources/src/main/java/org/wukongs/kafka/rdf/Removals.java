package org.wukongs.kafka.rdf;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import org.apache.flink.annotation.Internal;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Which records take their triples back: those that a header marks and, if wanted, tombstones,
 * whose key has the triples.
 *
 * @param header name of the header: {@value #REMOVE} takes the record's triples back, {@value #ADD}
 *     or no header adds them
 * @param tombstones whether a record without value takes back the triples of its key
 */
@Internal
public record Removals(String header, boolean tombstones) implements Serializable {

    /** The name unless another is set. */
    public static final String HEADER_DEFAULT = "wukongs-op";

    public static final String ADD = "+";
    public static final String REMOVE = "-";

    /** Whether a record takes its triples back. */
    boolean isRemoval(ConsumerRecord<byte[], byte[]> record) throws BadRdfException {
        if (record.value() == null) {
            return true;
        }
        Header found = record.headers().lastHeader(header);
        if (found == null) {
            return false;
        }
        String op = found.value() == null ? "" : new String(found.value(), StandardCharsets.UTF_8);
        if (!op.equals(ADD) && !op.equals(REMOVE)) {
            throw new BadRdfException(
                    "header is neither " + ADD + " nor " + REMOVE + ": header=" + header);
        }
        return op.equals(REMOVE);
    }

    /** The text with a record's triples; null if it has none. */
    byte[] text(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null && tombstones ? record.key() : record.value();
    }
}
