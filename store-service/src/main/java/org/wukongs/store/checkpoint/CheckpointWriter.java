package org.wukongs.store.checkpoint;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.wukongs.id.Keys;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;
import org.wukongs.store.checkpoint.SharedFiles.GraphsPart;
import org.wukongs.store.checkpoint.SharedFiles.Part;
import org.wukongs.store.checkpoint.SharedFiles.TermsPart;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * Writes the files of a checkpoint that the one before does not have. Used by one thread.
 *
 * @param manifest of all its files
 * @param shared what the next checkpoint need not write again
 * @param newBytes how many bytes were written
 */
record CheckpointWriter(CheckpointManifest manifest, SharedFiles shared, long newBytes) {

    /**
     * Writes files, and returns when they are on disk. Terms are written last: those that were
     * added after the cut do no harm.
     *
     * @param before what the newest checkpoint has
     * @param owner the node of a cluster, null for a node of its own
     */
    static CheckpointWriter write(
            StoreCut cut,
            CheckpointLog log,
            SharedFiles before,
            PartFiles files,
            CheckpointOwner owner,
            Instant made) {
        List<GraphsPart> graphs = GraphParts.write(cut, Keys.OUT, before, files);
        List<GraphsPart> halves =
                owner == null ? List.of() : GraphParts.write(cut, Keys.IN, before, files);
        FileEntry state;
        try (RecordWriter out = files.create(StateFile.NAME)) {
            StateFile.write(cut, out);
            state = out.sync();
        }
        log.await();
        TermDictionary dictionary = cut.dictionary();
        long endedRounds = dictionary.endedRounds();
        long[] predicates = dictionary.predicateVids(); // the counters include their terms
        long[] counters = dictionary.counters();
        List<TermsPart> terms = List.of();
        if (dictionary.isDurable()) {
            dictionary.sync();
        } else {
            terms = TermParts.write(dictionary, counters, before, files);
        }
        FileEntry rest;
        try (RecordWriter out = files.create(TermsFile.DICTIONARY)) {
            TermsFile.writeDictionary(dictionary, predicates, counters, out);
            rest = out.sync();
        }
        log.mark(files.number());
        List<FileEntry> entries = new ArrayList<>();
        terms.forEach(part -> entries.add(part.file()));
        entries.add(rest);
        graphs.forEach(part -> entries.add(part.file()));
        halves.forEach(part -> entries.add(part.file()));
        entries.add(state);
        if (owner != null && cut.cluster().agreed() != null) {
            entries.add(agreed(cut.cluster().agreed(), files));
        }
        LogPoint point = log.id() == 0 ? null : new LogPoint(log.id(), cut.position());
        CheckpointManifest manifest =
                new CheckpointManifest(
                        files.number(), made, cut.coordinator().sn(), point, owner, entries);
        SharedFiles shared =
                new SharedFiles(terms, counters, endedRounds, graphs, halves, cut.stored().sn());
        return new CheckpointWriter(
                manifest, shared, manifest.bytes() - sharedBytes(before, shared));
    }

    private static FileEntry agreed(byte[] agreed, PartFiles files) {
        try (RecordWriter out = files.create(AgreedFile.NAME)) {
            AgreedFile.write(agreed, out);
            return out.sync();
        }
    }

    private static long sharedBytes(SharedFiles before, SharedFiles now) {
        return sharedBytes(before.terms(), now.terms())
                + sharedBytes(before.graphs(), now.graphs())
                + sharedBytes(before.halves(), now.halves());
    }

    private static long sharedBytes(List<? extends Part> before, List<? extends Part> now) {
        Set<Part> there = new HashSet<>(before);
        return now.stream().filter(there::contains).mapToLong(part -> part.file().bytes()).sum();
    }
}
