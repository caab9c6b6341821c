package org.wukongs.table.mapping;

import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.wukongs.csparql.NTriples;

/**
 * Binds term maps to columns. Refuses those that would fail for every row, or give a wrong term: a
 * USER error with the place.
 */
final class TermBinding {

    /** Stands for the values of a template's columns. */
    private static final String SAMPLE = "x";

    private final MappedColumns columns;

    TermBinding(MappedColumns columns) {
        this.columns = columns;
    }

    RowTerm bind(TermMap map) {
        if (map.source() instanceof TermMap.Constant constant) {
            return new RowTerm.Constant(constant.term());
        }
        return switch (map.kind()) {
            case IRI -> new RowTerm.Iri(iri(map));
            case BLANK_NODE -> new RowTerm.BlankNode(label(map));
            case LITERAL -> literal(map);
        };
    }

    private RowText iri(TermMap map) {
        if (map.source() instanceof Template template) {
            checkSeparated(template, map.place());
            if (!NTriples.isAbsoluteIri(String.join(SAMPLE, template.texts()))) {
                throw map.place()
                        .error(
                                "a template for IRIs must begin with a scheme, as in"
                                        + " http://shop/{id}, and have no character that IRIs lack;"
                                        + " rr:column is for columns that hold IRIs");
            }
            return filled(template, ValueEncoding.IRI_SAFE, map.place());
        }
        NaturalValue value = column(map);
        if (!value.type().is(LogicalTypeFamily.CHARACTER_STRING)) {
            throw map.place()
                    .error(
                            "column '"
                                    + value.column()
                                    + "' has type "
                                    + value.type().asSummaryString()
                                    + ", which never is an absolute IRI; use a template");
        }
        return new RowText.Column(value);
    }

    private RowText label(TermMap map) {
        if (map.source() instanceof Template template) {
            checkSeparated(template, map.place());
            return filled(encodedTexts(template), ValueEncoding.LABEL, map.place());
        }
        return new RowText.Filled(
                new String[] {"", ""}, new NaturalValue[] {column(map)}, ValueEncoding.LABEL);
    }

    /** The texts of a blank node's template are encoded as the values are. */
    private static Template encodedTexts(Template template) {
        return new Template(
                template.texts().stream().map(TermBinding::encodedLabel).toList(),
                template.columns());
    }

    private static String encodedLabel(String text) {
        StringBuilder out = new StringBuilder();
        ValueEncoding.LABEL.append(out, text);
        return out.toString();
    }

    private RowTerm literal(TermMap map) {
        if (map.source() instanceof Template template) {
            RowText text = filled(template, ValueEncoding.NONE, map.place());
            return new RowTerm.Literal(text, suffix(map, XSD.STRING), checked(map, XSD.STRING));
        }
        NaturalValue value = column(map);
        checkFits(map, value);
        boolean base64 = xsd(map.datatype()) == XSD.BASE64BINARY;
        RowText text =
                base64 && value.datatype() == XSD.HEXBINARY
                        ? new RowText.Base64Column(value)
                        : new RowText.Column(value);
        return new RowTerm.Literal(
                text, suffix(map, value.datatype()), checked(map, value.datatype()));
    }

    private static String suffix(TermMap map, XSD natural) {
        if (map.language() != null) {
            return "@" + map.language();
        }
        String datatype = map.datatype() == null ? natural.getIri().stringValue() : map.datatype();
        return xsd(datatype) == XSD.STRING ? "" : "^^" + NTriples.iri(datatype);
    }

    /** The datatype that values may not fit. */
    private static XSD checked(TermMap map, XSD natural) {
        XSD datatype = xsd(map.datatype());
        return datatype == natural || datatype == XSD.STRING ? null : datatype;
    }

    /** Refuses an overriding datatype that no value of the column fits. */
    private static void checkFits(TermMap map, NaturalValue value) {
        XSD datatype = checked(map, value.datatype());
        if (datatype == null || value.datatype() == XSD.STRING) {
            return;
        }
        boolean fits =
                value.datatype() == XSD.HEXBINARY
                        ? datatype == XSD.BASE64BINARY
                        : value.samples().stream()
                                .anyMatch(text -> XMLDatatypeUtil.isValidValue(text, datatype));
        if (!fits) {
            throw map.place()
                    .error(
                            "no value of column '"
                                    + value.column()
                                    + "', which has type "
                                    + value.type().asSummaryString()
                                    + ", is a valid xsd:"
                                    + RowTerm.Literal.name(datatype)
                                    + "; CAST it in the SELECT");
        }
    }

    private static XSD xsd(String datatype) {
        if (datatype == null) {
            return null;
        }
        IRI iri = SimpleValueFactory.getInstance().createIRI(datatype);
        return CoreDatatype.from(iri) instanceof XSD type ? type : null;
    }

    private NaturalValue column(TermMap map) {
        TermMap.ColumnValue source = (TermMap.ColumnValue) map.source();
        return columns.value(source.column(), map.place());
    }

    private RowText filled(Template template, ValueEncoding encoding, Place place) {
        NaturalValue[] values =
                template.columns().stream()
                        .map(column -> columns.value(column, place))
                        .toArray(NaturalValue[]::new);
        return new RowText.Filled(template.texts().toArray(String[]::new), values, encoding);
    }

    private static void checkSeparated(Template template, Place place) {
        if (template.hasAdjacentColumns()) {
            throw place.error(
                    "columns of a template must have text between them, or 1 and 23 would look"
                            + " like 12 and 3");
        }
    }
}
