package org.wukongs.flink.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.wukongs.client.FailedMembers;
import org.wukongs.client.FetchedTemplate;
import org.wukongs.client.MemberRows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateWindow;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;

/**
 * The windows of all queries of a template: a result for each query that has rows. Queries that are
 * registered or unregistered meanwhile take part from one request to the next.
 */
final class TemplateWindows {

    private final TemplateClient client;
    private final ReaderId reader;
    private final TemplateMembers members;
    private final TemplateDescription description;

    TemplateWindows(TemplateClient client, ReaderId reader) {
        this.client = client;
        this.reader = reader;
        this.members = new TemplateMembers(client, reader.of());
        this.description = TemplateLookup.describe(client, reader.of());
    }

    long stepMs() {
        return description.stepMs();
    }

    /** See {@link TemplateClient#fetch}; all executions of a window end come together. */
    ReadyWindows fetch(long fromWindowEndMs, int windowsMax, Duration wait) {
        FetchedTemplate fetched = client.fetch(reader, fromWindowEndMs, windowsMax, wait);
        if (!fetched.windows().isEmpty()) {
            members.follow(fetched);
        }
        List<FetchedWindow> windows = new ArrayList<>(fetched.windows().size());
        for (TemplateWindow window : fetched.windows()) {
            window.failures().forEach(failed -> check(window, failed));
            windows.add(
                    new FetchedWindow(
                            window.windowEndMs(),
                            results(window),
                            window.windowEndMs() + description.stepMs()));
        }
        return new ReadyWindows(
                windows, fetched.nextWindowEndMs(), fetched.stableMs(), fetched.lastTupleMs());
    }

    private List<WindowResult> results(TemplateWindow window) {
        List<WindowResult> results = new ArrayList<>();
        for (MemberRows member : window.members()) {
            for (String query : members.queries(member.member())) {
                results.add(result(window, query, member.rows()));
            }
        }
        return results;
    }

    private WindowResult result(TemplateWindow window, String query, List<String[]> rows) {
        return new WindowResult(
                query,
                window.windowEndMs(),
                window.snapshot(),
                description.form(),
                description.vars(),
                rows,
                window.engineNs());
    }

    /** As where they are read on their own, queries that cannot be answered are USER errors. */
    private void check(TemplateWindow window, FailedMembers failed) {
        List<String> queries =
                LongStream.of(failed.members())
                        .boxed()
                        .flatMap(member -> members.queries(member).stream())
                        .toList();
        if (!queries.isEmpty()) {
            throw WukongsException.user(
                    failed.message()
                            + " template="
                            + reader.of()
                            + " windowEndMs="
                            + window.windowEndMs()
                            + " query="
                            + queries.get(0)
                            + " queries="
                            + queries.size());
        }
    }
}
