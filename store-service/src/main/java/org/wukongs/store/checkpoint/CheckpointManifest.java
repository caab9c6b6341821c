package org.wukongs.store.checkpoint;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.wukongs.id.Vids;

/**
 * The manifest of a checkpoint, which lists its files. It is a text whose last line is the CRC32C
 * (hexadecimal) of all bytes before it:
 *
 * <pre>
 * wukongs checkpoint
 * format=5
 * number=7
 * stableSn=1200
 * vids=46/10
 * file=terms 1048576 00c0ffee
 * file=graphs 2097152 0badcafe
 * file=state 4096 12345678
 * crc32c=90abcdef
 * </pre>
 *
 * <p>{@code vids} are the bits of a vid and of its partition; a file has name, bytes and CRC32C.
 * The manifest is written last, so a directory without one is incomplete.
 *
 * @param number number of the checkpoint, rising
 * @param stableSn Stable_SN at the cut
 * @param files the checkpoint's files besides the manifest
 */
record CheckpointManifest(long number, long stableSn, List<FileEntry> files) {

    static final int FORMAT = 5;

    /**
     * Older formats, which lack types of records, see {@link RecordType}; everything else is the
     * same.
     */
    private static final Set<String> FORMATS_BEFORE = Set.of("1", "2", "3", "4");

    private static final String HEAD = "wukongs checkpoint";
    private static final String CRC = "crc32c=";
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
        StringBuilder text = new StringBuilder();
        text.append(HEAD).append('\n');
        text.append("format=").append(FORMAT).append('\n');
        text.append("number=").append(number).append('\n');
        text.append("stableSn=").append(stableSn).append('\n');
        text.append("vids=").append(VIDS).append('\n');
        files.forEach(file -> text.append("file=").append(file.text()).append('\n'));
        return text + CRC + String.format("%08x", crc(text.toString())) + '\n';
    }

    private static int crc(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return (int) crc.getValue();
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
        int crcAt = text.lastIndexOf(CRC);
        if (!text.startsWith(HEAD + "\n") || crcAt < 0) {
            throw new IllegalArgumentException("not a manifest");
        }
        String body = text.substring(0, crcAt);
        String end = text.substring(crcAt);
        if (!end.equals(CRC + String.format("%08x", crc(body)) + "\n")) {
            throw new IllegalArgumentException("the manifest is damaged");
        }
        Map<String, String> values = new LinkedHashMap<>();
        List<FileEntry> files = new ArrayList<>();
        body.lines()
                .skip(1)
                .map(line -> line.split("=", 2))
                .forEach(
                        pair -> {
                            if (pair[0].equals("file")) {
                                files.add(FileEntry.parse(pair[1]));
                            } else {
                                values.put(pair[0], pair[1]);
                            }
                        });
        if (!FORMATS_BEFORE.contains(values.getOrDefault("format", ""))) {
            expect(file, "format", String.valueOf(FORMAT), values);
        }
        expect(file, "vids", VIDS, values);
        return new CheckpointManifest(
                Long.parseLong(values.get("number")),
                Long.parseLong(values.get("stableSn")),
                files);
    }

    private static void expect(Path file, String key, String value, Map<String, String> values) {
        if (!value.equals(values.get(key))) {
            throw UnusableCheckpointException.otherFormat(file, key, value, values.get(key));
        }
    }
}
