package org.wukongs.store.load;

import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Reads the XML of RDF/XML. A file's own entities, which ontologies need, are expanded within the
 * JDK's limits for untrusted XML. External entities are never read; a reference to one is an error,
 * whereas RDF4J would silently drop it.
 */
final class StrictXmlReader extends XMLFilterImpl {

    private Locator place;

    private StrictXmlReader(XMLReader parent) {
        super(parent);
    }

    static XMLReader create() {
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return new StrictXmlReader(factory.newSAXParser().getXMLReader());
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("the JDK's XML parser cannot be made", e);
        }
    }

    @Override
    public void setDocumentLocator(Locator locator) {
        place = locator;
        super.setDocumentLocator(locator);
    }

    /** Called for references to entities that are not in the file. */
    @Override
    public void skippedEntity(String name) throws SAXException {
        boolean inText = !name.startsWith("%") && !name.equals("[dtd]");
        if (inText) {
            throw new SAXParseException("an external entity is not read: entity=" + name, place);
        }
        super.skippedEntity(name);
    }
}
