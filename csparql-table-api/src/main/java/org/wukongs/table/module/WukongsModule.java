package org.wukongs.table.module;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.module.Module;

/** Module with the functions SPARQL and CSPARQL, which every catalog sees. */
@PublicEvolving
public final class WukongsModule implements Module {

    private static final String SPARQL = "sparql";
    private static final String CSPARQL = "csparql";

    private final Map<String, FunctionDefinition> functions;

    WukongsModule(SparqlFunction sparql, CsparqlFunction csparql) {
        this.functions = Map.of(SPARQL, sparql, CSPARQL, csparql);
    }

    @Override
    public Set<String> listFunctions() {
        return functions.keySet();
    }

    @Override
    public Optional<FunctionDefinition> getFunctionDefinition(String name) {
        return Optional.ofNullable(functions.get(name.toLowerCase(Locale.ROOT)));
    }
}
