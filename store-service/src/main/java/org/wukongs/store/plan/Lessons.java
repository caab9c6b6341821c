package org.wukongs.store.plan;

import org.wukongs.csparql.Catalog;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.execution.QueryJob;
import org.wukongs.store.text.KnownTexts;
import org.wukongs.store.text.TextShape;

/**
 * Has texts learned beside the queries: the workers do it, so that no client waits for the parses.
 * An embedded store without workers does it in the caller's thread. Any thread.
 */
public final class Lessons {

    private final JobQueue workers;

    public Lessons(JobQueue workers) {
        this.workers = workers;
    }

    /** Notes that a right text was parsed, and has it learned if it is time. */
    public <T> void parsed(KnownTexts<T> texts, TextShape text, Catalog catalog) {
        if (texts.parsed(text) && !workers.offer(new Lesson<>(texts, text, catalog))) {
            texts.giveUp();
        }
    }

    private record Lesson<T>(KnownTexts<T> texts, TextShape text, Catalog catalog)
            implements QueryJob {

        @Override
        public void run() {
            try {
                QueryGuard.run(
                        () -> {
                            texts.learn(text, catalog);
                            return null;
                        });
            } catch (WukongsException e) {
                texts.restAfter(text); // the text itself goes on being parsed
            }
        }

        @Override
        public void cancel(WukongsException reason) {
            texts.giveUp();
        }
    }
}
