package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.StoreAddress;
import org.wukongs.naive.Seeds;
import org.wukongs.store.fuzz.FuzzRun;

/** A store process with clients that mean no good. */
@Timeout(600)
class HostileProcessTest {

    private static final int SECONDS = 4;
    private static final int DESCRIPTORS = 300;
    private static final int PAUSE_MS = 20;

    @TempDir private Path directory;

    private Process process;
    private StoreAddress address;

    @AfterEach
    void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    private void start(List<String> before, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(StoreJvm.command(List.of("-XX:-MaxFDLimit", "-Xmx512m"), arguments));
        StoreJvm jvm = StoreJvm.start(command, directory.resolve("err"));
        process = jvm.process();
        address = jvm.address();
    }

    @Test
    void framesThatNobodyShouldSend() throws Exception {
        start(List.of(), "--data-dir", directory.resolve("data").toString());
        FuzzRun.assertServes(address, "before");
        FuzzRun.attack(address, Seeds.random(getClass()).nextLong(), FuzzRun.seconds(SECONDS));
        FuzzRun.assertServes(address, "after");
        assertThat(process.isAlive()).isTrue();
        assertThat(Files.readString(directory.resolve("err"))).doesNotContain("ERROR");
    }

    /** Descriptors run out, and come back: so does the port. */
    @Test
    void thePortOutlivesTheLastDescriptor() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/bin/sh"))).isTrue();
        start(List.of("/bin/sh", "-c", "ulimit -n " + DESCRIPTORS + " && exec \"$0\" \"$@\""));
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < DESCRIPTORS; i++) {
            sockets.add(new Socket(address.host(), address.port()));
        }
        while (!Files.readString(directory.resolve("err")).contains("could not be accepted")) {
            assertThat(process.waitFor(PAUSE_MS, TimeUnit.MILLISECONDS)).isFalse();
        }
        for (Socket socket : sockets) {
            socket.close();
        }
        FuzzRun.assertServes(address, "after");
        assertThat(process.isAlive()).isTrue();
    }
}
