package org.wukongs.store.cli;

import java.nio.file.Path;

/**
 * {@code NAME=FILE}, as options take it; NAME may hold '=' itself when it is an IRI, FILE may not.
 */
public record NamedFile(String name, Path file) {

    public static NamedFile parse(String option, String argument) {
        int equals = argument.lastIndexOf('=');
        if (equals < 1 || equals == argument.length() - 1) {
            throw new WrongUsageException(option + " takes NAME=FILE: argument=" + argument);
        }
        return new NamedFile(
                unbracketed(argument.substring(0, equals)),
                Path.of(argument.substring(equals + 1)));
    }

    /**
     * A name as users may write it, {@code <http://x/a>} or {@code http://x/a}, without brackets.
     */
    static String unbracketed(String name) {
        return name.startsWith("<") && name.endsWith(">")
                ? name.substring(1, name.length() - 1)
                : name;
    }
}
