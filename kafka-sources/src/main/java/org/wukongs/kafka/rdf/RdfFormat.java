package org.wukongs.kafka.rdf;

import java.util.Arrays;
import java.util.Locale;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.error.WukongsException;

/** RDF format of a record's value. */
@PublicEvolving
public enum RdfFormat {
    NTRIPLES("ntriples"),
    NQUADS("nquads"),
    TURTLE("turtle"),
    JSONLD("jsonld");

    private final String optionValue;

    RdfFormat(String optionValue) {
        this.optionValue = optionValue;
    }

    /** The value of the option {@code format}. */
    public String optionValue() {
        return optionValue;
    }

    /** As {@link #optionValue}: Flink reads and shows options so. */
    @Override
    public String toString() {
        return optionValue;
    }

    /**
     * Parses a name, ignoring case, {@code -} and {@code _}: {@code N-Triples} is {@link
     * #NTRIPLES}.
     */
    public static RdfFormat parse(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
        for (RdfFormat format : values()) {
            if (format.optionValue.equals(plain)) {
                return format;
            }
        }
        throw WukongsException.user(
                "RDF format is unknown: format="
                        + text
                        + " expected="
                        + String.join(
                                "|", Arrays.stream(values()).map(f -> f.optionValue).toList()));
    }
}
