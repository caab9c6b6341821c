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

    /** What a session of SQL needs beside the SQL jar, which has the rest. */
    private static final List<String> OF_SQL =
            List.of(
                    "flink-connector-kafka",
                    "kafka-clients",
                    "kafka-sources",
                    "rdf4j-",
                    "jackson-",
                    "guava",
                    "commons-");

    private static final Path SQL_JAR =
            Path.of(
                    System.getProperty("wukongs.root", ".."),
                    "csparql-table-api/target/csparql-table-api-sql.jar");

    private UserJars() {}

    /** Jars of jobs; folders of classes are packed into {@code directory}. */
    static String[] of(Path directory) throws IOException {
        return named(OF_JOBS, directory).toArray(String[]::new);
    }

    /** The SQL jar, Flink's Kafka connector, and the format {@code rdf} with its libraries. */
    static List<String> ofSql(Path directory) throws IOException {
        if (!Files.isRegularFile(SQL_JAR)) {
            throw new IllegalStateException(
                    SQL_JAR + " is not there: mvn -pl csparql-table-api -am package makes it");
        }
        List<String> jars = named(OF_SQL, directory);
        jars.add(0, SQL_JAR.toAbsolutePath().toString());
        return jars;
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
