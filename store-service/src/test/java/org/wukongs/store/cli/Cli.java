package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** A command line run in this process: its exit code and what it printed. */
record Cli(int exitCode, String out, String err) {

    static Cli run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Wukongs.run(new Wukongs(), new PrintWriter(out), new PrintWriter(err), args);
        return new Cli(exitCode, out.toString(), err.toString());
    }

    /** A run that must succeed and say nothing on standard error. */
    static String ok(String... args) {
        Cli cli = run(args);
        assertThat(cli.err()).isEmpty();
        assertThat(cli.exitCode()).isZero();
        return cli.out();
    }

    /** A run that must fail with exactly one line, printing nothing else. */
    static String fails(int exitCode, String... args) {
        Cli cli = run(args);
        assertThat(cli.err()).startsWith("error: ").endsWith(System.lineSeparator());
        assertThat(cli.err().lines()).hasSize(1);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.exitCode()).as(cli.err()).isEqualTo(exitCode);
        return cli.err().strip();
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
