package org.wukongs.benchmarks.e2e;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Whether the connections between job and store are encrypted. */
final class TlsOptions {

    @ArgGroup(exclusive = false)
    private Files files; // null without TLS

    /** Both or none. */
    private static final class Files {

        @Option(
                names = "--tls-certificate",
                required = true,
                description = {
                    "The store's certificate, for 127.0.0.1, as a PEM file that the job trusts.",
                    "With it, job and store speak TLS."
                })
        private Path certificate;

        @Option(
                names = "--tls-key",
                required = true,
                description = "Of that certificate; a PEM file that is closed to others.")
        private Path key;
    }

    /** Returns the options of {@code wukongs store}. */
    List<String> ofStore() {
        return files == null
                ? List.of()
                : List.of(
                        "--tls-certificate", authorities(),
                        "--tls-key", files.key.toAbsolutePath().toString());
    }

    /** Returns the options of commands that ask the store. */
    List<String> ofClient() {
        return files == null ? List.of() : List.of("--tls-ca", authorities());
    }

    /** Returns the file of authorities that clients of the store trust; empty without TLS. */
    String authorities() {
        return files == null ? "" : files.certificate.toAbsolutePath().toString();
    }
}
