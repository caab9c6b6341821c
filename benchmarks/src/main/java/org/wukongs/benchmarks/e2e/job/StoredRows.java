package org.wukongs.benchmarks.e2e.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;

/** An N-Triples file → subjects and objects of its triples with one predicate. */
final class StoredRows implements FlatMapFunction<String, Row> {

    private static final long serialVersionUID = 1L;

    private final String middle;

    /** {@code predicate} without brackets. */
    StoredRows(String predicate) {
        this.middle = " <" + predicate + "> ";
    }

    @Override
    public void flatMap(String file, Collector<Row> out) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(Path.of(file))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int at = line.indexOf(middle);
                if (at > 0) {
                    String object = line.substring(at + middle.length(), line.lastIndexOf('.'));
                    out.collect(Row.of(line.substring(0, at), object.strip()));
                }
            }
        }
    }
}
