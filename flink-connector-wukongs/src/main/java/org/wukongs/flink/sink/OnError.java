package org.wukongs.flink.sink;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/** What becomes of an element that gives no tuple which a store takes. */
@PublicEvolving
public enum OnError implements DescribedEnum {
    FAIL("fail", "The job fails."),
    SKIP("skip", "It is passed over, counted, and one a minute is logged.");

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
