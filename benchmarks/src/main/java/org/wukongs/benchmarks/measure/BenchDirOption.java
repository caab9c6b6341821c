package org.wukongs.benchmarks.measure;

import java.nio.file.Path;
import org.wukongs.benchmarks.result.Checkout;
import picocli.CommandLine.Option;

/** Where benchmark data is that is not part of a checkout. */
public final class BenchDirOption {

    @Option(
            names = "--bench-dir",
            description = "Folder of benchmark data (default ../shared/bench beside the checkout).")
    private Path benchDir;

    /** A file of the benchmark data; it need not be there. */
    public Path file(String name) {
        return (benchDir == null ? Checkout.resolve("../shared/bench") : benchDir).resolve(name);
    }
}
