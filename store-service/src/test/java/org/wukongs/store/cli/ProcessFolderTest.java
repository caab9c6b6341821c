package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders for temporary files, of living and dead processes. */
class ProcessFolderTest {

    @TempDir private Path parent;

    private Path folder(String name) throws IOException {
        return Files.createDirectory(parent.resolve("wukongs-process-" + name));
    }

    @Test
    void whatDeadProcessesLeftIsDeletedAndNothingElse() throws IOException {
        Path dead = folder("dead");
        Files.createFile(dead.resolve("lock"));
        Files.createDirectory(dead.resolve("flink-1"));
        Files.writeString(dead.resolve("flink-1").resolve("library.so"), "13 MB");
        Path living = folder("living");
        Path beginning = folder("beginning");
        Path old = folder("old");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path foreign = Files.createDirectory(parent.resolve("wukongs-kafka-7"));
        try (FileChannel lock =
                FileChannel.open(
                        living.resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            assertThat(lock.lock().isValid()).isTrue();
            ProcessFolder.deleteDead(parent);
        }
        assertThat(dead).doesNotExist();
        assertThat(old).doesNotExist();
        assertThat(List.of(living, beginning, foreign)).allMatch(Files::exists);
    }

    @Test
    void aCommandLeavesNothingBehind() throws Exception {
        runCommand();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void aLivingProcessKeepsItsFolderAfterACollection() throws Exception {
        String before = System.setProperty("java.io.tmpdir", parent.toString());
        Path own;
        try {
            ProcessFolder.claim();
            own = Path.of(System.getProperty("java.io.tmpdir"));
        } finally {
            System.setProperty("java.io.tmpdir", before);
        }
        assertThat(own.getParent()).isEqualTo(parent);
        System.gc();
        runCommand();
        assertThat(own).exists();
    }

    /** Another process, which deletes folders of dead ones. */
    private void runCommand() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        Process process =
                new ProcessBuilder(
                                java,
                                "-Djava.io.tmpdir=" + parent,
                                "-cp",
                                classPath,
                                Wukongs.class.getName(),
                                "--version")
                        .redirectErrorStream(true)
                        .start();
        assertThat(process.inputReader().readLine()).isNotBlank();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
