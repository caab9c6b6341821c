package org.wukongs.store.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.DatasetFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.update.UpdateAction;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.Test;
import org.wukongs.client.UpdateResult;
import org.wukongs.naive.Seeds;
import org.wukongs.store.cluster.LocalCluster;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreNode;

/** Random sequences of updates leave the same quads here and in Jena. */
class RandomUpdatesTest {

    private static final int ROUNDS = 15;
    private static final int STEPS = 40;

    private static final int QUADS_MAX = 150;

    /** The time to compare graphs rises steeply with those that are alike. */
    private static final int BLANK_NODES_MAX = 4;

    private final Random random = Seeds.random(getClass());
    private final RandomUpdate updates = new RandomUpdate(random);

    @Test
    void asJenaDoes() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            // A node of its own, or some that are one store, each of which gets requests.
            int nodeCount = round % 3 == 0 ? 1 : round % 3 + 1;
            LocalCluster cluster = new LocalCluster(nodeCount, NodeThreads.NONE);
            Dataset jena = DatasetFactory.createTxnMem();
            List<String> texts = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                StoreNode node = cluster.node(random.nextInt(nodeCount));
                String text = next(jena, quads(node));
                texts.add(text);
                step(node, jena, text, texts);
            }
            for (int node = 0; node < nodeCount; node++) {
                assertThat(cluster.node(node).check().violations()).isEmpty();
            }
            cluster.close();
        }
    }

    private String next(Dataset jena, Model quads) {
        long blankNodes = quads.subjects().stream().filter(Value::isBNode).count();
        if (quads.size() > QUADS_MAX || blankNodes > BLANK_NODES_MAX) {
            return "DROP ALL ; INSERT DATA { <urn:t:a> <urn:t:p> <urn:t:b> }";
        }
        if (random.nextInt(8) > 0) {
            return updates.request();
        }
        List<String> full = new ArrayList<>();
        for (Iterator<String> names = jena.listNames(); names.hasNext(); ) {
            full.add("<" + names.next() + ">");
        }
        if (!jena.getDefaultModel().isEmpty()) {
            full.add("DEFAULT");
        }
        return full.isEmpty()
                ? updates.request()
                : updates.transfer(full.get(random.nextInt(full.size())));
    }

    private static void step(StoreNode node, Dataset jena, String text, List<String> texts)
            throws Exception {
        int sizeBefore = quads(node).size();
        UpdateResult result = node.update(text);
        UpdateAction.parseExecute(text, jena);
        Model actual = quads(node);
        Model expected = quads(jena);
        assertThat(Models.isomorphic(expected, actual))
                .as(
                        "after %s\nexpected %s\ngot %s",
                        String.join("\n----\n", texts), expected, actual)
                .isTrue();
        assertThat(actual.size() - sizeBefore)
                .isEqualTo((int) (result.addedCount() - result.removedCount()));
    }

    private static Model quads(Dataset jena) throws Exception {
        StringWriter text = new StringWriter();
        RDFDataMgr.write(text, jena, Lang.NQUADS);
        return Rio.parse(new StringReader(text.toString()), "", RDFFormat.NQUADS);
    }

    private static Model quads(StoreNode node) {
        Model quads = new LinkedHashModel();
        for (String[] row : node.query("SELECT ?s ?p ?o { ?s ?p ?o }").rows()) {
            quads.add(resource(row[0]), (IRI) resource(row[1]), TermDictionary.value(row[2]));
        }
        for (String[] row : node.query("SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }").rows()) {
            quads.add(
                    resource(row[1]),
                    (IRI) resource(row[2]),
                    TermDictionary.value(row[3]),
                    resource(row[0]));
        }
        return quads;
    }

    private static Resource resource(String term) {
        return (Resource) TermDictionary.value(term);
    }
}
