package org.wukongs.store.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.log.FaultyStorage;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.SyncMode;

/** The contract over a disk in memory, which crashes and fails. */
class EmbeddedMetadataLogTest extends MetadataLogContract {

    private static final long LOG_ID = 77;
    private static final int SEGMENT_BYTES = 10_000;
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int LIVES = 600;

    private FaultyStorage disk = new FaultyStorage(Seeds.random(EmbeddedMetadataLogTest.class));

    private long now;

    @Override
    protected MetadataLog open(MetadataPoint from) {
        LogOptions options = new LogOptions(SyncMode.COMMIT, SEGMENT_BYTES, BUFFER_BYTES, 1);
        return EmbeddedMetadataLog.open(disk, LOG_ID, from, options, () -> ++now);
    }

    @Override
    protected void crash() {
        disk.crash();
    }

    @Override
    protected boolean isShared() {
        return false;
    }

    /** Lives that end by a crash or not, on a disk that fails at times. */
    @Test
    void whatWasReadOnceIsReadAgain() {
        long seed = Seeds.seed(EmbeddedMetadataLogTest.class);
        disk = new FaultyStorage(Seeds.random(seed, 0));
        Random random = Seeds.random(seed, 1);
        List<MetadataLog.Entry> known = new ArrayList<>();
        int refusedCount = 0;
        for (int life = 0; life < LIVES; life++) {
            if (random.nextInt(3) == 0) {
                disk.setErrors(random.nextInt(10), random.nextInt(60));
            } else {
                disk.endOfFaults();
            }
            if (random.nextBoolean()) {
                disk.crashAt(1 + random.nextInt(random.nextBoolean() ? 5 : 30));
            }
            try {
                live(random, known);
            } catch (FaultyStorage.Crash e) {
                disk.crash();
            } catch (WukongsException e) {
                assertThat(e.category())
                        .as(e.getMessage())
                        .isEqualTo(WukongsException.Category.RETRIABLE);
                refusedCount++;
            }
        }
        assertThat(known).hasSizeGreaterThan(LIVES);
        assertThat(refusedCount).isBetween(1, LIVES / 2);
    }

    /** Ends by a crash, as if killed, or properly. */
    private void live(Random random, List<MetadataLog.Entry> known) {
        int from = random.nextInt(known.size() + 1);
        long position = from == 0 ? 0 : known.get(from - 1).position();
        MetadataLog log = open(new MetadataPoint("", position));
        int next = from;
        for (int i = random.nextInt(40); i > 0; i -= next < known.size() ? 0 : 1) {
            if (random.nextBoolean()) {
                log.append(record(random, random.nextInt(500)));
            }
            MetadataLog.Entry entry = log.poll();
            if (entry != null && next < known.size()) {
                assertThat(entry.position()).isEqualTo(known.get(next).position());
                assertThat(entry.bytes()).isEqualTo(known.get(next).bytes());
            } else if (entry != null) {
                known.add(entry);
            }
            next += entry == null ? 0 : 1;
        }
        if (random.nextBoolean()) {
            log.close();
        }
    }
}
