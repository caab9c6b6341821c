package org.wukongs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;
import org.wukongs.id.Vids;

class BatchDispatcherTest {

    @Test
    void shardsHaveContiguousPartitionsOfEqualNumber() {
        for (int count : new int[] {1, 2, 3, 7, 100, 1000, Vids.PARTITION_COUNT}) {
            VertexOwners owners = VertexOwners.of(count);
            int[] partitionCounts = new int[count];
            int last = 0;
            for (int partition = 0; partition < Vids.PARTITION_COUNT; partition++) {
                int owner = owners.owner(Vids.vid(1, partition));
                assertThat(owner).isBetween(last, last + 1);
                partitionCounts[owner]++;
                last = owner;
            }
            for (int owned : partitionCounts) {
                assertThat(owned)
                        .isBetween(Vids.PARTITION_COUNT / count, Vids.PARTITION_COUNT / count + 1);
            }
        }
        assertThatThrownBy(() -> VertexOwners.of(0)).hasMessageContaining("shardCount=0");
        assertThatThrownBy(() -> VertexOwners.of(1025)).hasMessageContaining("shardCount=1025");
    }

    @Test
    void aTableGivesEachPartitionToItsShard() {
        Random random = Seeds.random(getClass());
        int[] table = random.ints(Vids.PARTITION_COUNT, 0, 3).toArray();
        VertexOwners owners = VertexOwners.of(3, table);
        for (int partition = 0; partition < table.length; partition++) {
            assertThat(owners.owner(Vids.vid(7, partition))).isEqualTo(table[partition]);
        }
        assertThat(owners).isEqualTo(VertexOwners.of(3, table)).isNotEqualTo(VertexOwners.of(3));
        table[5] = 3;
        assertThatThrownBy(() -> VertexOwners.of(3, table)).hasMessageContaining("partition=5");
        assertThatThrownBy(() -> VertexOwners.of(3, new int[1])).hasMessageContaining("length=1");
    }

    @Test
    void oneShardGetsTheBatchItself() {
        BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
        EncodedBatch batch = batch(new Random(1), 5);
        assertThat(dispatcher.dispatch(batch))
                .containsExactly(new ShardBatch(0, 1, batch, null))
                .allMatch(ShardBatch::isWhole);
        assertThat(dispatcher.dispatch(batch).get(0).sequence()).isEqualTo(2);
        assertThat(dispatcher.lastSequence()).isEqualTo(2);
    }

    /** All OUT halves of all shards are the batch, so are all IN halves, each at its owner. */
    @Test
    void halvesGoToTheirOwners() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 300; round++) {
            VertexOwners owners = VertexOwners.of(1 + random.nextInt(6));
            BatchDispatcher dispatcher = new BatchDispatcher(owners);
            EncodedBatch batch = batch(random, random.nextInt(12));
            List<ShardBatch> parts = dispatcher.dispatch(batch);
            assertThat(parts).hasSize(owners.shardCount());
            for (int shard = 0; shard < owners.shardCount(); shard++) {
                ShardBatch part = parts.get(shard);
                assertThat(part.shard()).isEqualTo(shard);
                assertThat(part.sequence()).isEqualTo(1);
                assertThat(part.tuples().batch()).isEqualTo(batch.batch());
                assertThat(part.tuples().late()).isEqualTo(batch.late());
                assertThat(rows(part)).isEqualTo(ownedRows(batch, owners, shard));
            }
        }
    }

    private static List<String> rows(ShardBatch part) {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < part.tuples().size(); row++) {
            rows.add(row(part.tuples(), row, part.hasOut(row), part.hasIn(row)));
        }
        return rows;
    }

    private static List<String> ownedRows(EncodedBatch batch, VertexOwners owners, int shard) {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < batch.size(); row++) {
            boolean out = owners.owner(batch.subjects()[row]) == shard;
            boolean in = owners.owner(batch.objects()[row]) == shard;
            if (out || in) {
                rows.add(row(batch, row, out, in));
            }
        }
        return rows;
    }

    private static String row(EncodedBatch batch, int row, boolean out, boolean in) {
        return batch.eventTimesMs()[row]
                + " "
                + batch.subjects()[row]
                + " "
                + batch.predicates()[row]
                + " "
                + batch.objects()[row]
                + (out ? " out" : "")
                + (in ? " in" : "");
    }

    private static EncodedBatch batch(Random random, int size) {
        long[] times = new long[size];
        long[] subjects = new long[size];
        long[] predicates = new long[size];
        long[] objects = new long[size];
        for (int row = 0; row < size; row++) {
            times[row] = 100L + random.nextInt(100);
            subjects[row] = Vids.vid(1, random.nextInt(Vids.PARTITION_COUNT));
            predicates[row] = 1L + random.nextInt(3);
            objects[row] = Vids.vid(2, random.nextInt(Vids.PARTITION_COUNT));
        }
        return new EncodedBatch(1, random.nextBoolean(), times, subjects, predicates, objects);
    }
}
