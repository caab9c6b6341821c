package org.wukongs.e2e;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** What a user would put into the jar of a job: of this test's class path, what a cluster lacks. */
final class UserJars {

    /** Beginnings of the names of jars; Flink's own libraries are the cluster's. */
    private static final List<String> OF_JOBS =
            List.of(
                    "examples",
                    "flink-connector-",
                    "kafka-clients",
                    "kafka-sources",
                    "store-api",
                    "rdf4j-",
                    "jackson-",
                    "guava",
                    "commons-");

    /** Jars as the documentation names them: {@code `flink-….jar`}. */
    private static final String NAMED = "`([a-z-]+)(?:-[0-9][^`]*)?\\.jar`";

    private UserJars() {}

    /** Jars of jobs; folders of classes are packed into {@code directory}. */
    static String[] of(Path directory) throws IOException {
        return named(OF_JOBS, directory).toArray(String[]::new);
    }

    /** As above, with what a program needs that runs SQL by itself. */
    static List<String> ofTables(Path directory) throws IOException {
        List<String> jars = new ArrayList<>(OF_JOBS);
        jars.add("csparql-table-api");
        return named(jars, directory);
    }

    /** What docs/sql.md says that Flink's SQL client needs, no more. */
    static List<String> ofSql() {
        List<String> jars = new ArrayList<>();
        for (String name : Pages.matches(NAMED, sqlClassPath())) {
            jars.add(
                    switch (name) {
                        case "flink-sql-connector-wukongs" -> sqlJar().toString();
                        case "flink-sql-connector-kafka" -> kafkaSqlJar().toString();
                        default -> throw new AssertionError("no such jar is built: " + name);
                    });
        }
        return jars;
    }

    private static String sqlClassPath() {
        return String.join(
                "\n",
                Pages.matches(
                        "(?s)<!-- tested: class path -->(.*?)<!-- end of class path -->",
                        Pages.text(Pages.ROOT.resolve("docs/sql.md"))));
    }

    static Path sqlJar() {
        return built("flink-sql-connector-wukongs/target/flink-sql-connector-wukongs.jar");
    }

    private static Path kafkaSqlJar() {
        return built("e2e-tests/flink-cluster/target/connectors/flink-sql-connector-kafka.jar");
    }

    private static Path built(String file) {
        Path jar = Pages.ROOT.resolve(file).toAbsolutePath();
        if (!Files.isRegularFile(jar)) {
            throw new IllegalStateException(jar + " is not there: mvn package makes it");
        }
        return jar;
    }

    /** Jars of the test's class path whose names begin so; folders as {@link #of} packs them. */
    static List<String> named(String beginning, Path directory) throws IOException {
        return named(List.of(beginning), directory);
    }

    private static List<String> named(List<String> beginnings, Path directory) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                Path jar = directory.resolve("classes-" + jars.size() + ".jar");
                pack(path, jar);
                jars.add(jar.toString());
            } else if (beginnings.stream().anyMatch(path.getFileName().toString()::startsWith)) {
                jars.add(entry);
            }
        }
        return jars;
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
                entries.putNextEntry(new JarEntry(name));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
    }
}
