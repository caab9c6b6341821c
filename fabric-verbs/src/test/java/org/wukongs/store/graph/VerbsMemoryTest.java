package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.fabric.verbs.VerbsDevice;
import org.wukongs.store.fabric.Fabric;
import org.wukongs.store.fabric.FabricLimits;
import org.wukongs.store.fabric.Fabrics;
import org.wukongs.store.fabric.RegionKey;
import org.wukongs.store.fabric.RemoteLostException;
import org.wukongs.store.fabric.RemoteMemory;

/** Reads over an RDMA device, if there is one. */
class VerbsMemoryTest extends RemoteMemoryContract {

    private final String host = VerbsDevice.host();
    private final List<Fabric> opened = new ArrayList<>();
    private final List<RegionKey> keys = new ArrayList<>();

    private Fabric fabric(FabricLimits limits) {
        Fabric fabric = Fabrics.open("verbs", host, limits);
        opened.add(fabric);
        return fabric;
    }

    @BeforeEach
    void openFabric() {
        fabric(FabricLimits.DEFAULT);
    }

    @AfterEach
    void close() {
        opened.forEach(Fabric::close);
    }

    @Override
    protected List<String> sharing() {
        return List.of("verbs", host);
    }

    @Override
    protected RemoteMemory open(String[] offer, Path directory) {
        RegionKey key = ContractOwner.key(offer);
        keys.add(key);
        return opened.get(opened.size() - 1).connect(key, SharedMemory.HEAD_BYTES);
    }

    private RegionKey key() {
        openOnce().close();
        return keys.get(0);
    }

    /** What goes over the wire is what was asked for, and each call is waited for once. */
    @Test
    void readsAndBytesAreCounted() {
        try (RemoteMemory memory = openOnce()) {
            Fabric fabric = opened.get(0);
            assertThat(memory.enter()).isTrue();
            long[] offsets = new long[256];
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] = i % 4 * 64L; // a quarter is at 0, where nothing is
            }
            memory.words(offsets, offsets.length, new long[256]);
            assertThat(fabric.counts().roundCount()).isEqualTo(1);
            assertThat(fabric.counts().readCount()).isEqualTo(192);
            assertThat(fabric.counts().readBytes()).isEqualTo(192 * 8);
            memory.range(64, 1 << 16, new long[1 << 16], 0);
            assertThat(fabric.counts().readBytes()).isEqualTo(192 * 8 + (8 << 16));
            memory.leave();
        }
    }

    /** The device refuses what was not registered, whatever a node believes. */
    @Test
    void theDeviceRefusesWhatWasNotRegistered() {
        RegionKey sound = key();
        RegionKey larger =
                new RegionKey(
                        sound.host(),
                        sound.port(),
                        sound.address(),
                        sound.bytes() + 4096,
                        sound.keys());
        RegionKey other =
                new RegionKey(
                        sound.host(),
                        sound.port(),
                        sound.address(),
                        sound.bytes(),
                        Collections.nCopies(1, sound.keys().get(0) + 1));
        assertRefused(larger, ContractOwner.REGION_BYTES);
        assertRefused(other, 64);
    }

    private void assertRefused(RegionKey key, long offset) {
        try (RemoteMemory memory = opened.get(0).connect(key, SharedMemory.HEAD_BYTES)) {
            assertThat(memory.enter()).isTrue();
            assertThatThrownBy(() -> memory.range(offset, 1, new long[1], 0))
                    .isInstanceOf(RemoteLostException.class)
                    .hasMessageContaining("IBV_WC_REM_ACCESS_ERR");
            memory.leave();
            assertThat(memory.enter()).isFalse();
        }
    }

    @Test
    void aReadEndsAtItsDeadline() {
        FabricLimits hasty = new FabricLimits(TimeUnit.SECONDS.toNanos(10), 1, 4);
        RegionKey key = key();
        try (RemoteMemory memory = fabric(hasty).connect(key, SharedMemory.HEAD_BYTES)) {
            assertThat(memory.enter()).isTrue();
            long[] offsets = new long[1024]; // takes several calls of the device
            Arrays.fill(offsets, 64);
            long[] into = new long[offsets.length];
            assertThatThrownBy(() -> memory.words(offsets, offsets.length, into))
                    .isInstanceOf(RemoteLostException.class)
                    .hasMessageContaining("not read in time");
            memory.leave();
        }
    }

    @Test
    void onlyWhoIsAdmittedConnects() {
        RegionKey key = key();
        RegionKey nobody = new RegionKey(key.host(), 1, key.address(), key.bytes(), key.keys());
        assertThatThrownBy(() -> opened.get(0).connect(nobody, SharedMemory.HEAD_BYTES))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("event=REJECTED");
        Fabric strict = fabric(FabricLimits.DEFAULT);
        SharedMemory own =
                SharedMemory.create(new SharedMemoryOptions(folder, "other", 2), 1 << 16);
        RegionKey ownKey = own.shareBy(strict);
        assertThatThrownBy(() -> opened.get(0).connect(ownKey, SharedMemory.HEAD_BYTES))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("event=REJECTED");
        strict.admit(host);
        RemoteMemory memory = opened.get(0).connect(ownKey, SharedMemory.HEAD_BYTES);
        assertThat(memory.enter()).isTrue();
        memory.range(0, 1, new long[1], 0);
        strict.dismiss(host);
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                memory.range(0, 1, new long[1], 0);
                            }
                        })
                .isInstanceOf(RemoteLostException.class);
        memory.leave();
        memory.close();
        assertThatThrownBy(() -> opened.get(0).connect(ownKey, SharedMemory.HEAD_BYTES))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("event=REJECTED");
        strict.close();
        own.close();
        own.region().close();
    }

    @Test
    void threadsTakeAsManyConnectionsAsTheyMay() throws Exception {
        FabricLimits one = new FabricLimits(TimeUnit.SECONDS.toNanos(10), 1 << 30, 1);
        RegionKey key = key();
        try (RemoteMemory memory = fabric(one).connect(key, SharedMemory.HEAD_BYTES)) {
            assertThat(memory.enter()).isTrue();
            boolean[] entered = {true};
            Thread other = new Thread(() -> entered[0] = memory.enter());
            other.start();
            other.join();
            assertThat(entered[0]).isFalse();
            assertThat(memory.isClosed()).isFalse();
            memory.leave();
        }
    }
}
