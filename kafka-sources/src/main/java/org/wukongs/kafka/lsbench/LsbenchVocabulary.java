package org.wukongs.kafka.lsbench;

/** IRIs of the social network's schema, without brackets. */
public final class LsbenchVocabulary {

    public static final String BASE = "http://www.ins.cwi.nl/sib/";
    public static final String SIB = BASE + "vocabulary/";
    public static final String USER = BASE + "user/u";
    public static final String PERSON = BASE + "person/p";
    public static final String GROUP = BASE + "group/g";
    public static final String MEMBERSHIP = BASE + "group/membership/gm";
    public static final String FRIENDSHIP = BASE + "friendship/fr";
    public static final String FORUM = BASE + "forum/fo";
    public static final String POST = BASE + "post/po";
    public static final String COMMENT = BASE + "post/comment/co";
    public static final String ALBUM = BASE + "photoalbum/pa";
    public static final String PHOTO = BASE + "photoalbum/photo/pho";
    public static final String GPS = BASE + "gps/gps";

    public static final String RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
    public static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    public static final String FOAF = "http://xmlns.com/foaf/0.1/";
    public static final String SIOC = "http://rdfs.org/sioc/ns#";
    public static final String SIOC_TYPE = "http://rdfs.org/sioc/type#";
    public static final String DC = "http://purl.org/dc/elements/1.1/";
    public static final String DCTERMS = "http://purl.org/dc/terms/";
    public static final String DBPPROP = "http://dbpedia.org/property/";
    public static final String DBPOWL = "http://dbpedia.org/ontology/";
    public static final String DBPEDIA = "http://dbpedia.org/resource/";

    private LsbenchVocabulary() {}

    static String iri(String iri) {
        return "<" + iri + ">";
    }

    static String iri(String prefix, long number) {
        return "<" + prefix + number + ">";
    }

    /** A plain literal; {@code text} must not need escapes. */
    static String literal(String text) {
        return "\"" + text + "\"";
    }

    static String typed(String text, String xsdType) {
        return "\"" + text + "\"^^<" + XSD + xsdType + ">";
    }
}
