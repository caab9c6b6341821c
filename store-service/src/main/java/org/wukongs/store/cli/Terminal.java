package org.wukongs.store.cli;

import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The terminal that a command writes to. */
final class Terminal {

    private Terminal() {}

    /** Returns the columns of the terminal, or 0 if input or output is none. */
    static int width() {
        return Ansi.AUTO.enabled() ? new UsageMessageSpec().autoWidth(true).width() : 0;
    }
}
