package org.wukongs.kafka.table;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/** What becomes of a record that cannot be read. */
@PublicEvolving
public enum OnError implements DescribedEnum {
    FAIL("fail", "The job fails."),
    IGNORE("ignore", "The record is skipped and counted."),
    ROW(
            "row",
            "The record gives one row without terms, a dead letter: its metadata columns"
                    + " 'error' and 'error-value' say what is wrong.");

    private final String optionValue;
    private final String description;

    OnError(String optionValue, String description) {
        this.optionValue = optionValue;
        this.description = description;
    }

    @Override
    public InlineElement getDescription() {
        return TextElement.text(description);
    }

    @Override
    public String toString() {
        return optionValue;
    }
}
