package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code wukongs}, with a {@code java} that prints what it is given. */
class LauncherTest {

    @TempDir private Path directory;

    private Path root;
    private Path tools;

    @BeforeEach
    void copy() throws IOException {
        directory = directory.toRealPath();
        root = Files.createDirectories(directory.resolve("a checkout"));
        Path script = Files.copy(Path.of("..", "wukongs"), root.resolve("wukongs"));
        executable(script);
        Path jar = root.resolve("store-service/target/store-service.jar");
        Files.createDirectories(jar.getParent());
        Files.createFile(jar);
        tools = Files.createDirectory(directory.resolve("tools"));
        Path java = tools.resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"LC_ALL=$LC_ALL\" \"$@\"\n");
        executable(java);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String run(Path script, Map<String, String> environment, String... arguments)
            throws Exception {
        ProcessBuilder builder = new ProcessBuilder(script.toString());
        builder.command().addAll(List.of(arguments));
        builder.redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_"));
        builder.environment().put("LANG", "C");
        builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    @Test
    void linksLeadToTheCheckout() throws Exception {
        Path bin = Files.createDirectory(directory.resolve("bin"));
        Path direct = Files.createSymbolicLink(bin.resolve("direct"), root.resolve("wukongs"));
        Path relative =
                Files.createSymbolicLink(
                        bin.resolve("relative"), Path.of("..", "a checkout", "wukongs"));
        Path chained = Files.createSymbolicLink(tools.resolve("chained"), relative);
        for (Path script : List.of(root.resolve("wukongs"), direct, relative, chained)) {
            assertThat(run(script, Map.of(), "status", "--store", "h:1"))
                    .contains("-Dwukongs.root=" + root + "\n")
                    .contains(root + "/store-service/target/store-service.jar:")
                    .endsWith("org.wukongs.store.cli.Wukongs\nstatus\n--store\nh:1\n");
        }
    }

    @Test
    void aStoreWithAMetadataLogIsOfTheModuleThatHasKafkasClient() throws Exception {
        Path script = root.resolve("wukongs");
        Path jar = root.resolve("metadata-kafka/target/metadata-kafka.jar");
        Files.createDirectories(jar.getParent());
        Files.createFile(jar);
        Path cluster = directory.resolve("a cluster.conf");
        Files.writeString(cluster, "port = 1\n metadata = kafka://h:1/t\n");
        Path single = Files.writeString(directory.resolve("single.conf"), "# metadata = x\n");
        assertThat(run(script, Map.of(), "store", "--metadata", "x")).contains(jar.toString());
        assertThat(run(script, Map.of(), "store", "--config", cluster.toString()))
                .contains(jar.toString());
        assertThat(run(script, Map.of(), "store", "--config=" + cluster)).contains(jar.toString());
        assertThat(run(script, Map.of(), "store", "--config", single.toString()))
                .contains("store-service.jar")
                .doesNotContain(jar.toString());
        assertThat(run(script, Map.of(), "status")).doesNotContain(jar.toString());
    }

    @Test
    void argumentsAreUtf8WhateverTheLocale() throws Exception {
        Path script = root.resolve("wukongs");
        assertThat(run(script, Map.of())).startsWith("LC_ALL=C.UTF-8\n");
        assertThat(run(script, Map.of("LANG", "de_DE.UTF-8"))).startsWith("LC_ALL=\n");
        assertThat(run(script, Map.of("LC_ALL", "C.utf8"))).startsWith("LC_ALL=C.utf8\n");
    }
}
