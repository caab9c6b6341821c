package org.wukongs.store.continuous;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.execution.QueryJob;
import org.wukongs.store.template.QueryTemplate;

/**
 * Jobs on their way to the workers: those of queries of one template at one window end become one.
 * The agent's thread.
 */
final class JobGroups {

    private record Key(QueryTemplate template, long windowEndMs) {}

    private final Map<Key, List<WindowJob>> groups = new LinkedHashMap<>();
    private final Deque<QueryJob> ready = new ArrayDeque<>();
    private final WindowExecutor executor;

    JobGroups(WindowExecutor executor) {
        this.executor = executor;
    }

    void add(WindowJob job) {
        QueryTemplate template = job.template();
        if (template == null) {
            ready.add(job);
        } else {
            Key key = new Key(template, job.firstWindowEndMs());
            groups.computeIfAbsent(key, k -> new ArrayList<>()).add(job);
        }
    }

    /** Hands over what was added, as far as there is room; true where nothing is left. */
    boolean flush(JobQueue queue) {
        groups.forEach((key, jobs) -> share(key.template(), jobs));
        groups.clear();
        while (!ready.isEmpty() && queue.offer(ready.peek())) {
            ready.remove();
        }
        return ready.isEmpty();
    }

    private void share(QueryTemplate template, List<WindowJob> jobs) {
        List<WindowJob> members = new ArrayList<>(jobs.size());
        for (WindowJob job : jobs) {
            if (job.template() == template) {
                members.add(job);
            } else {
                ready.add(job); // unregistered meanwhile, so it is no member any more
            }
        }
        if (members.size() > 1) {
            ready.add(new TemplateJob(template, members, executor));
        } else {
            ready.addAll(members);
        }
    }
}
