package org.wukongs.client;

import java.util.List;
import org.wukongs.csparql.ResultForm;

/** The result of a one-shot query at one snapshot; fields as in {@link WindowResult}. */
public record OneShotResult(
        long snapshot, ResultForm form, List<String> vars, List<String[]> rows, long engineNs) {}
