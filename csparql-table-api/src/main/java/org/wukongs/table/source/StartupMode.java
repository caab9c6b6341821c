package org.wukongs.table.source;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/** The window with which a statement that reads a query begins. */
@PublicEvolving
public enum StartupMode implements DescribedEnum {
    EARLIEST_KEPT("earliest-kept", "The first window that the store can still answer completely."),
    LATEST(
            "latest",
            "The first window that ends after the time up to which the store is complete at"
                    + " the start."),
    TIMESTAMP(
            "timestamp",
            "The first window that ends at 'scan.startup.timestamp-millis' or later and is still"
                    + " kept.");

    private final String value;
    private final String description;

    StartupMode(String value, String description) {
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
