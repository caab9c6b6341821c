package org.wukongs.store.continuous;

import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.execution.QueryJob;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateRows;

/**
 * Executions of several queries of one template at one window end, answered by one (docs/adr/0009).
 * Made by the agent, which alone knows the members' numbers.
 */
final class TemplateJob implements QueryJob {

    private final QueryTemplate template;
    private final MembersView members;
    private final List<WindowJob> jobs;
    private final int[] numbers; // the member of each job, in members
    private final int[] numbersBefore; // as above, 0 where the execution before is not needed
    private final WindowExecutor executor;

    /** {@code jobs} are of the template's queries. */
    TemplateJob(QueryTemplate template, List<WindowJob> jobs, WindowExecutor executor) {
        this.template = template;
        this.members = template.members();
        this.jobs = jobs;
        this.numbers = new int[jobs.size()];
        this.numbersBefore = new int[jobs.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = jobs.get(i).query().subscription().member().number();
        }
        this.executor = executor;
    }

    @Override
    public void run() {
        WindowExecutor.SharedOutcome outcome;
        try {
            WindowJob any = jobs.get(0);
            WindowExecutor.Share before = before();
            MembersView asked = subset(numbers);
            outcome =
                    executor.execute(
                            template,
                            any.query(),
                            new WindowExecutor.Share(asked, any.firstInputs()),
                            before);
        } catch (WukongsException e) {
            // What is too much for all may be little enough for each, and the failure is its own.
            jobs.forEach(WindowJob::run);
            return;
        }
        answer(outcome);
    }

    /**
     * Who of them has to be compared with an execution that is not remembered, null where nobody.
     */
    private WindowExecutor.Share before() {
        WindowInputs inputs = null;
        for (int i = 0; i < numbers.length; i++) {
            WindowInputs unknown = jobs.get(i).unknownBefore();
            numbersBefore[i] = unknown == null ? 0 : numbers[i];
            inputs = unknown == null ? inputs : unknown;
        }
        return inputs == null ? null : new WindowExecutor.Share(subset(numbersBefore), inputs);
    }

    /**
     * The members of these numbers, which become those in the subset; all members where the others
     * are few. 0 is none.
     */
    private MembersView subset(int[] of) {
        int[] distinct =
                Arrays.stream(of).filter(number -> number > 0).sorted().distinct().toArray();
        if (distinct.length > members.memberCount() / 2) {
            return members;
        }
        for (int i = 0; i < of.length; i++) {
            of[i] = of[i] == 0 ? 0 : Arrays.binarySearch(distinct, of[i]) + 1;
        }
        return members.subset(distinct);
    }

    /** Queries with the same constants get the same rows. */
    private void answer(WindowExecutor.SharedOutcome outcome) {
        Int2ObjectHashMap<List<String[]>> now = new Int2ObjectHashMap<>();
        Int2ObjectHashMap<List<String[]>> before = new Int2ObjectHashMap<>();
        for (int i = 0; i < numbers.length; i++) {
            WindowJob job = jobs.get(i);
            List<String[]> rows;
            List<String[]> rowsBefore = null;
            try {
                rows = strings(now, outcome.rows(), numbers[i], job);
                if (numbersBefore[i] != 0) {
                    rowsBefore = strings(before, outcome.rowsBefore(), numbersBefore[i], job);
                }
            } catch (WukongsException e) {
                job.cancel(e);
                continue;
            }
            job.complete(rows, rowsBefore, outcome.snapshot(), outcome.engineNs());
        }
    }

    private List<String[]> strings(
            Int2ObjectHashMap<List<String[]>> known, TemplateRows rows, int member, WindowJob job) {
        List<String[]> strings = known.get(member);
        if (strings == null) {
            strings =
                    rows.size(member) == 0
                            ? List.of()
                            : QueryGuard.run(() -> executor.strings(rows, member, job.held()));
            known.put(member, strings);
        }
        return strings;
    }

    @Override
    public void cancel(WukongsException reason) {
        jobs.forEach(job -> job.cancel(reason));
    }
}
