package org.wukongs.flink.sink;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/** What becomes of an element without a valid tuple. */
@PublicEvolving
public enum OnError implements DescribedEnum {
    FAIL("fail", "The job fails."),
    SKIP("skip", "It is skipped and counted; one a minute is logged.");

    private final String value;
    private final String description;

    OnError(String value, String description) {
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
