package org.wukongs.store.checkpoint;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * file=terms-3-0 1048576 00c0ffee
 * file=dictionary-7 8200 00d1ff00
 * file=graphs-5-1 2097152 0badcafe
 * file=state-7 4096 12345678
 * crc32c=90abcdef
 * </pre>
 *
 * <p>{@code vids} are the bits of a vid and of its partition; {@code log} is there if the store
 * keeps a log: its id and the position of the cut; a file has name, bytes and CRC32C. Files are
 * named after the checkpoint that has written them, see {@link CheckpointSet}. The manifest is
 * written last, so files that none names are leftovers.
 *
 * @param number number of the checkpoint, rising
 * @param made when it was written, in whole seconds; null in older formats
 * @param stableSn Stable_SN at the cut
 * @param log from where the log goes on, null if the store kept none
 * @param files the checkpoint's files besides the manifest, in the order in which they belong
 *     together
 * @param format of the files
 */
record CheckpointManifest(
        long number, Instant made, long stableSn, LogPoint log, List<FileEntry> files, int format) {

    static final int FORMAT = 7;

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
            long number, Instant made, long stableSn, LogPoint log, List<FileEntry> files) {
        this(number, made, stableSn, log, files, FORMAT);
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
        lines.add(new Line("format", String.valueOf(FORMAT)));
        lines.add(new Line("number", String.valueOf(number)));
        lines.add(new Line("made", made.toString()));
        lines.add(new Line("stableSn", String.valueOf(stableSn)));
        lines.add(new Line("vids", VIDS));
        if (log != null) {
            lines.add(new Line("log", log.toString()));
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
        if (!FORMATS_BEFORE.contains(values.getOrDefault("format", ""))) {
            expect(file, "format", String.valueOf(FORMAT), values);
        }
        expect(file, "vids", VIDS, values);
        int format = Integer.parseInt(values.get("format"));
        String log = values.get("log");
        return new CheckpointManifest(
                Long.parseLong(values.get("number")),
                format < FORMAT_SHARED ? null : Instant.parse(values.get("made")),
                Long.parseLong(values.get("stableSn")),
                log == null ? null : LogPoint.parse(log),
                files,
                format);
    }

    private static void expect(Path file, String key, String value, Map<String, String> values) {
        if (!value.equals(values.get(key))) {
            throw UnusableCheckpointException.otherFormat(file, key, value, values.get(key));
        }
    }
}
