package org.wukongs.table.type;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/** What becomes of a term that does not fit the type of its column. */
@PublicEvolving
public enum CastFailure implements DescribedEnum {
    FAIL("fail", "The job fails with the term and the type."),
    NULL("null", "The column is NULL.");

    private final String value;
    private final String description;

    CastFailure(String value, String description) {
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
