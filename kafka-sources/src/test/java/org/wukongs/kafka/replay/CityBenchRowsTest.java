package org.wukongs.kafka.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.kafka.Seeds;
import org.wukongs.stream.Tuple;

/** Tables with the columns of CityBench's data sets, as no copy of them is here. */
class CityBenchRowsTest {

    private static final String HEAD =
            "status,avgMeasuredTime,avgSpeed,extID,medianMeasuredTime,TIMESTAMP,vehicleCount,_id,REPORT_ID";
    private static final String SES = "<" + CityBenchRows.EVENT_SERVICE;

    @TempDir private Path folder;

    @Test
    void aReadingIsAnObservationOfItsSensor() throws IOException {
        List<Tuple> tuples =
                read(
                        "AarhusTrafficData182955",
                        HEAD,
                        "OK,66,56,668,66,2014-08-01T07:50:00,7,190000,158324");
        String observation = SES + "AarhusTrafficData182955-avgSpeed-2>";
        assertThat(tuples).hasSize(16);
        assertThat(tuples.stream().filter(t -> t.subject().equals(observation)).map(Tuple::toLine))
                .containsExactly(
                        "1406879400000\t"
                                + observation
                                + " <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
                                + " <http://purl.oclc.org/NET/ssnx/ssn#Observation> .",
                        "1406879400000\t"
                                + observation
                                + " <http://purl.oclc.org/NET/ssnx/ssn#observedProperty> "
                                + SES
                                + "AarhusTrafficData182955-avgSpeed> .",
                        "1406879400000\t"
                                + observation
                                + " <http://purl.oclc.org/NET/ssnx/ssn#observedBy> "
                                + SES
                                + "AarhusTrafficData182955> .",
                        "1406879400000\t"
                                + observation
                                + " <http://purl.oclc.org/NET/sao/hasValue>"
                                + " \"56\"^^<http://www.w3.org/2001/XMLSchema#integer> .");
    }

    @Test
    void otherTablesHaveOtherColumnsAndTimes() throws IOException {
        List<Tuple> weather =
                read("Weather", "hum,tempm,TIMESTAMP", "0.7,-1.5e1,1406851200000", ",3,0");
        assertThat(values(weather))
                .containsExactly(
                        "\"0.7\"^^<http://www.w3.org/2001/XMLSchema#double>",
                        "\"-1.5e1\"^^<http://www.w3.org/2001/XMLSchema#double>",
                        "\"3\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        List<Tuple> parking =
                read(
                        "Parking",
                        "vehiclecount,updatetime,_id,totalspaces,garagecode,streamtime,note",
                        "0,2014-05-22 09:09:04.145,1,65,NORREPORT,2014-11-03 16:18:44,\"a, \"\"b\"\"\"");
        assertThat(parking.get(0).eventTimeMs())
                .isEqualTo(Instant.parse("2014-11-03T16:18:44Z").toEpochMilli());
        assertThat(values(parking)).hasSize(3).endsWith("\"a, \\\"b\\\"\"");
    }

    /** Cells of any kind come back from their literals, wherever they stand. */
    @Test
    void randomTablesKeepTheirReadings() throws IOException {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            int columns = 1 + random.nextInt(5);
            List<String> lines = new ArrayList<>();
            List<String> readings = new ArrayList<>();
            lines.add("timestamp" + ",c d".repeat(columns));
            for (int row = 0; row < 5; row++) {
                StringBuilder line = new StringBuilder().append(random.nextInt(1_000_000));
                for (int i = 0; i < columns; i++) {
                    String cell = cell(random);
                    readings.add(cell);
                    line.append(",\"").append(cell.replace("\"", "\"\"")).append('"');
                }
                lines.add(line.toString());
            }
            List<Tuple> tuples = read("r" + round, lines.toArray(String[]::new));
            assertThat(values(tuples).stream().map(CityBenchRowsTest::label))
                    .isEqualTo(readings.stream().filter(cell -> !cell.isEmpty()).toList());
        }
    }

    @Test
    void tablesThatAreNoneAreNamed() {
        assertThatThrownBy(() -> read("t", "a,b", "1,2"))
                .hasMessageContaining("line=1 reason=table has no time column: columns=a|b");
        assertThatThrownBy(() -> read("t", "a,timestamp", "1"))
                .hasMessageContaining(
                        "line=2 reason=row does not have a cell for each column: cells=1 columns=2");
        assertThatThrownBy(() -> read("t", "a,timestamp", "1,yesterday"))
                .hasMessageContaining("event time is not an xsd:dateTime: text=yesterday");
        assertThatThrownBy(() -> read("t", "a,timestamp", "\"1,2"))
                .hasMessageContaining("a quote is not closed");
    }

    private static String cell(Random random) {
        String[] parts = {"a", "é", ",", "\"", "\\", " b", "7", ".5", "<", "😀"};
        StringBuilder cell = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            cell.append(parts[random.nextInt(parts.length)]);
        }
        return cell.toString();
    }

    private static String label(String literal) {
        return NTriplesUtil.parseLiteral(literal, SimpleValueFactory.getInstance()).getLabel();
    }

    private static List<String> values(List<Tuple> tuples) {
        return tuples.stream()
                .filter(tuple -> tuple.predicate().equals(CityBenchRows.HAS_VALUE))
                .map(Tuple::object)
                .toList();
    }

    private List<Tuple> read(String sensor, String... lines) throws IOException {
        Path file = folder.resolve(sensor + ".csv");
        Files.write(file, List.of(lines));
        return TestFiles.readAll(FileSource.of(file));
    }
}
