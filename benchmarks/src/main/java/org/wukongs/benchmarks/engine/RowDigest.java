package org.wukongs.benchmarks.engine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** SHA-256 of rows, whatever their order: terms joined by tabs, lines sorted and ended by \n. */
public final class RowDigest {

    private RowDigest() {}

    public static String of(List<String[]> rows) {
        List<String> lines = new ArrayList<>(rows.size());
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(i == 0 ? "" : "\t").append(row[i] == null ? "" : row[i]);
            }
            lines.add(line.append('\n').toString());
        }
        Collections.sort(lines);
        MessageDigest digest = sha256();
        for (String line : lines) {
            digest.update(line.getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
