package org.wukongs.table.module;

import java.util.Optional;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.module.Module;

/** The function SPARQL, known in every catalog. */
@PublicEvolving
public final class WukongsModule implements Module {

    private static final String SPARQL = "sparql";

    private final SparqlFunction sparql;

    WukongsModule(SparqlFunction sparql) {
        this.sparql = sparql;
    }

    @Override
    public Set<String> listFunctions() {
        return Set.of(SPARQL);
    }

    @Override
    public Optional<FunctionDefinition> getFunctionDefinition(String name) {
        return name.equalsIgnoreCase(SPARQL) ? Optional.of(sparql) : Optional.empty();
    }
}
