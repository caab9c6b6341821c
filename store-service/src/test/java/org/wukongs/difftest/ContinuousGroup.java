package org.wukongs.difftest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.difftest.ContinuousQuery.Window;
import org.wukongs.difftest.Verdict.Outcome;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;

/** Some continuous queries over one history, all from the seed and the group's number. */
final class ContinuousGroup {

    /** Of a group; members of one template are among them where there are templates. */
    static final int QUERY_COUNT = 10;

    private static final int TEMPLATE_TRIES_MAX = 2 * QUERY_COUNT;
    private static final int UNUSUAL_ONE_IN = 10;

    private final int number;
    private final Random random;
    private final Path folder;
    private final int memberCount;
    private final ContinuousStore store;
    private final Tally tally = new Tally();

    /** {@code memberCount}: so many queries each differ in constants only. */
    ContinuousGroup(long seed, int number, Path folder, int memberCount, ContinuousStore store) {
        this.number = number;
        this.memberCount = memberCount;
        this.store = store;
        this.random = Seeds.random(seed, number);
        this.folder = folder;
    }

    Tally run(DifferenceReport report) {
        List<String> graphs = new ArrayList<>(Terms.GRAPHS);
        graphs.addAll(RandomHistory.STREAMS);
        graphs.addAll(RandomHistory.DERIVED);
        graphs.addAll(RandomContinuous.WINDOWS);
        Terms terms = new Terms(random, random.nextInt(UNUSUAL_ONE_IN) == 0, graphs);
        FeedKind kind = store.kind();
        StreamHistory history = new RandomHistory(random, terms, kind).next();
        List<ContinuousTrial> trials = new ArrayList<>();
        if (kind.derivesStreams()) {
            history = deriving(history, terms);
        }
        RandomContinuous queries =
                new RandomContinuous(random, terms, history, kind.seesOwnStreamsOnly());
        RandomMembers members = new RandomMembers(random, terms, history);
        for (int i = 0; i < TEMPLATE_TRIES_MAX && trials.size() < QUERY_COUNT; i++) {
            ContinuousQuery query = queries.next("Q" + i);
            if (query != null && (memberCount == 1 || RandomMembers.hasConstants(query))) {
                for (ContinuousQuery member : members.of(query, memberCount)) {
                    trials.add(new ContinuousTrial(history, member, folder));
                }
            }
        }
        judge(history, trials, report);
        return tally;
    }

    /** With up to two streams that queries derive, the second one maybe from the first. */
    private StreamHistory deriving(StreamHistory history, Terms terms) {
        StreamHistory deriving = history;
        for (String name : RandomHistory.DERIVED) {
            if (random.nextInt(3) == 0) {
                RandomContinuous queries = new RandomContinuous(random, terms, deriving, false);
                ContinuousQuery query = queries.nextDerived(name);
                deriving = query == null ? deriving : deriving.deriving(query);
            }
        }
        return deriving;
    }

    /** All together; one by one where that fails. */
    private void judge(
            StreamHistory history, List<ContinuousTrial> trials, DifferenceReport report) {
        List<ContinuousQuery> all = new ArrayList<>();
        trials.forEach(trial -> all.addAll(trial.queries()));
        Map<String, NavigableMap<Long, WindowResult>> results = null;
        try {
            results = store.run(history, all);
        } catch (WukongsException e) {
            // Which of them it was comes out below.
        }
        for (ContinuousTrial trial : trials) {
            List<Verdict> verdicts =
                    results == null ? alone(history, trial) : trial.verdicts(results);
            if (results != null && memberCount > 1) {
                verdicts = new ArrayList<>(verdicts);
                verdicts.addAll(sameAlone(history, trial, results));
            }
            verdicts.forEach(
                    v -> tally.add(trial.query().query(), features(history, trial.query()), v));
            Verdict worst = worst(verdicts);
            if (worst != null && worst.isDifferent() && !report.isFull()) {
                report(history, trial.query(), worst, report);
            }
        }
    }

    /** A member of a template gives what it gives alone; nothing where that is so. */
    private List<Verdict> sameAlone(
            StreamHistory history,
            ContinuousTrial trial,
            Map<String, NavigableMap<Long, WindowResult>> together) {
        if (ContinuousQuery.isOpen(trial.query().query())) {
            return List.of();
        }
        Map<String, NavigableMap<Long, WindowResult>> alone =
                store.run(history, List.of(trial.query()));
        return trial.compared(together.get(trial.query().name()), alone.get(trial.query().name()));
    }

    private List<Verdict> alone(StreamHistory history, ContinuousTrial trial) {
        try {
            return trial.verdicts(store.run(history, trial.queries()));
        } catch (CsparqlSyntaxException e) {
            return trial.failed(Answer.rejected(e.getMessage()));
        } catch (WukongsException e) {
            return trial.failed(Answer.failed(e.toString()));
        }
    }

    private static Verdict worst(List<Verdict> verdicts) {
        Verdict worst = null;
        for (Verdict verdict : verdicts) {
            worst = worst == null || verdict.isWorseThan(worst) ? verdict : worst;
        }
        return worst;
    }

    private void report(
            StreamHistory history, ContinuousQuery query, Verdict worst, DifferenceReport report) {
        Shrinker shrinker =
                new Shrinker(
                                query.query(),
                                history.data(),
                                (node, data) ->
                                        judge(history.with(data), query.with(node)).outcome()
                                                == worst.outcome())
                        .shrink();
        StreamHistory small = history.with(shrinker.data());
        Verdict verdict = judge(small, query.with(shrinker.query()));
        boolean together = verdict.outcome() != worst.outcome();
        report.add(
                number,
                (together ? "only beside the others of its group: " : "")
                        + query.with(shrinker.query()).text(),
                small.toString(),
                together ? worst : verdict);
    }

    private Verdict judge(StreamHistory history, ContinuousQuery query) {
        int readCount = query.streams().size();
        boolean tooFew =
                readCount == 0
                        || (store.kind().seesOwnStreamsOnly()
                                && readCount < history.streams().size());
        if (tooFew || query.byBlock() || history.isOpen()) {
            return new Verdict(Outcome.REJECTED, "cannot be judged", 0);
        }
        Verdict worst = worst(alone(history, new ContinuousTrial(history, query, folder)));
        return worst == null ? new Verdict(Outcome.AGREED, "no executions", 0) : worst;
    }

    private static Set<String> features(StreamHistory history, ContinuousQuery query) {
        Set<String> features = new HashSet<>();
        features.add(query.emission());
        for (String stream : query.streams()) {
            features.add(history.isDerived(stream) ? "derived stream" : "fed stream");
            features.add(history.lives().isResident(stream) ? "resident" : "visitor");
        }
        if (!history.isUniform()) {
            features.add("batch intervals");
        }
        Set<Long> ranges = new HashSet<>();
        Set<String> streams = new HashSet<>();
        for (Map.Entry<String, Window> window : query.windows().entrySet()) {
            ranges.add(window.getValue().rangeMs());
            if (!streams.add(window.getValue().stream())) {
                features.add("two windows on a stream");
            }
            features.add(RandomContinuous.WINDOWS.contains(window.getKey()) ? "WINDOW" : "STREAM");
            features.add(window.getValue().byCount() ? "TRIPLES" : "RANGE");
            boolean gaps = window.getValue().stepMs() > window.getValue().rangeMs();
            features.add(gaps ? "gaps" : "no gaps");
            if (window.getValue().clause().contains("TUMBLING")) {
                features.add("TUMBLING");
            }
        }
        features.add(ranges.size() > 1 ? "two ranges" : "one range");
        features.add(streams.size() > 1 ? "two streams" : "one stream");
        features.add(query.everyMs() > 0 ? "COMPUTED EVERY" : "smallest step");
        return features;
    }
}
