package org.wukongs.table.type;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/** How RDF terms stand in columns of type STRING. */
@PublicEvolving
public enum TermFormat implements DescribedEnum {
    PLAIN(
            "plain",
            "IRIs without brackets, literals without quotes, language and datatype. A value that"
                    + " goes in is the term of its N-Triples form if it has one, else an absolute"
                    + " IRI if it is one, else a plain literal."),
    N_TRIPLES("n-triples", "N-Triples terms, which say all and can be given back as they are.");

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
