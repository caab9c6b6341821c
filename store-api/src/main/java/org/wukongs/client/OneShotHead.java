package org.wukongs.client;

import java.util.List;
import org.apache.flink.annotation.Experimental;
import org.wukongs.csparql.ResultForm;

/**
 * Head of a one-shot query's result, sent before its rows; fields as in {@link OneShotResult}.
 *
 * @param rowCount how many rows follow
 */
@Experimental
public record OneShotHead(
        long snapshot, ResultForm form, List<String> vars, long rowCount, long engineNs) {}
