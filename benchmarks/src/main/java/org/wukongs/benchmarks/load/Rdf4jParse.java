package org.wukongs.benchmarks.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleBuffer;

/** RDF4J's parser in front of the dictionary: what the store's own loader has to beat. */
final class Rdf4jParse {

    private Rdf4jParse() {}

    /** Returns the number of statements. */
    static long into(TripleBuffer triples, Path nTriples, TermDictionary dictionary) {
        RDFParser parser = Rio.createParser(RDFFormat.NTRIPLES);
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        parser.setRDFHandler(
                new AbstractRDFHandler() {
                    @Override
                    public void handleStatement(Statement statement) {
                        triples.append(
                                dictionary.vertexId(
                                        NTriplesUtil.toNTriplesString(statement.getSubject())),
                                dictionary.predicateId(
                                        NTriplesUtil.toNTriplesString(statement.getPredicate())),
                                dictionary.vertexId(
                                        NTriplesUtil.toNTriplesString(statement.getObject())));
                    }
                });
        try (InputStream in = Files.newInputStream(nTriples)) {
            parser.parse(in, "");
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot read: file=" + nTriples + " reason=" + e, e);
        }
        return triples.size();
    }
}
