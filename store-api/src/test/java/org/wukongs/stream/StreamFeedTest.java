package org.wukongs.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.id.StringServer;

class StreamFeedTest {

    private final List<String> events = new ArrayList<>();

    private final StreamFeed.Target target =
            new StreamFeed.Target() {
                @Override
                public void send(ShardBatch batch) {
                    EncodedBatch tuples = batch.tuples();
                    events.add(
                            batch.sequence()
                                    + (tuples.late() ? " late " : " send ")
                                    + tuples.batch()
                                    + " x"
                                    + tuples.size());
                }

                @Override
                public void closeUpTo(long batch) {
                    events.add("close " + batch);
                }

                @Override
                public void idle() {
                    events.add("idle");
                }
            };

    private final StringServer strings =
            new StringServer() {
                @Override
                public long[] vertexIds(List<String> terms) {
                    return terms.stream().mapToLong(term -> 1024L + term.hashCode()).toArray();
                }

                @Override
                public long[] predicateIds(List<String> predicates) {
                    return predicates.stream().mapToLong(p -> 1L).toArray();
                }
            };

    private final StreamFeed feed =
            new StreamFeed(StreamDefinition.of("s"), strings, VertexOwners.ONE, target);

    private void add(long timeMs) {
        feed.add(new Tuple(timeMs, "<a>", "<p>", "<b>"));
    }

    private List<String> taken() {
        List<String> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    @Test
    void batchesGoBeforeTheirMarker() {
        add(110);
        add(10);
        add(20);
        feed.advanceTo(250);
        assertThat(taken()).containsExactly("1 send 0 x2", "2 send 1 x1", "close 1");
        feed.advanceTo(260);
        assertThat(taken()).as("nothing new is closed").isEmpty();
        add(260);
        assertThat(feed.bufferedCount()).isEqualTo(1);
        feed.drain();
        assertThat(taken()).containsExactly("3 send 2 x1");
        feed.advanceTo(Long.MAX_VALUE);
        assertThat(taken()).containsExactly("close " + StreamAdaptor.END_OF_STREAM);
        assertThat(feed.closedBatch()).isEqualTo(StreamAdaptor.END_OF_STREAM);
    }

    @Test
    void anIdleWriterKeepsNothing() {
        add(10);
        feed.idle();
        assertThat(taken()).containsExactly("1 send 0 x1", "idle");
        feed.advanceTo(100);
        add(50);
        feed.idle();
        assertThat(taken()).containsExactly("close 0", "2 late 0 x1", "idle");
    }

    @Test
    void aLargeBatchIsSeveralMessages() {
        for (int i = 0; i <= BatchChunks.TUPLES_MAX; i++) {
            add(i % 100);
        }
        feed.drain();
        assertThat(taken()).containsExactly("1 send 0 x" + BatchChunks.TUPLES_MAX, "2 send 0 x1");
    }
}
