package org.wukongs.benchmarks.measure;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The options of a command taken together: how it measures. */
public final class OptionValues {

    private OptionValues() {}

    /**
     * Values by name, for the result file. Options that say where things are, that every command
     * has, or that have no value are left out.
     */
    public static Map<String, Object> of(CommandSpec spec) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (OptionSpec option : spec.options()) {
            boolean place = option.typeInfo().getType() == Path.class;
            boolean common = option.inherited() || option.usageHelp() || option.versionHelp();
            boolean unset = option.getValue() == null;
            if (!place && !common && !unset && !option.longestName().equals("--note")) {
                values.put(camelCase(option.longestName()), option.getValue());
            }
        }
        return values;
    }

    private static String camelCase(String option) {
        return Pattern.compile("-+(\\w)")
                .matcher(option.substring(2))
                .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }

    /** Numbers but seeds are above 0, and heaps are as {@code -Xmx} takes them. */
    public static void check(CommandSpec spec) {
        for (OptionSpec option : spec.options()) {
            Object value = option.getValue();
            Collection<?> all =
                    value instanceof Collection<?> list ? list : Collections.singleton(value);
            all.forEach(one -> check(spec, option.longestName(), one));
        }
    }

    private static void check(CommandSpec spec, String option, Object value) {
        if (value instanceof Double number && !(number > 0)) {
            throw wrong(spec, option + " must be above 0: value=" + value);
        }
        boolean whole = value instanceof Integer || value instanceof Long;
        if (whole && !option.equals("--seed") && ((Number) value).longValue() < 1) {
            throw wrong(spec, option + " must be at least 1: value=" + value);
        }
        if (option.startsWith("--heap") && !value.toString().matches("[1-9][0-9]*[kKmMgG]?")) {
            throw wrong(spec, option + " must be a size as 512m or 6g: heap=" + value);
        }
    }

    /** The phases of these names, as their {@code toString} has them; null stands for all. */
    public static <P extends Enum<P>> Set<P> phases(
            CommandSpec spec, Class<P> type, List<String> names) {
        if (names == null) {
            return EnumSet.allOf(type);
        }
        Set<P> phases = EnumSet.noneOf(type);
        for (String name : names) {
            String wanted = name.strip().toLowerCase(Locale.ROOT);
            phases.add(
                    Arrays.stream(type.getEnumConstants())
                            .filter(phase -> phase.toString().equals(wanted))
                            .findAny()
                            .orElseThrow(() -> wrong(spec, noSuchPhase(name))));
        }
        return phases;
    }

    private static String noSuchPhase(String name) {
        return "--phases takes names of phases, see --help: phase=" + name.strip();
    }

    public static ParameterException wrong(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
