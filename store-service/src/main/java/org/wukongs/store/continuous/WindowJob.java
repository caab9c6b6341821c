package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.Latencies;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.RowsBefore;
import org.wukongs.store.template.TemplateResult;

/**
 * Executions of a template for some or all of its queries, one after the other. The agent makes the
 * job; a worker executes it and adds it to the finished jobs, from which the agent collects it.
 * What the job reads is pinned until then (docs/adr/0009, docs/adr/0026).
 */
final class WindowJob implements PinnedJob {

    /** A job ends after this many rows: as strings they may be as much as an answer holds. */
    private static final int ROWS_MAX = 1 << 20;

    /** Jobs with the same key execute the same and can be one job. */
    record Key(Object subject, MembersView members, long first, long last, long before) {}

    private final QueryTemplate template;
    private final WindowSubject whole; // the template's reader; null for some of its queries
    private final RegisteredQuery any;
    private final boolean compares;
    private final MembersView members; // members of the template when the job was made
    private final WindowInputs before; // the execution before the first; null if there is none
    private final List<WindowInputs> inputs;
    private final WindowExecutor executor;
    private final Queue<PinnedJob> finished;
    private final List<WindowShare> shares = new ArrayList<>(1);
    private final AtomicInteger openShares = new AtomicInteger();
    private int place; // among the jobs in flight
    private ExecutionBudget held; // for the results until all are sent; null while there are none

    /**
     * {@code before} is the execution before the first, null if there was none or the queries do
     * not compare.
     */
    WindowJob(
            WindowSubject subject,
            WindowInputs before,
            List<WindowInputs> inputs,
            WindowExecutor executor,
            Queue<PinnedJob> finished) {
        this.template = subject.template();
        this.whole = subject.subscription() == null ? subject : null;
        this.any = subject.any();
        this.compares = QueryStreams.comparesBefore(any.query());
        this.members = template.members();
        this.before = before;
        this.inputs = inputs;
        this.executor = executor;
        this.finished = finished;
    }

    // By the agent, before the job is handed over

    Key key() {
        return new Key(
                whole == null ? template : whole,
                members,
                inputs.get(0).number(),
                inputs.get(inputs.size() - 1).number(),
                before == null ? Long.MIN_VALUE : before.number());
    }

    void add(WindowShare share) {
        shares.add(share);
        share.of(this);
        openShares.incrementAndGet();
    }

    /** Takes over the shares of a job of the same {@link #key}. */
    void addAll(WindowJob other) {
        other.shares.forEach(this::add);
    }

    void remove(WindowShare share) {
        shares.remove(share);
        openShares.decrementAndGet();
    }

    @Override
    public int place() {
        return place;
    }

    @Override
    public void place(int newPlace) {
        place = newPlace;
    }

    int windowCount() {
        return inputs.size();
    }

    @Override
    public RegisteredQuery query() {
        return any;
    }

    @Override
    public long firstWindowEndMs() {
        return inputs.get(0).windowEndMs();
    }

    // By the thread that runs the job

    @Override
    public void run() {
        WindowInputs previous = before;
        int next = 0;
        try {
            long rowCount = 0;
            while (next < inputs.size() && rowCount < ROWS_MAX) {
                List<WindowShare> open = open();
                if (open.isEmpty()) {
                    break;
                }
                rowCount += execute(open, inputs.get(next), previous);
                previous = inputs.get(next++);
            }
            if (next < inputs.size()) {
                long nextMs = inputs.get(next).windowEndMs();
                shares.forEach(share -> share.stop(nextMs));
            }
        } catch (RuntimeException e) {
            WindowInputs failed = inputs.get(next);
            open().forEach(share -> fail(share, e, failed));
        } finally {
            end();
        }
    }

    private List<WindowShare> open() {
        List<WindowShare> open = new ArrayList<>(shares.size());
        for (WindowShare share : shares) {
            if (!share.isStopped()) {
                open.add(share);
            }
        }
        return open;
    }

    /**
     * Executes one window for some shares, in a list that this may change; returns how many rows
     * were found.
     */
    private long execute(List<WindowShare> asked, WindowInputs now, WindowInputs previous) {
        List<WindowShare> apart = new ArrayList<>();
        if (compares && previous != null) {
            apart.addAll(takeOthers(asked, previous));
        }
        long rowCount = 0;
        try {
            rowCount = executeTogether(asked, apart, now, previous);
        } catch (WukongsException e) {
            if (asked.size() == 1) {
                fail(asked.get(0), e, now);
            } else {
                apart.addAll(asked);
            }
        }
        apart.forEach(share -> execute(new ArrayList<>(List.of(share)), now, previous));
        return rowCount;
    }

    /**
     * Executes for all shares; adds to {@code apart} those that failed together and may succeed
     * alone.
     */
    private long executeTogether(
            List<WindowShare> asked,
            List<WindowShare> apart,
            WindowInputs now,
            WindowInputs previous) {
        MembersView view = view(asked);
        RowsBefore rowsBefore =
                compares && previous != null ? remembered(asked, view, previous) : null;
        TemplateResult found = executor.execute(template, view, now, previous, rowsBefore);
        TemplateResult result = compares ? executor.difference(any, found, rowsBefore) : found;
        hold(result);
        for (WindowShare share : asked) {
            int number = number(share, view);
            WukongsException failure = number == 0 ? null : result.failure(number);
            if (failure == null) {
                share.add(result, number);
                if (compares) {
                    share.remember(now.number(), found, found.rows().bytes() / asked.size());
                }
            } else if (asked.size() > 1 && result.failedWithOthers(number)) {
                apart.add(share);
            } else {
                fail(share, failure, now);
            }
        }
        return result.rows().table().size();
    }

    private void fail(WindowShare share, RuntimeException reason, WindowInputs at) {
        executor.failed(share.any(), reason);
        share.fail(reason, at.windowEndMs());
    }

    private int number(WindowShare share, MembersView view) {
        return share.member() == 0 ? 0 : view.numberOf(members, share.member());
    }

    /**
     * Removes queries whose readers got other rows than a query with the same constants, because
     * they read other snapshots.
     */
    private static List<WindowShare> takeOthers(List<WindowShare> asked, WindowInputs previous) {
        List<WindowShare> others = new ArrayList<>();
        Map<Integer, Optional<TemplateResult>> told = new HashMap<>();
        for (WindowShare share : asked) {
            Optional<TemplateResult> own = Optional.ofNullable(share.remembered(previous.number()));
            Optional<TemplateResult> first = told.putIfAbsent(share.member(), own);
            if (first != null && first.orElse(null) != own.orElse(null)) {
                others.add(share);
            }
        }
        asked.removeAll(others);
        return others;
    }

    /** The members asked for; all members if the others are few and nothing is compared. */
    private MembersView view(List<WindowShare> asked) {
        if (whole != null || members.memberCount() == 1) {
            return members;
        }
        if (asked.size() == 1) {
            return members.subset(asked.get(0).member());
        }
        int[] numbers = asked.stream().mapToInt(WindowShare::member).sorted().distinct().toArray();
        int enough = compares ? members.memberCount() : members.memberCount() / 2 + 1;
        return numbers.length >= enough ? members : members.subset(numbers);
    }

    private RowsBefore remembered(
            List<WindowShare> asked, MembersView view, WindowInputs previous) {
        if (asked.size() == 1) {
            return RowsBefore.of(view, asked.get(0).remembered(previous.number()));
        }
        TemplateResult[] own = new TemplateResult[view.memberCount() + 1];
        for (WindowShare share : asked) {
            own[number(share, view)] = share.remembered(previous.number());
        }
        return RowsBefore.of(view, own);
    }

    private void hold(TemplateResult result) {
        if (result.rows().table().size() > 0) {
            held = held == null ? executor.resultBudget() : held;
            held.takeBytes(result.rows().bytes());
        }
    }

    @Override
    public void cancel(WukongsException reason) {
        shares.forEach(share -> share.fail(reason, firstWindowEndMs()));
        end();
    }

    private void end() {
        finished.add(this);
        shares.forEach(WindowShare::end);
    }

    /**
     * Called when one of its shares has been sent; after the last, its results are no longer held.
     */
    void release() {
        if (openShares.decrementAndGet() == 0 && held != null) {
            held.close();
        }
    }

    @Override
    public void record(Latencies latencies) {
        for (WindowShare share : shares) {
            share.record(latencies);
        }
    }
}
