package org.wukongs.store.load;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.rio.rdfxml.RDFXMLParser;

/**
 * Resolves relative IRIs against {@code file:///…}, as the parsers of the other formats do. RDF4J
 * would turn such a base into {@code file:/…}, which is the same file but another term.
 */
final class FileBaseXmlParser extends RDFXMLParser {

    private static final String SCHEME = "file:";

    @Override
    protected IRI resolveURI(String reference) {
        IRI resolved = super.resolveURI(reference);
        String iri = resolved.stringValue();
        boolean bare = iri.startsWith(SCHEME + "/") && !iri.startsWith(SCHEME + "//");
        return bare ? createURI(SCHEME + "//" + iri.substring(SCHEME.length())) : resolved;
    }
}
