package org.wukongs.store.checkpoint;

import java.nio.file.Path;
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
 * format=6
 * number=7
 * stableSn=1200
 * vids=46/10
 * log=0123456789abcdef/70800
 * file=terms 1048576 00c0ffee
 * file=graphs 2097152 0badcafe
 * file=state 4096 12345678
 * crc32c=90abcdef
 * </pre>
 *
 * <p>{@code vids} are the bits of a vid and of its partition; {@code log} is there if the store
 * keeps a log: its id and the position of the cut; a file has name, bytes and CRC32C. The manifest
 * is written last, so a directory without one is incomplete.
 *
 * @param number number of the checkpoint, rising
 * @param stableSn Stable_SN at the cut
 * @param log from where the log goes on, null if the store kept none
 * @param files the checkpoint's files besides the manifest
 */
record CheckpointManifest(long number, long stableSn, LogPoint log, List<FileEntry> files) {

    static final int FORMAT = 6;

    /**
     * Older formats, which lack types of records, see {@link RecordType}, and the log; everything
     * else is the same.
     */
    private static final Set<String> FORMATS_BEFORE = Set.of("1", "2", "3", "4", "5");

    private static final String HEAD = "wukongs checkpoint";
    private static final String VIDS = Vids.BITS + "/" + Vids.PARTITION_BITS;
    private static final int HEX = 16;

    CheckpointManifest {
        files = List.copyOf(files);
    }

    /**
     * An entry for a file.
     *
     * @param crc CRC32C of all its bytes
     */
    record FileEntry(String name, long bytes, int crc) {

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
    long bytes() {
        return files.stream().mapToLong(FileEntry::bytes).sum();
    }

    String text() {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("format", String.valueOf(FORMAT)));
        lines.add(new Line("number", String.valueOf(number)));
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
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
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
        String log = values.get("log");
        return new CheckpointManifest(
                Long.parseLong(values.get("number")),
                Long.parseLong(values.get("stableSn")),
                log == null ? null : LogPoint.parse(log),
                files);
    }

    private static void expect(Path file, String key, String value, Map<String, String> values) {
        if (!value.equals(values.get(key))) {
            throw UnusableCheckpointException.otherFormat(file, key, value, values.get(key));
        }
    }
}
