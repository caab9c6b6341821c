package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.wukongs.error.ClassPathCheck;
import org.wukongs.flink.sink.WukongsSink;

/** What the SQL jar finds and meets on class paths. */
final class SqlClassPathIT {

    private static final Path LIBRARIES = Pages.ROOT.resolve("e2e-tests/flink-cluster/target/lib");

    /**
     * With a Flink distribution beside it, only this is not there: Kafka's own classes for programs
     * that have them; zstd for {@code .zst} files; annotations; the type of a setting that nothing
     * sets.
     */
    private static final String NOT_NEEDED =
            "org\\.wukongs\\.kafka\\.rdf\\.\\S+ +-> org\\.apache\\.(flink\\.connector\\.)?kafka\\..*"
                    + "|org\\.wukongs\\.file\\.CompressedFile\\$Zstd +-> com\\.github\\.luben\\.zstd\\..*"
                    + "|\\S+ +-> (org\\.jspecify|com\\.google\\.(errorprone|j2objc))\\.annotations\\..*"
                    + "|\\S+\\.JSONLDSettings +-> com\\.github\\.jsonldjava\\.core\\.DocumentLoader.*";

    @Test
    void everyClassThatItNamesIsThere() throws Exception {
        String distribution;
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            distribution = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        StringWriter found = new StringWriter();
        int exitCode =
                ToolProvider.findFirst("jdeps")
                        .orElseThrow()
                        .run(
                                new PrintWriter(found),
                                new PrintWriter(found),
                                "--multi-release",
                                "17",
                                "--missing-deps",
                                "-cp",
                                distribution,
                                UserJars.sqlJar().toString());
        assertThat(exitCode).as(found.toString()).isZero();
        List<String> missing =
                found.toString()
                        .lines()
                        .map(String::strip)
                        .filter(line -> line.contains("->") && !line.endsWith("-> not found"))
                        .toList();
        assertThat(missing).as("the tool sees what is missing").isNotEmpty();
        assertThat(missing).allMatch(line -> line.matches(NOT_NEEDED), NOT_NEEDED);
    }

    @Test
    void oneKindOfJarsIsAccepted() throws Exception {
        try (URLClassLoader sql = loader(null, UserJars.sqlJar());
                URLClassLoader plain = loader(null, place(ClassPathCheck.class), sinks())) {
            check(sql);
            check(plain);
        }
    }

    @Test
    void bothKindsInOneLoaderAreRefused() throws Exception {
        try (URLClassLoader sqlFirst =
                        loader(null, UserJars.sqlJar(), place(ClassPathCheck.class), sinks());
                URLClassLoader plainFirst =
                        loader(null, place(ClassPathCheck.class), UserJars.sqlJar())) {
            assertRefused(sqlFirst);
            assertRefused(plainFirst);
        }
    }

    /** A class of the plain jars that finds classes of the SQL jar above it. */
    @Test
    void aPlainJarBelowTheSqlJarIsRefused() throws Exception {
        try (URLClassLoader sql = loader(null, UserJars.sqlJar());
                URLClassLoader onlySinks = new ChildFirst(sql, sinks());
                URLClassLoader parentFirst = loader(sql, place(ClassPathCheck.class), sinks())) {
            assertRefused(onlySinks);
            check(parentFirst);
        }
    }

    /** As Flink loads a job: what the job's jar has comes first. */
    @Test
    void aWholeJobAboveTheSqlJarIsAccepted() throws Exception {
        try (URLClassLoader sql = loader(null, UserJars.sqlJar());
                URLClassLoader job = new ChildFirst(sql, place(ClassPathCheck.class), sinks())) {
            check(job);
            assertThat(job.loadClass(ClassPathCheck.class.getName()).getClassLoader())
                    .isSameAs(job);
        }
    }

    private static void assertRefused(ClassLoader loader) {
        assertThatThrownBy(() -> check(loader))
                .hasMessageContaining("jars of Wukong+S that do not fit")
                .hasMessageContaining("flink-sql-connector-wukongs.jar");
    }

    /** As {@code WukongsSink.builder()} does, which needs Flink. */
    private static void check(ClassLoader loader) throws Exception {
        Class<?> caller = Class.forName(WukongsSink.class.getName() + "Builder", false, loader);
        try {
            loader.loadClass(ClassPathCheck.class.getName())
                    .getMethod("check", Class.class)
                    .invoke(null, caller);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    private static Path sinks() throws Exception {
        return place(WukongsSink.class);
    }

    private static Path place(Class<?> named) throws Exception {
        return Path.of(named.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static URLClassLoader loader(ClassLoader parent, Path... jars) throws Exception {
        return new URLClassLoader(
                urls(jars), parent == null ? ClassLoader.getPlatformClassLoader() : parent);
    }

    private static URL[] urls(Path... jars) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        urls.add(place(Logger.class).toUri().toURL());
        return urls.toArray(new URL[0]);
    }

    /** A class loader as Flink's for jobs. */
    private static final class ChildFirst extends URLClassLoader {

        ChildFirst(ClassLoader parent, Path... jars) throws Exception {
            super(urls(jars), parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null || !name.startsWith("org.wukongs.")) {
                    return loaded != null ? loaded : super.loadClass(name, resolve);
                }
                try {
                    return findClass(name);
                } catch (ClassNotFoundException notOurs) {
                    return super.loadClass(name, resolve);
                }
            }
        }
    }
}
