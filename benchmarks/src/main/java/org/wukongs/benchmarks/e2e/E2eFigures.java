package org.wukongs.benchmarks.e2e;

import java.util.List;

/** What the phases found; null or empty where one did not run. */
record E2eFigures(
        LiveReport throughput,
        List<LiveReport> latency,
        ConnectorReport connector,
        List<LiveReport> flinkSql,
        List<RowsReport> rows) {}
