package org.wukongs.flink.source;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.wukongs.client.FailedMembers;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.MemberRows;
import org.wukongs.client.ReaderId.Kind;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TemplateWindow;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;

/**
 * Makes the results of a split: those of its query, or those of all queries of its template that
 * have rows. Queries that are registered or unregistered meanwhile are added to a template, or
 * removed, between two requests. Owned by the fetch thread.
 */
final class SplitResults {

    private final MemberQueries queries; // of the split's template; null for a query
    private final long stepMs;

    /** Asks the store about the split's query or template; USER error if none has that name. */
    SplitResults(StoreClient client, QuerySplit split) {
        boolean template = split.kind() == Kind.TEMPLATE;
        this.queries = template ? new MemberQueries(client.templates(), split.name()) : null;
        this.stepMs =
                template
                        ? client.templates().describe(split.name()).stepMs()
                        : client.describeQuery(split.name()).stepMs();
    }

    long stepMs() {
        return stepMs;
    }

    /** The results by window end: those of one execution, or of several if blocks end together. */
    ReadyWindows ready(FetchedWindows fetched) {
        if (queries != null && !fetched.windows().isEmpty()) {
            queries.follow(fetched);
        }
        List<FetchedWindow> ready = new ArrayList<>();
        List<TemplateWindow> windows = fetched.windows();
        int to;
        for (int from = 0; from < windows.size(); from = to) {
            long windowEndMs = windows.get(from).windowEndMs();
            List<WindowResult> results = new ArrayList<>();
            for (to = from;
                    to < windows.size() && windows.get(to).windowEndMs() == windowEndMs;
                    to++) {
                results.addAll(results(fetched, windows.get(to)));
            }
            ready.add(new FetchedWindow(windowEndMs, results, windowEndMs + stepMs));
        }
        return new ReadyWindows(
                ready, fetched.nextWindowEndMs(), fetched.stableMs(), fetched.lastTupleMs());
    }

    private List<WindowResult> results(FetchedWindows fetched, TemplateWindow window) {
        if (queries == null) {
            return List.of(fetched.result(window));
        }
        window.failures().forEach(failed -> check(fetched, window, failed));
        List<WindowResult> results = new ArrayList<>();
        for (MemberRows member : window.members()) {
            for (String query : queries.of(member.member())) {
                results.add(fetched.result(query, window, member.rows()));
            }
        }
        return results;
    }

    /** USER error if queries cannot be answered, as if they were read on their own. */
    private void check(FetchedWindows fetched, TemplateWindow window, FailedMembers failed) {
        List<String> names =
                LongStream.of(failed.members())
                        .boxed()
                        .flatMap(member -> queries.of(member).stream())
                        .toList();
        if (!names.isEmpty()) {
            throw WukongsException.user(
                    failed.message()
                            + " template="
                            + fetched.name()
                            + " windowEndMs="
                            + window.windowEndMs()
                            + " query="
                            + names.get(0)
                            + " queries="
                            + names.size());
        }
    }
}
