package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.Vids;
import org.wukongs.naive.Failures;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.VertexOwners;

/** Who owns what at each snapshot, beside the whole list of moves. */
class VersionedOwnersTest {

    private static final int NODES = 4;

    private record Move(long sn, int partition, int to) {}

    private static int naive(List<Move> moves, int partition, long sn) {
        int owner = VertexOwners.of(NODES).owner(partition);
        for (Move move : moves) {
            if (move.sn() <= sn && move.partition() == partition) {
                owner = move.to();
            }
        }
        return owner;
    }

    @Test
    void agreesWithTheListOfMoves() {
        long seed = Seeds.seed(VersionedOwnersTest.class);
        for (int run = 0; run < 100; run++) {
            Random random = Seeds.random(seed, run);
            VersionedOwners owners = new VersionedOwners(VertexOwners.of(NODES));
            Set<Integer> gained = new HashSet<>();
            int self = random.nextInt(NODES);
            owners.beforeGain(self, gained::add);
            List<Move> moves = new ArrayList<>();
            long sn = 0;
            for (int i = 0; i < 60; i++) {
                sn += random.nextInt(3); // owners may change twice with a snapshot
                Move move = new Move(sn, random.nextInt(Vids.PARTITION_COUNT), random.nextInt(4));
                boolean gains = move.to() == self && naive(moves, move.partition(), sn) != self;
                moves.add(move);
                VersionedOwners.Version next =
                        LocalCluster.afterMove(
                                owners.newest(),
                                sn,
                                new ChangeOrder.Move(move.to(), List.of(move.partition())));
                owners.add(next);
                owners.add(next); // a second time it changes nothing
                assertThat(gained).isEqualTo(gains ? Set.of(move.partition()) : Set.of());
                gained.clear();
                for (int k = 0; k < 20; k++) {
                    int partition = moves.get(random.nextInt(moves.size())).partition();
                    long at = random.nextInt((int) sn + 3);
                    assertThat(owners.at(at).owner(partition))
                            .as("run=%d sn=%d partition=%d", run, at, partition)
                            .isEqualTo(naive(moves, partition, at));
                }
            }
        }
    }

    @Test
    void oldVersionsAreForgotten() {
        VersionedOwners owners = new VersionedOwners(VertexOwners.of(2));
        for (int sn = 1; sn <= VersionedOwners.VERSIONS_MAX; sn++) {
            owners.add(
                    LocalCluster.afterMove(
                            owners.newest(), sn, new ChangeOrder.Move(sn % 2, List.of(7))));
        }
        assertThat(owners.at(1).owner(7)).isEqualTo(1);
        assertThat(owners.at(2).owner(7)).isZero();
        Failures.assertFails(Category.RETRIABLE, "snapshot too old", () -> owners.at(0));
    }

    /** As those of a node that comes back from a checkpoint. */
    @Test
    void laterVersionsMayBeTheFirst() {
        VersionedOwners whole = new VersionedOwners(VertexOwners.of(2));
        List<VersionedOwners.Version> versions = new ArrayList<>();
        for (int sn = 1; sn <= 9; sn++) {
            whole.add(
                    LocalCluster.afterMove(
                            whole.newest(), 2L * sn, new ChangeOrder.Move(sn % 2, List.of(7))));
            versions.add(whole.newest());
        }
        VersionedOwners later = new VersionedOwners(VertexOwners.of(2));
        later.beginWith(versions.get(4));
        versions.forEach(later::add); // what is known changes nothing
        Failures.assertFails(Category.RETRIABLE, "snapshot too old", () -> later.at(9));
        for (int sn = 10; sn < 20; sn++) {
            assertThat(later.at(sn)).isSameAs(whole.at(sn));
        }
        assertThatThrownBy(() -> later.beginWith(versions.get(3)))
                .hasMessageContaining("not later owners");
        assertThatThrownBy(
                        () ->
                                later.beginWith(
                                        new VersionedOwners.Version(99, 99, VertexOwners.of(1))))
                .hasMessageContaining("not later owners");
    }

    /** It is one of the nodes from its snapshot on, and owns nothing before partitions move. */
    @Test
    void aNodeMoreIsAVersion() {
        VersionedOwners owners = new VersionedOwners(VertexOwners.of(2));
        owners.add(LocalCluster.afterEntry(owners.newest(), 5));
        owners.add(LocalCluster.afterMove(owners.newest(), 8, new ChangeOrder.Move(2, List.of(3))));
        assertThat(owners.versionAt(4).nodeCount()).isEqualTo(2);
        assertThat(owners.versionAt(5).nodeCount()).isEqualTo(3);
        assertThat(owners.at(7)).isEqualTo(VertexOwners.of(3, table(VertexOwners.of(2))));
        assertThat(owners.at(8).owner(3)).isEqualTo(2);
        assertThat(owners.newest().since()).containsExactly(0, 0, 5);
        VersionedOwners ofThat = new VersionedOwners(VertexOwners.of(2));
        ofThat.beginWith(owners.newest());
        assertThat(ofThat.newest().nodeCount()).isEqualTo(3);
    }

    private static int[] table(VertexOwners owners) {
        int[] table = new int[Vids.PARTITION_COUNT];
        for (int partition = 0; partition < table.length; partition++) {
            table[partition] = owners.owner(partition);
        }
        return table;
    }

    @Test
    void versionsComeInOrder() {
        VersionedOwners owners = new VersionedOwners(VertexOwners.of(2));
        assertThatThrownBy(() -> owners.add(new VersionedOwners.Version(3, 1, VertexOwners.of(2))))
                .hasMessageContaining("not the next owners");
        assertThatThrownBy(() -> owners.add(new VersionedOwners.Version(2, 1, VertexOwners.of(1))))
                .hasMessageContaining("not the next owners");
    }
}
