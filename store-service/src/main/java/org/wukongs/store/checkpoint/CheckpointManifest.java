package org.wukongs.store.checkpoint;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.wukongs.id.Vids;
import org.wukongs.store.checkpoint.CheckedText.Line;

/**
 * The manifest of a checkpoint, which lists its files, as a {@link CheckedText}:
 *
 * <pre>
 * wukongs checkpoint
 * format=7
 * number=7
 * made=2026-11-24T16:00:00Z
 * stableSn=1200
 * vids=46/10
 * log=0123456789abcdef/70800
 * cluster=c1
 * node=2
 * metadata=kafka:0123456789abcdef
 * file=terms-3-0 1048576 00c0ffee
 * file=dictionary-7 8200 00d1ff00
 * file=graphs-5-1 2097152 0badcafe
 * file=state-7 4096 12345678
 * crc32c=90abcdef
 * </pre>
 *
 * <p>{@code vids} are the bits of a vid and of its partition; {@code log} is there if the store
 * keeps a log: its id and the position of the cut. A node of a cluster has format 8, and the name
 * of the cluster, its own number and the identity of the metadata log; a node of its own has format
 * 7 and not these. A file has name, bytes and CRC32C. Files are named after the checkpoint that has
 * written them, see {@link CheckpointSet}. The manifest is written last, so files that none names
 * are leftovers.
 *
 * @param number number of the checkpoint, rising
 * @param made when it was written, in whole seconds; null in older formats
 * @param stableSn Stable_SN at the cut
 * @param log from where the log goes on, null if the store kept none
 * @param owner the node of a cluster that has made it, null for a store of its own
 * @param files the checkpoint's files besides the manifest, in the order in which they belong
 *     together
 * @param format of the files
 */
record CheckpointManifest(
        long number,
        Instant made,
        long stableSn,
        LogPoint log,
        CheckpointOwner owner,
        List<FileEntry> files,
        int format) {

    static final int FORMAT = 7;

    /** The format of a node of a cluster. */
    static final int FORMAT_CLUSTER = 8;

    /** The first format whose checkpoints share files. */
    static final int FORMAT_SHARED = 7;

    /**
     * Older formats, which lack types of records, see {@link RecordType}, and the log; those before
     * {@link #FORMAT_SHARED} have the files {@code terms}, {@code graphs} and {@code state} of
     * their own.
     */
    private static final Set<String> FORMATS_BEFORE = Set.of("1", "2", "3", "4", "5", "6");

    private static final String HEAD = "wukongs checkpoint";
    private static final String VIDS = Vids.BITS + "/" + Vids.PARTITION_BITS;
    private static final int HEX = 16;

    public CheckpointManifest {
        files = List.copyOf(files);
    }

    /** The manifest of a checkpoint of the present format. */
    CheckpointManifest(
            long number,
            Instant made,
            long stableSn,
            LogPoint log,
            CheckpointOwner owner,
            List<FileEntry> files) {
        this(number, made, stableSn, log, owner, files, owner == null ? FORMAT : FORMAT_CLUSTER);
    }

    /**
     * An entry for a file.
     *
     * @param name it never changes, and another file of the data directory never gets it
     * @param crc CRC32C of all its bytes
     */
    public record FileEntry(String name, long bytes, int crc) {

        private static FileEntry parse(String text) {
            String[] parts = text.split(" ", -1);
            if (parts.length != 3) {
                throw new IllegalArgumentException("not a file: " + text);
            }
            return new FileEntry(
                    parts[0], Long.parseLong(parts[1]), Integer.parseUnsignedInt(parts[2], HEX));
        }

        private String text() {
            return name + " " + bytes + " " + String.format("%08x", crc);
        }
    }

    /** Returns the bytes of all files besides the manifest. */
    public long bytes() {
        return files.stream().mapToLong(FileEntry::bytes).sum();
    }

    /** Returns the text of a manifest of the present format. */
    String text() {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("format", String.valueOf(format)));
        lines.add(new Line("number", String.valueOf(number)));
        lines.add(new Line("made", made.toString()));
        lines.add(new Line("stableSn", String.valueOf(stableSn)));
        lines.add(new Line("vids", VIDS));
        if (log != null) {
            lines.add(new Line("log", log.toString()));
        }
        if (owner != null) {
            lines.add(new Line("cluster", owner.cluster()));
            lines.add(new Line("node", String.valueOf(owner.node())));
            lines.add(new Line("metadata", owner.metadata()));
        }
        files.forEach(file -> lines.add(new Line("file", file.text())));
        return CheckedText.of(HEAD, lines);
    }

    /**
     * Parses the text of a manifest's file. All formats share the first line, the key {@code
     * format} and the last line, so another format is distinguished from damage.
     *
     * @throws UnusableCheckpointException if it is not a manifest, is damaged, or has another
     *     format
     */
    static CheckpointManifest parse(Path file, String text) {
        try {
            return parsed(file, text);
        } catch (IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException
                | DateTimeParseException e) {
            throw UnusableCheckpointException.damaged(file, 0, e.getMessage(), e);
        }
    }

    private static CheckpointManifest parsed(Path file, String text) {
        Map<String, String> values = new LinkedHashMap<>();
        List<FileEntry> files = new ArrayList<>();
        for (Line line : CheckedText.lines(HEAD, text)) {
            if (line.key().equals("file")) {
                files.add(FileEntry.parse(line.value()));
            } else {
                values.put(line.key(), line.value());
            }
        }
        String known = values.getOrDefault("format", "");
        boolean isOfCluster = known.equals(String.valueOf(FORMAT_CLUSTER));
        if (!FORMATS_BEFORE.contains(known) && !isOfCluster) {
            expect(file, "format", String.valueOf(FORMAT), values);
        }
        expect(file, "vids", VIDS, values);
        int format = Integer.parseInt(known);
        String log = values.get("log");
        return new CheckpointManifest(
                Long.parseLong(values.get("number")),
                format < FORMAT_SHARED ? null : Instant.parse(values.get("made")),
                Long.parseLong(values.get("stableSn")),
                log == null ? null : LogPoint.parse(log),
                isOfCluster ? owner(values) : null,
                files,
                format);
    }

    private static CheckpointOwner owner(Map<String, String> values) {
        String cluster = Objects.requireNonNull(values.get("cluster"), "cluster");
        String metadata = Objects.requireNonNull(values.get("metadata"), "metadata");
        return new CheckpointOwner(cluster, Integer.parseInt(values.get("node")), metadata);
    }

    private static void expect(Path file, String key, String value, Map<String, String> values) {
        if (!value.equals(values.get(key))) {
            throw UnusableCheckpointException.otherFormat(file, key, value, values.get(key));
        }
    }
}
