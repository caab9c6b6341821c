package org.wukongs.client;

import java.util.List;
import org.wukongs.csparql.ResultForm;

/** A registered continuous query. */
public record QueryDescription(
        String name,
        String text,
        ResultForm form,
        List<String> vars,
        List<String> streams,
        long stepMs) {}
