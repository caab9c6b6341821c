package org.wukongs.store.cli;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All commands of the launcher in groups, with a line each. */
final class CommandList {

    /** Those that the launcher runs by other modules. */
    static final List<String> OF_OTHER_MODULES = List.of("demo", "produce", "bench");

    private static final int NAME_WIDTH = 11;

    private static final Map<String, Map<String, String>> GROUPS = new LinkedHashMap<>();

    static {
        Map<String, String> trial = group("To try it");
        trial.put("demo", "Kafka, Flink, a store and live results, all on this machine");
        trial.put("query", "SPARQL on files, or in a running store");
        trial.put("replay", "continuous queries on files of streams");
        Map<String, String> node = group("A node");
        node.put("store", "runs a store node");
        node.put("check", "verifies the data of a node, running or not");
        node.put("checkpoint", "makes a running node write a checkpoint");
        node.put("backup", "copies a data directory elsewhere");
        node.put("restore", "fills a data directory from a copy");
        Map<String, String> running = group("A running store");
        running.put("status", "what it has, and how far it is");
        running.put("load", "loads RDF files");
        running.put("update", "SPARQL Update");
        running.put("graphs", "lists stored graphs");
        running.put("streams", "lists, adds and drops streams");
        running.put("register", "registers continuous queries");
        running.put("unregister", "removes continuous queries");
        running.put("queries", "lists continuous queries");
        running.put("tail", "prints results of a query, or tuples of a stream, as they come");
        running.put("explain", "how queries are answered");
        running.put("cluster", "the nodes of a cluster: status, move, add, drain, remove");
        Map<String, String> more = group("More");
        more.put("produce", "replays files or a generator into Kafka");
        more.put("bench", "benchmarks beside other engines");
        more.put("completion", "completes commands and options in bash and zsh");
    }

    private CommandList() {}

    private static Map<String, String> group(String title) {
        Map<String, String> group = new LinkedHashMap<>();
        GROUPS.put(title, group);
        return group;
    }

    /** Returns the names of all commands. */
    static Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        GROUPS.values().forEach(group -> names.addAll(group.keySet()));
        return names;
    }

    /** Returns the list as text, with a line break at its end. */
    static String text() {
        StringBuilder text = new StringBuilder();
        GROUPS.forEach(
                (title, commands) -> {
                    text.append(title).append(":\n");
                    commands.forEach(
                            (name, line) ->
                                    text.append("  ")
                                            .append(name)
                                            .append(" ".repeat(NAME_WIDTH - name.length()))
                                            .append(line)
                                            .append('\n'));
                });
        return text.toString();
    }
}
