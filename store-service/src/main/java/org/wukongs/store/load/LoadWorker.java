package org.wukongs.store.load;

import org.eclipse.rdf4j.model.Statement;
import org.wukongs.store.load.WorkQueue.Work;

/** One thread of a load: parses blocks and files, encodes them, and keeps the triples. */
final class LoadWorker {

    private final LoadRun run;
    private final TripleEncoder encoder;
    private final LoadFailures failures;
    private final StagedGraphs staged = new StagedGraphs();
    private final BlockParser triples;
    private final BlockParser quads;
    private long otherStatementCount;

    LoadWorker(LoadRun run, TripleEncoder encoder, LoadFailures failures) {
        this.run = run;
        this.encoder = encoder;
        this.failures = failures;
        this.triples = new BlockParser(false, encoder, staged, failures);
        this.quads = new BlockParser(true, encoder, staged, failures);
    }

    StagedGraphs staged() {
        return staged;
    }

    long statementCount() {
        return triples.statementCount() + quads.statementCount() + otherStatementCount;
    }

    /** Works until the queue has no more work. */
    void work(WorkQueue queue) {
        try {
            for (Work work = queue.take(); work != null; work = queue.take()) {
                run(work);
                queue.done();
            }
            flush();
        } catch (InterruptedException e) {
            failures.abort(LoadRun.interrupted());
            Thread.currentThread().interrupt();
        } finally {
            queue.leave();
        }
    }

    /** Does one piece of work; an error ends the load, not the thread. */
    void run(Work work) {
        try {
            work.run(this);
            run.checkStaged();
        } catch (RuntimeException | Error e) {
            failures.abort(e);
        }
    }

    void flush() {
        try {
            encoder.flush();
        } catch (RuntimeException | Error e) {
            failures.abort(e);
        }
    }

    void parse(ByteBlock block) {
        if (!failures.stoppedBefore(block.file(), block.ordinal())) {
            (block.file().quads() ? quads : triples).parse(block);
        }
    }

    void parse(SourceFile file) {
        if (!failures.stoppedBefore(file, 0)) {
            new RioFile(file, failures, run.options().bytesRead(), this::handOver).parse();
        }
    }

    private void handOver(StatementChunk chunk) {
        if (!run.offer(worker -> worker.encode(chunk))) {
            encode(chunk);
        }
    }

    private void encode(StatementChunk chunk) {
        if (failures.stopped()) {
            return;
        }
        SourceFile file = chunk.file();
        String prefix = file.blankNodePrefix();
        for (int i = 0; i < chunk.length(); i++) {
            Statement statement = chunk.statements()[i];
            encoder.add(
                    staged.buffer(RioTerms.graph(statement, file.graph(), prefix)),
                    RioTerms.term(statement.getSubject(), prefix),
                    RioTerms.term(statement.getPredicate(), prefix),
                    RioTerms.term(statement.getObject(), prefix));
        }
        otherStatementCount += chunk.length();
    }
}
