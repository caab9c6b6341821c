package org.wukongs.table.sink;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/** What becomes of a row that is not a valid triple. */
@PublicEvolving
public enum SinkOnError implements DescribedEnum {
    FAIL("fail", "The job fails with the column and the value."),
    SKIP("skip", "The row is skipped and counted; one a minute is logged."),
    DEAD_LETTER(
            "dead-letter",
            "The row is counted and becomes a row of the table that"
                    + " 'sink.dead-letter.connector' describes; one a minute is logged.");

    /** The end of the message of a job that fails because of a row. */
    static final String GO_ON =
            "; the option 'sink.on-error' = 'skip' or 'dead-letter' would skip it";

    private final String value;
    private final String description;

    SinkOnError(String value, String description) {
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
