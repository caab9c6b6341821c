package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.CheckedText.Line;

/**
 * Which node of which cluster a data directory is for, in the file {@code cluster}, a {@link
 * CheckedText}. A directory of a store of its own has no such file. It is written once, before the
 * node joins for the first time.
 *
 * <pre>
 * wukongs cluster
 * format=1
 * cluster=c1
 * node=2
 * nodes=1,2,3
 * metadata=identity of the metadata log
 * directory=0123456789abcdef
 * crc32c=90abcdef
 * </pre>
 *
 * @param cluster its name
 * @param node number of the node
 * @param nodes numbers of all nodes that the cluster was founded with
 * @param metadata identity of the cluster's metadata log
 * @param directoryId drawn at random when the file was made
 */
public record DataCluster(
        String cluster, int node, List<Integer> nodes, String metadata, long directoryId) {

    static final String NAME = "cluster";

    private static final String HEAD = "wukongs cluster";
    private static final String FORMAT = "1";

    public DataCluster {
        nodes = List.copyOf(nodes);
        checkLine("the name of the cluster", cluster);
        checkLine("the identity of the metadata log", metadata);
    }

    private static void checkLine(String what, String value) {
        if (value.lines().count() != 1 || value.endsWith("\n") || value.endsWith("\r")) {
            throw WukongsException.user(what + " is not one line: value=" + value);
        }
    }

    /** Draws the number of a directory that is new. */
    public static long newDirectoryId() {
        return DataOwner.drawn();
    }

    /**
     * Returns what a directory says, null if it is not for a cluster.
     *
     * @throws WukongsException FATAL if the file is damaged; RETRIABLE if the disk fails
     */
    public static DataCluster of(Path directory) {
        Path file = directory.resolve(NAME);
        try {
            return read(CheckedText.lines(HEAD, CheckpointFiles.read(file)));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot read which node this is", file, e);
        } catch (IllegalArgumentException e) {
            throw new WukongsException(
                    Category.FATAL,
                    "the file that says which node this is is damaged: file="
                            + file
                            + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    private static DataCluster read(List<Line> lines) {
        Map<String, String> values = new HashMap<>();
        lines.forEach(line -> values.put(line.key(), line.value()));
        for (String key : List.of("format", "cluster", "node", "nodes", "metadata", "directory")) {
            if (!values.containsKey(key)) {
                throw new IllegalArgumentException("a line is missing: key=" + key);
            }
        }
        if (!values.get("format").equals(FORMAT)) {
            throw new IllegalArgumentException("unknown format: format=" + values.get("format"));
        }
        return new DataCluster(
                values.get("cluster"),
                Integer.parseInt(values.get("node")),
                Arrays.stream(values.get("nodes").split(",")).map(Integer::valueOf).toList(),
                values.get("metadata"),
                LogPoint.parseId(values.get("directory")));
    }

    /**
     * Says so in a directory.
     *
     * @throws WukongsException RETRIABLE if the disk fails
     */
    public void write(Path directory) {
        Path file = directory.resolve(NAME);
        String numbers = nodes.stream().map(String::valueOf).collect(Collectors.joining(","));
        try {
            CheckpointFiles.write(
                    file,
                    CheckedText.of(
                            HEAD,
                            List.of(
                                    new Line("format", FORMAT),
                                    new Line("cluster", cluster),
                                    new Line("node", Integer.toString(node)),
                                    new Line("nodes", numbers),
                                    new Line("metadata", metadata),
                                    new Line("directory", LogPoint.idText(directoryId)))));
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot say which node this is", file, e);
        }
    }

    /** Takes back {@link #write}: the node was refused before it had anything. */
    public static void delete(Path directory) {
        Path file = directory.resolve(NAME);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot forget which node this was", file, e);
        }
    }

    /** Throws a USER error that begins with {@code what} if a directory is for a cluster. */
    public static void checkNone(Path directory, String what) {
        DataCluster known = of(directory);
        if (known != null) {
            throw WukongsException.user(
                    what
                            + ", the data directory is that of a node of a cluster: path="
                            + directory
                            + " cluster="
                            + known.cluster()
                            + " node="
                            + known.node());
        }
    }
}
