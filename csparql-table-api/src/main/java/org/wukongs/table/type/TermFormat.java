package org.wukongs.table.type;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/** Representation of RDF terms in columns of type STRING. */
@PublicEvolving
public enum TermFormat implements DescribedEnum {
    PLAIN(
            "plain",
            "IRIs without brackets, literals without quotes, language and datatype. An input"
                    + " value is read as an N-Triples term if it looks like one, else as an absolute"
                    + " IRI if it is one, else as a plain literal."),
    N_TRIPLES("n-triples", "N-Triples terms, which lose nothing and can be used as input again.");

    private final String value;
    private final String description;

    TermFormat(String value, String description) {
        this.value = value;
        this.description = description;
    }

    @Override
    public String toString() {
        return value;
    }

    @Override
    public InlineElement getDescription() {
        return TextElement.text(description);
    }
}
