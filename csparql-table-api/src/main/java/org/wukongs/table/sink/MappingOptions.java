package org.wukongs.table.sink;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.wukongs.table.WukongsTableOptions;
import org.wukongs.table.mapping.InlineMapping;
import org.wukongs.table.mapping.Mapping;
import org.wukongs.table.mapping.MappingFile;

/** The mapping that a table's options name or contain. */
final class MappingOptions {

    private static final InlineMapping.Keys KEYS =
            new InlineMapping.Keys(
                    WukongsTableOptions.MAPPING_SUBJECT.key(),
                    WukongsTableOptions.MAPPING_CLASS.key(),
                    WukongsTableOptions.MAPPING_PREDICATE_PREFIX.key(),
                    WukongsTableOptions.MAPPING_PREDICATE.key(),
                    WukongsTableOptions.MAPPING_OBJECT.key());

    private final ReadableConfig options;

    private MappingOptions(ReadableConfig options) {
        this.options = options;
    }

    /** Empty without a mapping. Throws a {@link ValidationException} for more than one. */
    static Optional<MappingOptions> of(ReadableConfig options) {
        List<String> forms =
                Stream.of(
                                WukongsTableOptions.MAPPING,
                                WukongsTableOptions.MAPPING_TEXT,
                                WukongsTableOptions.MAPPING_SUBJECT)
                        .filter(option -> options.getOptional(option).isPresent())
                        .map(ConfigOption::key)
                        .toList();
        if (forms.size() > 1) {
            throw new ValidationException("A table has one mapping, but these options: " + forms);
        }
        checkInline(options);
        if (forms.isEmpty()) {
            return Optional.empty();
        }
        if (options.getOptional(WukongsTableOptions.TERM_FORMAT).isPresent()) {
            throw new ValidationException(
                    "Option 'term.format' has no meaning with a mapping, which says what the"
                            + " columns' terms are.");
        }
        return Optional.of(new MappingOptions(options));
    }

    private static void checkInline(ReadableConfig options) {
        if (options.getOptional(WukongsTableOptions.MAPPING_SUBJECT).isPresent()) {
            return;
        }
        for (ConfigOption<?> option :
                List.of(
                        WukongsTableOptions.MAPPING_CLASS,
                        WukongsTableOptions.MAPPING_PREDICATE_PREFIX,
                        WukongsTableOptions.MAPPING_PREDICATE,
                        WukongsTableOptions.MAPPING_OBJECT)) {
            if (options.getOptional(option).isPresent()) {
                throw new ValidationException(
                        String.format(
                                "Option '%s' needs 'mapping.subject', and has no meaning with a"
                                        + " mapping in Turtle.",
                                option.key()));
            }
        }
    }

    /**
     * Reads the mapping. Throws a USER error with its place for a wrong one.
     *
     * @param columns those that the short form maps
     */
    Mapping mapping(List<String> columns) {
        Optional<String> file = options.getOptional(WukongsTableOptions.MAPPING);
        if (file.isPresent()) {
            return MappingFile.read(file.get());
        }
        Optional<String> text = options.getOptional(WukongsTableOptions.MAPPING_TEXT);
        return text.isPresent()
                ? MappingFile.parse(WukongsTableOptions.MAPPING_TEXT.key(), text.get())
                : inline().of(columns);
    }

    private InlineMapping inline() {
        return new InlineMapping(
                KEYS,
                options.get(WukongsTableOptions.MAPPING_SUBJECT),
                options.getOptional(WukongsTableOptions.MAPPING_CLASS).orElse(List.of()),
                options.getOptional(WukongsTableOptions.MAPPING_PREDICATE_PREFIX).orElse(null),
                options.getOptional(WukongsTableOptions.MAPPING_PREDICATE).orElse(Map.of()),
                options.getOptional(WukongsTableOptions.MAPPING_OBJECT).orElse(Map.of()));
    }
}
