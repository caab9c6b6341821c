package org.wukongs.store.dictionary;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of its own that fills a dictionary on disk from two threads and says which ids it got,
 * until it is killed. Arguments: directory, number of the run.
 */
final class DictionaryChild {

    static final String LINE_END = "\t.";

    private static final int THREADS = 2;
    private static final int BATCH = 7;

    private DictionaryChild() {}

    public static void main(String[] args) {
        TermDictionary dictionary =
                TermDictionary.open(
                        DictionaryConfig.inMemory(TermDictionary.TERM_COUNT_MAX_DEFAULT)
                                .withDirectory(Path.of(args[0])));
        for (int thread = 0; thread < THREADS; thread++) {
            String prefix = "<http://x/" + args[1] + "/";
            boolean syncs = thread == 0;
            new Thread(() -> fill(dictionary, prefix, syncs)).start();
        }
    }

    /** Both threads ask for the same terms. */
    private static void fill(TermDictionary dictionary, String prefix, boolean syncs) {
        for (int i = 0; ; i += BATCH) {
            List<String> terms = new ArrayList<>();
            for (int j = 0; j < BATCH; j++) {
                terms.add(prefix + (i + j) + ">");
            }
            long[] vids = dictionary.vertexIds(terms);
            StringBuilder lines = new StringBuilder();
            for (int j = 0; j < BATCH; j++) {
                lines.append(vids[j])
                        .append('\t')
                        .append(terms.get(j))
                        .append(LINE_END)
                        .append('\n');
            }
            System.out.print(lines);
            if (syncs && i % 100 == 0) {
                dictionary.sync();
            }
        }
    }
}
