package org.wukongs.store.copy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.CheckedText;
import org.wukongs.store.checkpoint.CheckedText.Line;
import org.wukongs.store.checkpoint.LogPoint;

/**
 * The manifest of a copy, which lists its files, a {@link CheckedText}:
 *
 * <pre>
 * wukongs copy
 * format=1
 * claim=000000000007-0123456789abcdef
 * number=12
 * made=1767225600000
 * log=0123456789abcdef/70800
 * part=67108864
 * file=checkpoints/terms-7-0 1048576 00c0ffee 000000000006-0123456789abcdef
 * file=log-0123456789abcdef/log-000000000000000004 2097152 0badcafe 000000000007-0123456789abcdef
 * crc32c=90abcdef
 * </pre>
 *
 * <p>A file has its path in the data directory, bytes, CRC32C, and the claim under whose name its
 * parts lie. It is written last, so a copy without one is incomplete.
 *
 * @param number rising within a claim
 * @param madeMs when the snapshot was taken, in ms since 1970
 * @param log which log it has, and up to which position at least; null for none
 */
record CopyManifest(Claim claim, long number, long madeMs, LogPoint log, List<Entry> files) {

    /** 100 bytes a file; the log has some thousand segments, a checkpoint some thousand files. */
    static final int BYTES_MAX = 64 << 20;

    /** No file is larger: a sanity bound, of 16,384 parts. */
    static final long FILE_BYTES_MAX = 1L << 40;

    private static final String HEAD = "wukongs copy";
    private static final String FORMAT = "1";
    private static final int HEX = 16;
    private static final int PATH_CHARS_MAX = 200;

    /** What a data directory has, and nothing that leads out of it. */
    private static final Pattern PATH =
            Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*){0,2}");

    CopyManifest {
        files = List.copyOf(files);
    }

    /**
     * A file.
     *
     * @param claim that of the store which has put it
     */
    record Entry(String path, long bytes, int crc, Claim claim) {

        private static Entry parse(String text) {
            String[] parts = text.split(" ", -1);
            if (parts.length != 4) {
                throw new IllegalArgumentException("not a file: " + text);
            }
            Entry entry =
                    new Entry(
                            parts[0],
                            Long.parseLong(parts[1]),
                            Integer.parseUnsignedInt(parts[2], HEX),
                            Claim.parse(parts[3]));
            boolean isPath =
                    entry.path().length() <= PATH_CHARS_MAX && PATH.matcher(entry.path()).matches();
            if (!isPath || entry.bytes() < 0 || entry.bytes() > FILE_BYTES_MAX) {
                throw new IllegalArgumentException("not a file of a data directory: " + text);
            }
            return entry;
        }

        private String text() {
            return path + " " + bytes + " " + String.format("%08x", crc) + " " + claim;
        }

        /** Returns the names of its parts. */
        List<String> parts() {
            List<String> names = new ArrayList<>();
            for (int part = 0; part < ObjectNames.partCount(bytes); part++) {
                names.add(ObjectNames.part(claim, path, part));
            }
            return names;
        }
    }

    /** Returns the name of its object. */
    String name() {
        return ObjectNames.manifest(claim, number);
    }

    long bytes() {
        return files.stream().mapToLong(Entry::bytes).sum();
    }

    /** Returns the files by their paths. */
    Map<String, Entry> byPath() {
        Map<String, Entry> entries = new HashMap<>();
        files.forEach(entry -> entries.put(entry.path(), entry));
        return entries;
    }

    String text() {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("format", FORMAT));
        lines.add(new Line("claim", claim.toString()));
        lines.add(new Line("number", String.valueOf(number)));
        lines.add(new Line("made", String.valueOf(madeMs)));
        if (log != null) {
            lines.add(new Line("log", log.toString()));
        }
        lines.add(new Line("part", String.valueOf(ObjectNames.PART_BYTES)));
        files.forEach(file -> lines.add(new Line("file", file.text())));
        return CheckedText.of(HEAD, lines);
    }

    /**
     * Reads a manifest.
     *
     * @throws WukongsException FATAL if it is damaged; USER if it has another format
     * @throws IOException if it cannot be read, or is not there
     */
    static CopyManifest read(Place place, String name) throws IOException {
        byte[] bytes;
        try (InputStream in = place.get(name)) {
            bytes = in.readNBytes(BYTES_MAX + 1);
        }
        try {
            if (bytes.length > BYTES_MAX) {
                throw new IllegalArgumentException("it is longer than bytes=" + BYTES_MAX);
            }
            CopyManifest manifest = parsed(place, name, new String(bytes, StandardCharsets.UTF_8));
            if (!manifest.name().equals(name)) {
                throw new IllegalArgumentException("it is that of " + manifest.name());
            }
            return manifest;
        } catch (IllegalArgumentException | IndexOutOfBoundsException | NullPointerException e) {
            throw new WukongsException(
                    Category.FATAL,
                    "the manifest of a copy is damaged: object="
                            + place.describe(name)
                            + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    private static CopyManifest parsed(Place place, String name, String text) {
        Map<String, String> values = new HashMap<>();
        List<Entry> files = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        for (Line line : CheckedText.lines(HEAD, text)) {
            if (!line.key().equals("file")) {
                values.put(line.key(), line.value());
                continue;
            }
            Entry entry = Entry.parse(line.value());
            if (!paths.add(entry.path())) {
                throw new IllegalArgumentException("a file is there twice: " + entry.path());
            }
            files.add(entry);
        }
        expect(place, name, "format", FORMAT, values);
        expect(place, name, "part", String.valueOf(ObjectNames.PART_BYTES), values);
        String log = values.get("log");
        return new CopyManifest(
                Claim.parse(values.get("claim")),
                Long.parseLong(values.get("number")),
                Long.parseLong(values.get("made")),
                log == null ? null : LogPoint.parse(log),
                files);
    }

    private static void expect(
            Place place, String name, String key, String value, Map<String, String> values) {
        if (!value.equals(values.get(key))) {
            throw WukongsException.user(
                    "the copy has another format: object="
                            + place.describe(name)
                            + " key="
                            + key
                            + " expected="
                            + value
                            + " found="
                            + values.get(key));
        }
    }
}
