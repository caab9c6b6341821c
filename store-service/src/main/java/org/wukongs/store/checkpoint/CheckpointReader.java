package org.wukongs.store.checkpoint;

import java.nio.BufferUnderflowException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.checkpoint.SharedFiles.GraphsPart;
import org.wukongs.store.checkpoint.SharedFiles.TermsPart;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * Reads a checkpoint: its terms in another thread if one is free, everything else in the caller's.
 */
final class CheckpointReader {

    private final CheckpointPlace place;
    private final CheckpointManifest manifest;
    private final Instant made;

    private CheckpointReader(CheckpointPlace place) {
        this.place = place;
        this.manifest = place.manifest();
        this.made = place.made(manifest);
    }

    /**
     * Reads the manifest of a checkpoint, and returns a reader.
     *
     * @throws UnusableCheckpointException if it cannot be read, or differs from what was written
     */
    static CheckpointReader open(CheckpointPlace place) {
        return new CheckpointReader(place);
    }

    /**
     * Reads all files and compares them with the manifest.
     *
     * @throws UnusableCheckpointException if a file cannot be read, or differs
     */
    CheckpointReader verify(ReadProgress progress) {
        Progress all = new Progress(progress, "the checkpoint " + name() + ", CRCs");
        for (FileEntry entry : manifest.files()) {
            FileInput.open(place.files(), entry, all.of()).close();
        }
        return this;
    }

    CheckpointManifest manifest() {
        return manifest;
    }

    /** Returns the name of the checkpoint. */
    String name() {
        return place.path().getFileName().toString();
    }

    /** Returns when it was made, in whole seconds. */
    Instant made() {
        return made;
    }

    /** How much of all files was read. Any thread. */
    private final class Progress {

        private final ReadProgress progress;
        private final AtomicLong bytes = new AtomicLong();

        Progress(ReadProgress progress, String what) {
            this.progress = progress;
            progress.begin(what, manifest.bytes());
        }

        /** Returns what is told how much of one file was read; the first time counts. */
        LongConsumer of() {
            long[] before = {0};
            return count -> {
                long more = Math.max(0, count - before[0]);
                before[0] += more;
                long sum = bytes.addAndGet(more);
                synchronized (progress) {
                    progress.read(sum);
                }
            };
        }
    }

    /**
     * Reads the checkpoint into an empty node. Each file is compared with the manifest before
     * anything of it is used; if one differs, the node has a part of the checkpoint and is of no
     * use.
     *
     * @return what the next checkpoint can share
     * @throws UnusableCheckpointException if a file cannot be read, or differs
     */
    SharedFiles read(RestoredNode node, ReadProgress progress) {
        Progress all = new Progress(progress, "the checkpoint " + name());
        TermDictionary dictionary = node.dictionary();
        ForkJoinTask<List<TermsPart>> terms =
                ForkJoinPool.commonPool().submit(() -> readTerms(dictionary, all));
        List<GraphsPart> graphs = new ArrayList<>();
        List<GraphsPart> halves = new ArrayList<>();
        try {
            readGraphs(node, all, graphs, halves);
        } finally {
            terms.quietlyJoin(); // it writes to memory that the caller frees
        }
        List<TermsPart> termParts = terms.join();
        long[] counters = dictionary.counters();
        readAll(StateFile.NAME, all, (entry, in) -> StateFile.read(in, node));
        return manifest.format() < CheckpointManifest.FORMAT_SHARED
                ? SharedFiles.none(counters.length)
                : new SharedFiles(
                        termParts,
                        counters,
                        dictionary.endedRounds(),
                        graphs,
                        halves,
                        node.stored().memory().publishedSnapshot());
    }

    private List<TermsPart> readTerms(TermDictionary dictionary, Progress progress) {
        List<TermsPart> parts = new ArrayList<>();
        readAll(
                TermsFile.NAME,
                progress,
                (entry, in) -> parts.add(new TermsPart(TermsFile.read(in, dictionary), entry)));
        readAll(TermsFile.DICTIONARY, progress, (entry, in) -> TermsFile.read(in, dictionary));
        return parts;
    }

    private void readGraphs(
            RestoredNode node, Progress progress, List<GraphsPart> parts, List<GraphsPart> halves) {
        GraphsFile graphs =
                node.cluster() == null
                        ? new GraphsFile(node.stored())
                        : new GraphsFile(node.stored(), manifest.stableSn());
        readGraphs(graphs, GraphsFile.NAME, progress, parts);
        readGraphs(graphs, GraphsFile.HALVES, progress, halves);
        graphs.end();
    }

    private void readGraphs(
            GraphsFile graphs, String kind, Progress progress, List<GraphsPart> parts) {
        readAll(
                kind,
                progress,
                (entry, in) -> {
                    graphs.read(kind, in);
                    parts.add(new GraphsPart(graphs.fromGraph(), graphs.fromVid(), entry));
                });
    }

    /**
     * Returns what all nodes of the cluster have agreed on, null if the checkpoint does not have
     * it.
     *
     * @throws UnusableCheckpointException if the file cannot be read, or differs
     */
    byte[] agreed() {
        byte[][] agreed = {null};
        readAll(
                AgreedFile.NAME,
                new Progress(ReadProgress.NONE, name()),
                (entry, in) -> agreed[0] = AgreedFile.read(in));
        return agreed[0];
    }

    private interface FileReader {
        void read(FileEntry entry, RecordReader in);
    }

    /**
     * Reads all files of a kind. An error in a record is reported with its place, even if the file
     * is intact.
     */
    private void readAll(String kind, Progress progress, FileReader reading) {
        for (FileEntry entry : manifest.files()) {
            if (PartFiles.isOf(kind, entry)) {
                read(entry, progress, reading);
            }
        }
    }

    private void read(FileEntry entry, Progress progress, FileReader reading) {
        try (RecordReader in = new RecordReader(place.files(), entry, progress.of())) {
            try {
                reading.read(entry, in);
            } catch (BufferUnderflowException
                    | IllegalStateException
                    | IllegalArgumentException
                    | IndexOutOfBoundsException
                    | NullPointerException e) {
                throw in.damaged("a record is invalid: " + e, e);
            }
        }
    }

    Restored restored(RestoredNode node) {
        return new Restored(
                manifest.number(),
                manifest.log(),
                place.path().toAbsolutePath(),
                made,
                node.stored().tripleCount(),
                node.dictionary().termCount(),
                node.streamCount(),
                node.queryCount());
    }
}
