package org.wukongs.fabric.verbs;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs tests where there is no Maven: {@code RunTests CLASS|CLASS#METHOD...}. None may be skipped.
 */
public final class RunTests {

    private RunTests() {}

    private static final class Printing implements TestExecutionListener {

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                System.out.println(result.getStatus() + " " + test.getUniqueId());
            }
        }
    }

    public static void main(String[] tests) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (String test : tests) {
            request.selectors(
                    test.contains("#")
                            ? DiscoverySelectors.selectMethod(test)
                            : DiscoverySelectors.selectClass(test));
        }
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request.build(), listener, new Printing());
        TestExecutionSummary summary = listener.getSummary();
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        summary.printFailuresTo(out, 12);
        long failed = summary.getTotalFailureCount();
        long skipped = summary.getTestsSkippedCount() + summary.getTestsAbortedCount();
        long run = summary.getTestsSucceededCount() + failed + skipped;
        out.printf("Tests run: %d, Failures: %d, Errors: 0, Skipped: %d%n", run, failed, skipped);
        System.exit(failed == 0 && skipped == 0 && run > 0 ? 0 : 1);
    }
}
