package org.wukongs.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.store.cli.Wukongs;

/** {@code wukongs store} in a process of its own. */
public final class StoreProcess {

    private StoreProcess() {}

    /**
     * Starts one and waits until it listens; its {@link ChildProcess#ready} is the address.
     *
     * @param port 0 for any free one
     */
    public static ChildProcess start(Path folder, List<String> flags, int port, String... arguments)
            throws IOException {
        List<Object> all = new ArrayList<>(List.of("store", "--end-with-input", "--port", port));
        all.addAll(Arrays.asList(arguments));
        List<String> command = ChildProcess.java(flags, Wukongs.class, all.toArray());
        return ChildProcess.start("store", folder, command, "store listening on ");
    }
}
