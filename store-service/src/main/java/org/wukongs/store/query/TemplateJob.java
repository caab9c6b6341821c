package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.wukongs.error.WukongsException;

/**
 * Executions of several queries of one template at one window end, answered by one (docs/adr/0009).
 * Made by the agent, which alone knows the members' numbers.
 */
final class TemplateJob implements QueryJob {

    private final QueryTemplate template;
    private final MembersView members;
    private final List<WindowJob> jobs;
    private final int[] numbers; // the member of each job, in members
    private final WindowExecutor executor;

    /** {@code jobs} are of the template's queries. */
    TemplateJob(QueryTemplate template, List<WindowJob> jobs, WindowExecutor executor) {
        this.template = template;
        this.members = template.members();
        this.jobs = jobs;
        this.numbers = new int[jobs.size()];
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
            outcome = executor.execute(template, asked(), any.query(), any.firstInputs());
        } catch (WukongsException e) {
            // What is too much for all may be little enough for each, and the failure is its own.
            jobs.forEach(WindowJob::run);
            return;
        } catch (Error e) {
            jobs.forEach(job -> job.cancel(broken(e)));
            throw e;
        }
        answer(outcome);
    }

    private static WukongsException broken(Error cause) {
        return new WukongsException(
                WukongsException.Category.FATAL, "the store failed: " + cause, cause);
    }

    /** The members whose queries were asked for; all of them where the others are few. */
    private MembersView asked() {
        Int2IntCounterMap places = new Int2IntCounterMap(0);
        List<Integer> distinct = new ArrayList<>();
        for (int number : numbers) {
            if (places.get(number) == 0) {
                distinct.add(number);
                places.put(number, distinct.size());
            }
        }
        if (distinct.size() > members.memberCount() / 2) {
            return members;
        }
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = places.get(numbers[i]);
        }
        return members.subset(distinct.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Queries with the same constants get the same rows. */
    private void answer(WindowExecutor.SharedOutcome outcome) {
        Int2ObjectHashMap<List<String[]>> rowsByMember = new Int2ObjectHashMap<>();
        for (int i = 0; i < numbers.length; i++) {
            int member = numbers[i];
            List<String[]> rows = rowsByMember.get(member);
            if (rows == null) {
                rows = executor.strings(outcome.rows(), member);
                rowsByMember.put(member, rows);
            }
            jobs.get(i).complete(rows, outcome.snapshot(), outcome.engineNs());
        }
    }

    @Override
    public void cancel(WukongsException reason) {
        jobs.forEach(job -> job.cancel(reason));
    }
}
