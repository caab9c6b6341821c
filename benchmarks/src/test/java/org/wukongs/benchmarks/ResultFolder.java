package org.wukongs.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.wukongs.benchmarks.result.ResultFiles;

/** What the one run of a folder wrote: result file, text and charts. */
public record ResultFolder(Path json, JsonNode result, String text) {

    /** Fails where the files are not those of a run called {@code name} with so many charts. */
    public static ResultFolder of(Path folder, String name, int charts) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = found.sorted().toList();
        }
        assertThat(files)
                .hasSize(2 + charts)
                .allMatch(
                        file ->
                                file.getFileName()
                                        .toString()
                                        .matches(
                                                name
                                                        + "-\\d{8}-\\d{6}(-\\w+\\.svg|\\.json|\\.txt)"));
        Path json =
                files.stream().filter(f -> f.toString().endsWith(".json")).findAny().orElseThrow();
        JsonNode result = ResultFiles.read(json, JsonNode.class);
        assertThat(result.get("version").asInt()).isEqualTo(3);
        assertThat(result.get("machine").get("cores").asInt()).isPositive();
        String text = Files.readString(Path.of(json.toString().replace(".json", ".txt")));
        return new ResultFolder(json, result, text);
    }

    /** Rows of a table; none where there is no such table. */
    public List<JsonNode> rows(String table) {
        List<JsonNode> rows = new ArrayList<>();
        for (JsonNode one : result.get("tables")) {
            if (one.get("name").asText().equals(table)) {
                one.get("rows").forEach(rows::add);
            }
        }
        return rows;
    }
}
