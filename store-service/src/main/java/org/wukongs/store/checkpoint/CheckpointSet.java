package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.log.StorageDirectory;

/**
 * The checkpoints of a data directory. They share files, in one directory:
 *
 * <pre>
 * checkpoints/chk-7             the manifest of a checkpoint
 * checkpoints/chk-5.abandoned   that of one that a start was told to do without
 * checkpoints/graphs-5-1        a file that checkpoint 5 has written, and 7 perhaps shares
 * chk-4/                        a checkpoint of a format before 7, with its files and manifest
 * chk-3.abandoned/, chk-2.damaged/
 * </pre>
 *
 * <p>Invariants: all files that a manifest names are on disk before it has its name; a file never
 * changes, and its name is not given again; numbers are never reused. Files that no manifest names
 * are leftovers of a checkpoint that failed, or were pruned; they are deleted by the next start or
 * checkpoint. Any thread.
 */
final class CheckpointSet {

    /** Name of the directory. */
    static final String DIRECTORY = "checkpoints";

    /** Suffix of one that was abandoned. */
    static final String ABANDONED = ".abandoned";

    /** Suffix that earlier versions gave to a checkpoint that they could not read. */
    static final String DAMAGED = ".damaged";

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointSet.class);

    private static final String TEMPORARY = ".tmp";
    private static final String MANIFEST = "manifest"; // in a directory of its own
    private static final Pattern CHECKPOINT = Pattern.compile("chk-(\\d{1,18})(\\.\\w+)?");
    private static final Pattern FILE =
            Pattern.compile(
                    "(terms|dictionary|graphs|halves|state|agreed)-(\\d{1,18})(-\\d{1,9})?");

    private final Path data;
    private final Function<Path, StorageDirectory> storage;
    private final StorageDirectory files;

    /**
     * @param data the data directory
     * @param storage the files in a directory
     */
    CheckpointSet(Path data, Function<Path, StorageDirectory> storage) {
        this.data = data;
        this.storage = storage;
        this.files = storage.apply(data.resolve(DIRECTORY));
    }

    /** Returns the name of a checkpoint. */
    static String name(long number) {
        return "chk-" + number;
    }

    /** Makes the directory, if there is none. */
    void create() throws IOException {
        if (!Files.exists(data.resolve(DIRECTORY))) {
            Files.createDirectory(data.resolve(DIRECTORY));
            CheckpointFiles.syncDirectory(data);
        }
    }

    StorageDirectory files() {
        return files;
    }

    /** Where checkpoints are, by number, those with any suffix. */
    private List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> paths = Files.list(data)) {
            paths.map(path -> path.getFileName().toString())
                    .forEach(name -> addIfCheckpoint(name, true, entries));
        }
        for (String name : fileNames()) {
            addIfCheckpoint(name, false, entries);
        }
        return entries;
    }

    private List<String> fileNames() throws IOException {
        try {
            return files.list();
        } catch (NoSuchFileException e) {
            return List.of(); // of an earlier version
        }
    }

    private record Entry(long number, String suffix, boolean hasOwnDirectory) {

        String name() {
            return CheckpointSet.name(number) + suffix;
        }
    }

    private static void addIfCheckpoint(String name, boolean isDirectory, List<Entry> to) {
        Matcher matcher = CHECKPOINT.matcher(name);
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            to.add(
                    new Entry(
                            number, Objects.requireNonNullElse(matcher.group(2), ""), isDirectory));
        }
    }

    /** Returns the numbers of all complete checkpoints with one of the suffixes, newest first. */
    List<Long> numbers(String... suffixes) {
        Set<String> wanted = Set.of(suffixes);
        try {
            return entries().stream()
                    .filter(entry -> wanted.contains(entry.suffix()))
                    .map(Entry::number)
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot list checkpoints", data, e);
        }
    }

    /** Returns the newest number of any checkpoint, complete or not, or of its files; or 0. */
    long newestNumber() throws IOException {
        long newest = 0;
        for (Entry entry : entries()) {
            newest = Math.max(newest, entry.number());
        }
        for (String name : fileNames()) {
            Matcher matcher = FILE.matcher(name);
            newest =
                    matcher.matches() ? Math.max(newest, Long.parseLong(matcher.group(2))) : newest;
        }
        return newest;
    }

    /** Returns where a checkpoint is, whatever its suffix. */
    CheckpointPlace place(long number) {
        Entry entry = entry(number);
        Path path = path(entry);
        return entry.hasOwnDirectory()
                ? new CheckpointPlace(number, path, storage.apply(path), MANIFEST)
                : new CheckpointPlace(number, path, files, entry.name());
    }

    private Path path(Entry entry) {
        return entry.hasOwnDirectory()
                ? data.resolve(entry.name())
                : Path.of(files.describe(entry.name()));
    }

    private Entry entry(long number) {
        TreeMap<String, Entry> bySuffix = new TreeMap<>();
        try {
            for (Entry entry : entries()) {
                if (entry.number() == number) {
                    bySuffix.put(entry.suffix(), entry);
                }
            }
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot list checkpoints", data, e);
        }
        return bySuffix.isEmpty() ? new Entry(number, "", false) : bySuffix.firstEntry().getValue();
    }

    /** Gives a checkpoint the suffix of one that was abandoned. */
    void putAside(long number) {
        Entry entry = entry(number);
        Entry aside = new Entry(number, ABANDONED, entry.hasOwnDirectory());
        try {
            if (entry.hasOwnDirectory()) {
                Files.move(path(entry), path(aside), StandardCopyOption.ATOMIC_MOVE);
            } else {
                files.rename(entry.name(), aside.name());
                files.sync();
            }
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot rename an abandoned checkpoint", path(entry), e);
        }
        LOG.warn("{} was abandoned as requested, and is now {}", path(entry), path(aside));
    }

    /** Publishes a checkpoint whose files are on disk; it is durable when this returns. */
    void publish(CheckpointManifest manifest) throws IOException {
        files.sync();
        CheckpointFiles.write(files, name(manifest.number()), manifest.text());
    }

    /** Deletes the oldest checkpoints, and files that none names any more. */
    void retain(int count) throws IOException {
        List<Long> numbers = numbers("");
        for (long number : numbers.subList(Math.min(count, numbers.size()), numbers.size())) {
            Entry entry = entry(number);
            if (entry.hasOwnDirectory()) {
                PathUtils.deleteDirectory(path(entry));
            } else {
                files.delete(entry.name());
                files.sync(); // before the files that it names
            }
        }
        deleteUnnamed();
    }

    /** Deletes what was begun and not finished. */
    void deleteBegun() throws IOException {
        for (Entry entry : entries()) {
            if (entry.suffix().equals(TEMPORARY) && entry.hasOwnDirectory()) {
                PathUtils.deleteDirectory(path(entry));
            }
        }
        deleteUnnamed();
    }

    /**
     * Deletes files that no manifest names. If a manifest cannot be read, nobody knows what it
     * names, so everything stays.
     */
    private void deleteUnnamed() throws IOException {
        Set<String> named = new HashSet<>();
        List<String> names = fileNames();
        for (String name : names) {
            Matcher checkpoint = CHECKPOINT.matcher(name);
            if (!checkpoint.matches() || TEMPORARY.equals(checkpoint.group(2))) {
                continue;
            }
            long number = Long.parseLong(checkpoint.group(1));
            try {
                new CheckpointPlace(number, data, files, name)
                        .manifest()
                        .files()
                        .forEach(entry -> named.add(entry.name()));
            } catch (UnusableCheckpointException e) {
                LOG.warn("files that no checkpoint needs are kept: {}", e.getMessage());
                return;
            }
        }
        for (String name : names) {
            Matcher checkpoint = CHECKPOINT.matcher(name);
            boolean isBegun = checkpoint.matches() && TEMPORARY.equals(checkpoint.group(2));
            if (isBegun || (FILE.matcher(name).matches() && !named.contains(name))) {
                files.delete(name);
            }
        }
    }

    /**
     * Deletes what a checkpoint that has failed has left; if that fails too, the next start does.
     */
    void discardBegun() {
        try {
            deleteBegun();
        } catch (IOException e) {
            LOG.warn("files of an incomplete checkpoint stay until the next start: {}", data, e);
        }
    }
}
