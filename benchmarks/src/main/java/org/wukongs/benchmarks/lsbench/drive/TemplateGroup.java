package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.query.MembersView;
import org.wukongs.store.query.QueryTemplate;
import org.wukongs.store.query.TemplateSubscription;
import org.wukongs.store.server.StoreNode;

/**
 * The queries of one template, and its members dealt out to jobs: with one worker all to one, else
 * as evenly as can be.
 */
final class TemplateGroup implements AutoCloseable {

    private final StoreNode node;
    private final CsparqlQuery query;
    private final QueryTemplate template;
    private final IntArrayList queries = new IntArrayList();
    private final List<TemplateSubscription> subscriptions = new ArrayList<>();
    private final List<TemplateJob> jobs = new ArrayList<>();

    TemplateGroup(StoreNode node, CsparqlQuery query, QueryTemplate template) {
        this.node = node;
        this.query = query;
        this.template = template;
    }

    void add(int number, TemplateSubscription subscription) {
        queries.addInt(number);
        subscriptions.add(subscription);
    }

    /** Deals the members out to {@code jobCount} jobs, or fewer where there are not as many. */
    void deal(int jobCount) {
        close();
        MembersView all = template.members();
        int count = Math.min(jobCount, all.memberCount());
        for (int job = 0; job < count; job++) {
            MembersView part = count == 1 ? all : all.subset(numbers(job, count));
            jobs.add(new TemplateJob(node, query, template, part));
        }
    }

    /** Members job + 1, job + 1 + count, … */
    private int[] numbers(int job, int count) {
        IntArrayList numbers = new IntArrayList();
        for (int member = job + 1; member <= template.memberCount(); member += count) {
            numbers.addInt(member);
        }
        return numbers.toIntArray();
    }

    List<TemplateJob> jobs() {
        return jobs;
    }

    /** After all jobs: each query with its rows. */
    void deliver(ContinuousLoad.Listener listener) {
        int count = jobs.size();
        for (int i = 0; i < subscriptions.size(); i++) {
            int index = subscriptions.get(i).member().number() - 1;
            TemplateJob job = jobs.get(index % count);
            int member = index / count + 1;
            listener.executed(
                    queries.getInt(i), job.engineNs(), job.rowCount(member), job.rows(member));
        }
    }

    @Override
    public void close() {
        jobs.forEach(TemplateJob::close);
        jobs.clear();
    }
}
