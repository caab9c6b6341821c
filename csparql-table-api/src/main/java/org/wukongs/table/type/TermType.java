package org.wukongs.table.type;

import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;

/** What is known about the terms of a variable or expression. */
@Internal
public enum TermType {
    /** It never has a term. */
    NONE,
    BOOLEAN,
    /** xsd:integer and types derived from it. */
    INTEGER,
    /** xsd:decimal or INTEGER. */
    DECIMAL,
    /** xsd:double, xsd:float, or any numeric type above. */
    DOUBLE,
    DATE_TIME,
    /** Nothing is known. */
    ANY;

    /** The type of a column of such terms; nullable, as any variable may be unbound. */
    public DataType columnType() {
        return switch (this) {
            case BOOLEAN -> DataTypes.BOOLEAN();
            case INTEGER -> DataTypes.BIGINT();
            case DECIMAL -> DataTypes.DECIMAL(38, 18);
            case DOUBLE -> DataTypes.DOUBLE();
            case DATE_TIME -> DataTypes.TIMESTAMP_LTZ(3);
            case NONE, ANY -> DataTypes.STRING();
        };
    }

    /**
     * Whether a declared column may have this type: terms can be cast to it, and its values are
     * terms.
     */
    static boolean isOfTerms(LogicalType columnType) {
        return switch (columnType.getTypeRoot()) {
            case CHAR,
                    VARCHAR,
                    BOOLEAN,
                    TINYINT,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    DECIMAL,
                    FLOAT,
                    DOUBLE,
                    TIMESTAMP_WITH_LOCAL_TIME_ZONE,
                    TIMESTAMP_WITHOUT_TIME_ZONE,
                    DATE ->
                    true;
            default -> false;
        };
    }

    /** Whether terms of this type may be cast to a column's: false if each cast would fail. */
    boolean fits(LogicalType columnType) {
        if (columnType.is(LogicalTypeFamily.CHARACTER_STRING)) {
            return true;
        }
        return switch (this) {
            case BOOLEAN -> columnType.is(LogicalTypeRoot.BOOLEAN);
            case DATE_TIME ->
                    columnType.is(LogicalTypeFamily.TIMESTAMP)
                            || columnType.is(LogicalTypeRoot.DATE);
            default -> true;
        };
    }

    boolean isNumeric() {
        return this == INTEGER || this == DECIMAL || this == DOUBLE;
    }

    /** The narrowest type that terms of either type have. */
    TermType or(TermType other) {
        if (this == other || other == NONE) {
            return this;
        }
        if (this == NONE) {
            return other;
        }
        return isNumeric() && other.isNumeric() ? promotedWith(other) : ANY;
    }

    /** The type of {@code a + b} (XPath and XQuery Functions, 4.2, "type promotion"). */
    TermType promotedWith(TermType other) {
        if (!isNumeric() || !other.isNumeric()) {
            return ANY;
        }
        return compareTo(other) < 0 ? other : this;
    }

    static TermType of(Value value) {
        return value instanceof Literal literal && literal.getCoreDatatype() instanceof XSD type
                ? of(type)
                : ANY;
    }

    /** The type that a cast to {@code datatype} gives. */
    static TermType of(IRI datatype) {
        return CoreDatatype.from(datatype) instanceof XSD type ? of(type) : ANY;
    }

    private static TermType of(XSD type) {
        if (type.isIntegerDatatype()) {
            return INTEGER;
        }
        return switch (type) {
            case BOOLEAN -> BOOLEAN;
            case DECIMAL -> DECIMAL;
            case DOUBLE, FLOAT -> DOUBLE;
            case DATETIME, DATETIMESTAMP -> DATE_TIME;
            default -> ANY;
        };
    }
}
