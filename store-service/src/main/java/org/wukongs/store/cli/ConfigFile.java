package org.wukongs.store.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.wukongs.error.WukongsException;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options of a command in a file, {@code name = value} a line, named as on the command line without
 * the dashes:
 *
 * <pre>
 * # a comment
 * data-dir = /data
 * http = 8080
 * insecure = true
 * </pre>
 *
 * <p>An option that may be repeated may have several lines. A flag is {@code true} or {@code
 * false}. Values are taken as they are, without quotes and escapes.
 */
final class ConfigFile {

    static final String OPTION = "--config";

    /** A hundred times what all options take. */
    private static final int SIZE_CHARS_MAX = 1 << 20;

    private static final String DASHES = "--";

    private final Path file;
    private final CommandLine command;
    private final Set<String> given = new HashSet<>();

    private ConfigFile(Path file, CommandLine command, List<String> args) {
        this.file = file;
        this.command = command;
        for (String arg : args) {
            if (arg.startsWith("-")) {
                given.add(arg.replaceFirst("=.*", ""));
            }
        }
    }

    /**
     * Returns the arguments of a command with those of its {@code --config FILE}, if it has one. An
     * option that the command line has is not taken from the file.
     *
     * @param args all arguments, the command's name first
     * @throws WrongUsageException if a line is no option of the command, or is one twice
     */
    static String[] expand(CommandLine command, String[] args) {
        List<String> all = Arrays.asList(args);
        String name = name(all);
        if (name == null || command.getCommandSpec().findOption(OPTION) == null) {
            return args;
        }
        List<String> expanded = new ArrayList<>(all);
        expanded.addAll(new ConfigFile(Path.of(name), command, all).options());
        return expanded.toArray(String[]::new);
    }

    /** Returns the file's name; null if there is none, or none after the option. */
    private static String name(List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            if (args.get(i).startsWith(OPTION + "=")) {
                return args.get(i).substring(OPTION.length() + 1);
            }
            if (args.get(i).equals(OPTION)) {
                return i + 1 < args.size() ? args.get(i + 1) : null;
            }
        }
        return null;
    }

    private List<String> options() {
        List<String> options = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && line.charAt(0) != '#') {
                add(line, i + 1, seen, options);
            }
        }
        return options;
    }

    private void add(String line, int number, Set<String> seen, List<String> options) {
        int equals = line.indexOf('=');
        if (equals < 1) {
            throw wrong("a line is NAME = VALUE, such as http = 8080: " + line, number);
        }
        String name = line.substring(0, equals).strip();
        String value = line.substring(equals + 1).strip();
        OptionSpec option = option(name, number);
        if (!seen.add(name) && !option.isMultiValue()) {
            throw wrong(name + " has a value already", number);
        }
        if (value.isEmpty()) {
            throw wrong(name + " has no value", number);
        }
        if (Arrays.stream(option.names()).anyMatch(given::contains)) {
            return;
        }
        if (option.arity().max() > 0) {
            options.add(DASHES + name + "=" + value);
        } else if (value.equals("true")) {
            options.add(DASHES + name);
        } else if (!value.equals("false")) {
            throw wrong(name + " is true or false: " + value, number);
        }
    }

    private OptionSpec option(String name, int number) {
        OptionSpec option = command.getCommandSpec().findOption(DASHES + name);
        boolean ofFile =
                option != null
                        && !option.usageHelp()
                        && !option.versionHelp()
                        && !OPTION.equals(DASHES + name);
        if (!ofFile || name.startsWith("-")) {
            throw wrong("no such option: " + name + DidYouMean.of(name, names()), number);
        }
        return option;
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (!option.usageHelp() && !option.versionHelp()) {
                names.add(option.longestName().substring(DASHES.length()));
            }
        }
        names.remove(OPTION.substring(DASHES.length()));
        return names;
    }

    private List<String> lines() {
        String text = TextFile.read(file, "the options", SIZE_CHARS_MAX);
        if (text.length() > SIZE_CHARS_MAX) {
            throw WukongsException.user("a file of options is too long: file=" + file);
        }
        return text.lines().toList();
    }

    private WrongUsageException wrong(String what, int number) {
        return new WrongUsageException(what + " (" + file + ", line " + number + ")");
    }
}
