package org.wukongs.w3c;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.RdfLoader;
import org.wukongs.stream.StreamDefinition;

/** Tests of RDF formats, by the store's own loader. */
final class RdfChecks {

    private RdfChecks() {}

    static void check(W3cTest test) throws IOException {
        if (test.type().endsWith("NegativeSyntax") || test.type().endsWith("NegativeEval")) {
            assertThatThrownBy(() -> load(test))
                    .isInstanceOf(WukongsException.class)
                    .hasMessageMatching("bad RDF: .* \\(.*, line -?\\d+, column -?\\d+\\)");
        } else if (test.type().endsWith("Eval")) {
            W3cChecks.checkGraph(new ExpectedResult(test).model(), load(test));
        } else if (test.type().endsWith("PositiveSyntax")) {
            load(test);
        } else {
            throw new IllegalArgumentException("unknown kind of test: " + test.type());
        }
    }

    private static Model load(W3cTest test) {
        TermDictionary terms = new TermDictionary(TermDictionary.TERM_COUNT_MAX_DEFAULT);
        RdfLoader loader = new RdfLoader(terms, LoadOptions.STRICT);
        Path file = test.file(test.action());
        loader.add(StreamDefinition.STORED, file, test.action());
        Model model = new LinkedHashModel();
        loader.finish(
                (graph, triples) -> {
                    for (int i = 0; i < triples.size(); i++) {
                        model.add(
                                (Resource)
                                        TermDictionary.value(terms.vertex(triples.subjects()[i])),
                                (IRI)
                                        TermDictionary.value(
                                                terms.predicate(triples.predicates()[i])),
                                TermDictionary.value(terms.vertex(triples.objects()[i])));
                    }
                });
        return model;
    }
}
