package org.wukongs.table.source;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/** What a scan of a stored graph's table gives. */
@PublicEvolving
public enum ScanMode implements DescribedEnum {
    SNAPSHOT("snapshot", "The triples of one snapshot; then the table ends."),
    CHANGELOG(
            "changelog",
            "The triples, and then what each snapshot removes (-D) and adds (+I), without end.");

    private final String value;
    private final String description;

    ScanMode(String value, String description) {
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
