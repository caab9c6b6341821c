package org.wukongs.w3c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every test of the W3C's suites that is about what this store does. */
final class W3cTestsTest {

    /**
     * Not query evaluation: the protocol's tests need a server, the CSV tests a result format
     * ({@link W3cResultFormatTest}).
     */
    private static final Set<String> ELSEWHERE = Set.of("ProtocolTest", "CSVResultFormatTest");

    @TempDir private static Path unpacked;

    private static Map<String, String> exceptions;

    @BeforeAll
    static void unpack() throws IOException {
        W3cArchive.unpack(unpacked);
        exceptions = W3cExceptions.read();
    }

    @TestFactory
    Stream<DynamicTest> sparql10() throws IOException {
        return tests(W3cSuites.SPARQL10);
    }

    @TestFactory
    Stream<DynamicTest> sparql11() throws IOException {
        return tests(W3cSuites.SPARQL11);
    }

    /** The same rows from three nodes as from one. */
    @TestFactory
    Stream<DynamicTest> queriesOnThreeNodes() throws IOException {
        return Stream.concat(
                        W3cSuites.SPARQL10.tests(unpacked).stream(),
                        W3cSuites.SPARQL11.tests(unpacked).stream())
                .filter(W3cTest::isEvaluation)
                .filter(test -> !ELSEWHERE.contains(test.type()))
                .filter(test -> !exceptions.containsKey(test.iri()))
                .map(
                        test ->
                                DynamicTest.dynamicTest(
                                        test.iri(),
                                        () -> run(test, t -> W3cChecks.checkEvaluation(t, 3))));
    }

    @TestFactory
    Stream<DynamicTest> rdf11() throws IOException {
        return tests(W3cSuites.RDF11);
    }

    @Test
    void listsFewExceptionsAndEachOneFails() throws IOException {
        assertThat(exceptions).hasSizeLessThanOrEqualTo(W3cExceptions.COUNT_MAX);
        Map<String, W3cTest> tests =
                W3cSuites.all(unpacked).stream().collect(Collectors.toMap(W3cTest::iri, t -> t));
        for (String iri : exceptions.keySet()) {
            assertThat(tests).containsKey(iri);
            assertThat(catchThrowable(() -> W3cChecks.check(tests.get(iri))))
                    .as("listed as an exception, but it passes: %s", iri)
                    .isNotNull();
        }
    }

    private static Stream<DynamicTest> tests(W3cSuites suite) throws IOException {
        List<W3cTest> tests = suite.tests(unpacked);
        return tests.stream()
                .filter(test -> !ELSEWHERE.contains(test.type()))
                .filter(test -> !exceptions.containsKey(test.iri()))
                .map(
                        test ->
                                DynamicTest.dynamicTest(
                                        test.iri(), () -> run(test, W3cChecks::check)));
    }

    private interface Check {
        void check(W3cTest test) throws IOException;
    }

    private static void run(W3cTest test, Check check) {
        try {
            check.check(test);
        } catch (AssertionError | IOException | RuntimeException e) {
            throw new AssertionError(test + ": " + e.getMessage(), e);
        }
    }
}
