package org.wukongs.w3c;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tests that are known to fail, with the reason: {@code w3c-exceptions.txt}. */
final class W3cExceptions {

    /** The promise of the project: no more than these. */
    static final int COUNT_MAX = 5;

    private W3cExceptions() {}

    /** Test IRI → reason. */
    static Map<String, String> read() throws IOException {
        try (InputStream in = W3cExceptions.class.getResourceAsStream("/w3c-exceptions.txt")) {
            Map<String, String> reasons = new LinkedHashMap<>();
            for (String line :
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                int tab = line.indexOf('\t');
                if (tab < 1 || line.substring(tab).isBlank()) {
                    throw new IOException("expected IRI, tab, reason: " + line);
                }
                reasons.put(line.substring(0, tab), line.substring(tab + 1));
            }
            return reasons;
        }
    }
}
