package org.wukongs.kafka.replay;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.wukongs.csparql.NTriples;
import org.wukongs.kafka.rdf.BadRdfException;
import org.wukongs.kafka.rdf.EventTime;
import org.wukongs.stream.Tuple;

/**
 * Parser of tables like those of CityBench (ISWC'15, section 3): sensor readings as comma-separated
 * values below a line of column names. A cell becomes an SSN observation of four triples, as in
 * CityBench's stream wrappers. Departures: observations are numbered, while CityBench draws UUIDs,
 * so that a replay repeats them; and a property is named after its column, while CityBench looks it
 * up in its sensor repository.
 *
 * <p>The row's time is in the first of the columns {@value #TIME_NAMES} that exists, as an ISO date
 * and time (UTC if without offset) or milliseconds. Columns that describe a reading ({@code _id},
 * {@code extID}, {@code REPORT_ID}, {@code status}, {@code garagecode}) give no observation. Not
 * thread-safe.
 */
final class CityBenchRows implements LineTupleReader.LineParser {

    static final String EVENT_SERVICE = "http://www.insight-centre.org/dataset/SampleEventService#";
    static final String SSN = "http://purl.oclc.org/NET/ssnx/ssn#";
    static final String HAS_VALUE = "<http://purl.oclc.org/NET/sao/hasValue>";

    private static final String TIME_NAMES = "timestamp, streamtime, updatetime";
    private static final List<String> TIME_COLUMNS = List.of(TIME_NAMES.split(", "));
    private static final Set<String> NO_READINGS =
            Set.of("_id", "extid", "report_id", "status", "garagecode");
    private static final String TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    private static final Pattern INTEGER = Pattern.compile("[+-]?\\d{1,18}");
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

    private final String sensor;
    private List<String> columns;
    private int timeColumn;

    /** {@code sensor} is the table's name, for instance {@code AarhusTrafficData182955}. */
    CityBenchRows(String sensor) {
        this.sensor = sensor;
    }

    @Override
    public void parse(String line, long lineNumber, Consumer<Tuple> tuples) throws BadRdfException {
        List<String> cells = CsvCells.of(line);
        if (columns == null) {
            readHead(cells);
            return;
        }
        if (cells.size() != columns.size()) {
            throw new BadRdfException(
                    "row does not have a cell for each column: cells="
                            + cells.size()
                            + " columns="
                            + columns.size());
        }
        long timeMs = timeMs(cells.get(timeColumn));
        for (int i = 0; i < cells.size(); i++) {
            if (isReading(i) && !cells.get(i).isEmpty()) {
                observe(timeMs, columns.get(i), lineNumber, cells.get(i), tuples);
            }
        }
    }

    private void readHead(List<String> names) throws BadRdfException {
        List<String> lower = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        timeColumn =
                TIME_COLUMNS.stream()
                        .mapToInt(lower::indexOf)
                        .filter(index -> index >= 0)
                        .findFirst()
                        .orElse(-1);
        if (timeColumn < 0) {
            throw new BadRdfException(
                    "table has no time column: columns="
                            + String.join("|", names)
                            + " expected="
                            + TIME_NAMES);
        }
        columns = new ArrayList<>(names);
    }

    private boolean isReading(int column) {
        String name = columns.get(column).toLowerCase(Locale.ROOT);
        return !TIME_COLUMNS.contains(name) && !NO_READINGS.contains(name);
    }

    private static long timeMs(String text) throws BadRdfException {
        boolean digits = text.chars().allMatch(Character::isDigit);
        return digits
                ? EventTime.ofDigits(text, "row")
                : EventTime.ofDateTime(text.replaceFirst(" ", "T"));
    }

    private void observe(
            long timeMs, String column, long row, String text, Consumer<Tuple> tuples) {
        String property = sensor + "-" + column;
        String observation = service(property + "-" + row);
        tuples.accept(new Tuple(timeMs, observation, TYPE, "<" + SSN + "Observation>"));
        tuples.accept(
                new Tuple(timeMs, observation, "<" + SSN + "observedProperty>", service(property)));
        tuples.accept(new Tuple(timeMs, observation, "<" + SSN + "observedBy>", service(sensor)));
        tuples.accept(new Tuple(timeMs, observation, HAS_VALUE, value(text)));
    }

    private static String service(String localName) {
        return "<"
                + EVENT_SERVICE
                + URLEncoder.encode(localName, StandardCharsets.UTF_8).replace("+", "%20")
                + ">";
    }

    private static String value(String text) {
        if (INTEGER.matcher(text).matches()) {
            return "\"" + text + "\"^^<" + XSD + "integer>";
        }
        if (NUMBER.matcher(text).matches()) {
            return "\"" + text + "\"^^<" + XSD + "double>";
        }
        return NTriples.literal(text);
    }
}
