package org.wukongs.table.mapping;

import java.io.Serializable;
import org.apache.flink.table.data.RowData;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.wukongs.csparql.NTriples;
import org.wukongs.flink.sink.BadTupleException;

/** A term that a row gives, as an N-Triples string. */
interface RowTerm extends Serializable {

    /** Null if a column is NULL; a {@link BadTupleException} for a value that gives no term. */
    String of(RowData row);

    /** The same for all rows. */
    record Constant(String term) implements RowTerm {

        @Override
        public String of(RowData row) {
            return term;
        }
    }

    /** An IRI whose text must be absolute. */
    record Iri(RowText text) implements RowTerm {

        @Override
        public String of(RowData row) {
            String iri = text.of(row);
            if (iri == null) {
                return null;
            }
            if (!NTriples.isAbsoluteIri(iri)) {
                throw new BadTupleException(text.columns(), iri, "not an absolute IRI");
            }
            return NTriples.iri(iri);
        }
    }

    /** A blank node; the same text is the same node. */
    record BlankNode(RowText text) implements RowTerm {

        /** A label must not be empty. */
        private static final String PREFIX = "_:r";

        @Override
        public String of(RowData row) {
            String label = text.of(row);
            return label == null ? null : PREFIX + label;
        }
    }

    /**
     * A literal.
     *
     * @param suffix its language or datatype in N-Triples, empty for none
     * @param checked a datatype that the text may not fit, null for none
     */
    record Literal(RowText text, String suffix, XSD checked) implements RowTerm {

        @Override
        public String of(RowData row) {
            String label = text.of(row);
            if (label == null) {
                return null;
            }
            if (checked != null && !XMLDatatypeUtil.isValidValue(label, checked)) {
                throw new BadTupleException(
                        text.columns(), label, "not a valid xsd:" + name(checked));
            }
            return NTriples.literal(label) + suffix;
        }

        static String name(XSD datatype) {
            return datatype.getIri().getLocalName();
        }
    }
}
