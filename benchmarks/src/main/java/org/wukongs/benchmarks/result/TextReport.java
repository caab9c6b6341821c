package org.wukongs.benchmarks.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A result as text: what it was measured on and how, then its tables in columns. */
final class TextReport {

    private static final double BYTES_PER_GIB = 1L << 30;
    private static final String MISSING = "-";

    private final StringBuilder out = new StringBuilder();

    private TextReport() {}

    static String of(Result result) {
        TextReport text = new TextReport();
        text.head(result);
        result.tables().forEach(text::table);
        result.failures().forEach(failure -> text.line("FAILED: " + failure));
        return text.out.toString();
    }

    private void head(Result result) {
        Machine machine = result.machine();
        String data = result.data() == null ? "" : result.data() + ", ";
        line(result.benchmark() + ": " + data + result.date() + ", commit " + result.commit());
        line(
                String.format(
                        Locale.ROOT,
                        "%s, %d cores, %.0f GiB, %s, %s; load average %.1f before, %.1f after",
                        machine.cpu(),
                        machine.cores(),
                        machine.memoryBytes() / BYTES_PER_GIB,
                        machine.system(),
                        machine.java(),
                        machine.loadAverage(),
                        result.loadAverageAtEnd()));
        result.jvmFlags()
                .forEach((process, flags) -> line(process + ": " + String.join(" ", flags)));
        line(
                result.settings().entrySet().stream()
                        .map(setting -> setting.getKey() + " " + setting.getValue())
                        .collect(Collectors.joining(", ")));
        if (!result.note().isEmpty()) {
            line("note: " + result.note());
        }
    }

    private void table(Table table) {
        line("");
        line(table.title());
        lines(table.across() == null ? cells(table) : cellsAcross(table));
        table.notes().forEach(this::line);
    }

    private static List<List<String>> cells(Table table) {
        List<Column> columns = table.printed();
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::head).toList());
        table.rows().forEach(row -> lines.add(cells(row, columns)));
        return lines;
    }

    /** As {@link Table#across} says. */
    private static List<List<String>> cellsAcross(Table table) {
        List<Column> columns = table.printed();
        int at = columns.indexOf(table.column(table.across()));
        List<Column> keys = columns.subList(0, at);
        List<Column> values = columns.subList(at + 1, columns.size());
        Set<String> places = new LinkedHashSet<>();
        Map<List<String>, Map<String, Map<String, Object>>> rows = new LinkedHashMap<>();
        for (Map<String, Object> row : table.rows()) {
            String place = cell(row, columns.get(at));
            places.add(place);
            rows.computeIfAbsent(cells(row, keys), key -> new LinkedHashMap<>()).put(place, row);
        }
        List<List<String>> lines = new ArrayList<>();
        List<String> heads = new ArrayList<>(keys.stream().map(Column::head).toList());
        for (String place : places) {
            heads.add(place);
            values.stream().skip(1).forEach(value -> heads.add(value.head()));
        }
        lines.add(heads);
        rows.forEach(
                (key, byPlace) -> {
                    List<String> line = new ArrayList<>(key);
                    places.forEach(
                            place ->
                                    line.addAll(
                                            cells(byPlace.getOrDefault(place, Map.of()), values)));
                    lines.add(line);
                });
        return lines;
    }

    private static List<String> cells(Map<String, Object> row, List<Column> columns) {
        return columns.stream().map(column -> cell(row, column)).toList();
    }

    /** A value as it is printed: numbers with about three digits, percent and factors named. */
    static String cell(Map<String, Object> row, Column column) {
        Object value = row.get(column.name());
        if (value == null) {
            return MISSING;
        }
        if (value instanceof Boolean yes) {
            return yes ? "yes" : "NO";
        }
        if (!(value instanceof Number number)) {
            return value.toString();
        }
        return switch (column.unit()) {
            case "%" -> number(number) + " %";
            case "x" -> number(number) + "x";
            default -> number(number);
        };
    }

    /** Two decimals below 10, one below 100, none above; whole numbers as they are. */
    private static String number(Number number) {
        double value = number.doubleValue();
        double size = Math.abs(value);
        int decimals = value == Math.rint(value) || size >= 100 ? 0 : size >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** Columns of equal width, the first to the left, figures to the right. */
    private void lines(List<List<String>> lines) {
        int[] widths = new int[lines.get(0).size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - line.get(i).length());
                out.append(i == 0 ? line.get(i) + padding : "  " + padding + line.get(i));
            }
            out.append('\n');
        }
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
