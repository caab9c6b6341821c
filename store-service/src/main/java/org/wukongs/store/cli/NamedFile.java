package org.wukongs.store.cli;

import java.nio.file.Path;

/**
 * An option's argument of the form {@code NAME=FILE}. NAME may contain '=', as IRIs may; FILE may
 * not.
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
     * Removes the brackets from a name that users may write as {@code <http://x/a>} or {@code
     * http://x/a}.
     */
    static String unbracketed(String name) {
        return name.startsWith("<") && name.endsWith(">")
                ? name.substring(1, name.length() - 1)
                : name;
    }
}
