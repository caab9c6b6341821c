package org.wukongs.benchmarks.measure;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Wrong values of a command's options. */
public record OptionChecks(CommandSpec spec) {

    public void atLeastOne(String option, long value) {
        if (value < 1) {
            throw wrong(option + " must be at least 1: value=" + value);
        }
    }

    public void aboveZero(String option, double value) {
        if (!(value > 0)) {
            throw wrong(option + " must be above 0: value=" + value);
        }
    }

    /** As {@code -Xmx} takes it. */
    public void size(String option, String value) {
        if (!value.matches("[1-9][0-9]*[kKmMgG]?")) {
            throw wrong(option + " must be a size as 512m or 6g: heap=" + value);
        }
    }

    /** The phases of these names, as their {@code toString} has them; null stands for all. */
    public <P extends Enum<P>> Set<P> phases(Class<P> type, List<String> names) {
        if (names == null) {
            return EnumSet.allOf(type);
        }
        Set<P> phases = EnumSet.noneOf(type);
        for (String name : names) {
            P found = null;
            for (P phase : type.getEnumConstants()) {
                found =
                        phase.toString().equals(name.strip().toLowerCase(Locale.ROOT))
                                ? phase
                                : found;
            }
            if (found == null) {
                throw wrong("--phases takes names of phases, see --help: phase=" + name.strip());
            }
            phases.add(found);
        }
        return phases;
    }

    public ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
