package org.wukongs.sqljar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** The jar that people put into {@code lib/} of a Flink cluster. */
final class SqlJarIT {

    private static final Path JAR =
            Path.of(
                    System.getProperty("wukongs.root", ".."),
                    "flink-sql-connector-wukongs/target/flink-sql-connector-wukongs.jar");
    private static final String SERVICES = "META-INF/services/";

    private static List<String> entries(JarFile jar) {
        return jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).toList();
    }

    private static String text(JarFile jar, String entry) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(entry))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void allClassesAreOursOrRelocated() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(entries(jar))
                    .contains(
                            "org/wukongs/table/WukongsTableFactory.class",
                            "org/wukongs/flink/sink/WukongsSink.class",
                            "org/wukongs/csparql/CsparqlParser.class",
                            "org/wukongs/kafka/table/RdfFormatFactory.class",
                            "org/wukongs/shaded/com/fasterxml/jackson/databind/ObjectMapper.class",
                            "org/wukongs/shaded/no/hasmac/jsonld/JsonLd.class",
                            "org/wukongs/shaded/org/eclipse/rdf4j/model/IRI.class",
                            "org/wukongs/shaded/org/glassfish/json/JsonProviderImpl.class")
                    .filteredOn(name -> name.endsWith(".class"))
                    .allMatch(name -> name.startsWith("org/wukongs/"))
                    .noneMatch(name -> name.startsWith("org/wukongs/store/"))
                    .noneMatch(name -> name.startsWith("org/wukongs/kafka/producer/"))
                    .noneMatch(name -> name.contains("org/slf4j"))
                    .noneMatch(name -> name.contains("org/apache/kafka"))
                    .noneMatch(name -> name.contains("org/apache/flink"));
        }
    }

    @Test
    void servicesAreMerged() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(text(jar, SERVICES + "org.apache.flink.table.factories.Factory").lines())
                    .containsExactlyInAnyOrder(
                            "org.wukongs.kafka.table.RdfFormatFactory",
                            "org.wukongs.table.WukongsTableFactory",
                            "org.wukongs.table.catalog.WukongsCatalogFactory",
                            "org.wukongs.table.module.WukongsModuleFactory");
            assertThat(entries(jar))
                    .filteredOn(name -> name.startsWith(SERVICES))
                    .allMatch(
                            name ->
                                    name.startsWith(SERVICES + "org.wukongs.shaded.")
                                            || name.startsWith(SERVICES + "org.apache.flink.")
                                            || name.startsWith(SERVICES + "java."));
            assertThat(
                            text(
                                    jar,
                                    SERVICES
                                            + "org.wukongs.shaded.org.eclipse.rdf4j.rio.RDFParserFactory"))
                    .contains(
                            "org.wukongs.shaded.org.eclipse.rdf4j.rio.jsonld.JSONLDParserFactory",
                            "org.wukongs.shaded.org.eclipse.rdf4j.rio.turtle.TurtleParserFactory");
        }
    }

    @Test
    void licencesAndNoticesAreThere() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(text(jar, "META-INF/NOTICE"))
                    .contains(
                            "Wukong+S for Flink",
                            "com.fasterxml.jackson.core:jackson-databind",
                            "com.google.guava:guava",
                            "no.hasmac:hasmac-json-ld",
                            "org.eclipse.rdf4j:*",
                            "org.glassfish:jakarta.json",
                            "Apache Commons Codec")
                    .doesNotContain("no code of others");
            assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
            assertThat(text(jar, "META-INF/licenses/LICENSE.rdf4j")).contains("Eclipse");
            assertThat(text(jar, "META-INF/licenses/LICENSE.jakarta-json"))
                    .contains("Eclipse Public License - v 2.0");
        }
    }

    /** With nothing else on the class path but SLF4J. */
    @Test
    void queriesAreParsedByWhatTheJarHas() throws Exception {
        try (URLClassLoader loader = loader()) {
            Class<?> query = loader.loadClass("org.wukongs.csparql.ParameterizedQuery");
            Method of = query.getMethod("of", String.class, List.class);
            Object parsed =
                    of.invoke(
                            null,
                            "SELECT (COUNT(*) AS ?n) { ?a <http://x/p>+ ?b FILTER(?b > 1) }",
                            List.of("a"));
            assertThat(query.getMethod("with", List.class).invoke(parsed, List.of("<http://x/a>")))
                    .asString()
                    .contains("VALUES (?a )");
        }
    }

    private static URLClassLoader loader() throws IOException {
        URL slf4j = Logger.class.getProtectionDomain().getCodeSource().getLocation();
        URL[] urls = {JAR.toUri().toURL(), slf4j};
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }
}
