package org.wukongs.benchmarks.measure;

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

    public ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
