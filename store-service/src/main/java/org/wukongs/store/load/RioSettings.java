package org.wukongs.store.load;

import java.util.List;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.XMLParserSettings;

/** Sets how strict RDF4J's parsers are. */
final class RioSettings {

    private RioSettings() {}

    /**
     * Bad escapes and numbers are syntax errors, but a literal that its datatype does not allow is
     * legal RDF. So parsers verify, but know no datatype.
     */
    static void apply(RDFParser parser) {
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        parser.set(BasicParserSettings.VERIFY_DATATYPE_VALUES, true);
        parser.set(BasicParserSettings.DATATYPE_HANDLERS, List.of());
        if (parser.getRDFFormat().equals(RDFFormat.RDFXML)) {
            parser.set(XMLParserSettings.CUSTOM_XML_READER, StrictXmlReader.create());
        }
    }
}
