package org.wukongs.table.mapping;

import java.io.Serializable;
import java.util.Base64;
import org.apache.flink.table.data.RowData;
import org.wukongs.flink.sink.BadTupleException;
import org.wukongs.text.Surrogates;

/** Text that a row gives: a column's value or a filled template. */
interface RowText extends Serializable {

    /** Null if a column is NULL; a {@link BadTupleException} for half of a surrogate pair. */
    String of(RowData row);

    /** The columns, for error messages. */
    String columns();

    /** The natural lexical form of a column. */
    record Column(NaturalValue value) implements RowText {

        @Override
        public String of(RowData row) {
            return checked(value, row);
        }

        @Override
        public String columns() {
            return value.column();
        }
    }

    /** Base64 of a column of bytes. */
    record Base64Column(NaturalValue value) implements RowText {

        @Override
        public String of(RowData row) {
            byte[] bytes = value.bytes(row);
            return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
        }

        @Override
        public String columns() {
            return value.column();
        }
    }

    /** Texts around encoded values: one text more than values. */
    record Filled(String[] texts, NaturalValue[] values, ValueEncoding encoding)
            implements RowText {

        @Override
        public String of(RowData row) {
            StringBuilder out = new StringBuilder(texts[0]);
            for (int i = 0; i < values.length; i++) {
                String value = checked(values[i], row);
                if (value == null) {
                    return null;
                }
                encoding.append(out, value);
                out.append(texts[i + 1]);
            }
            return out.toString();
        }

        @Override
        public String columns() {
            StringBuilder names = new StringBuilder();
            for (NaturalValue value : values) {
                names.append(names.isEmpty() ? "" : ", ").append(value.column());
            }
            return names.toString();
        }
    }

    private static String checked(NaturalValue value, RowData row) {
        String text = value.lexical(row);
        if (text != null && Surrogates.firstLone(text) >= 0) {
            throw new BadTupleException(
                    value.column(), text, "half of a surrogate pair is not a character");
        }
        return text;
    }
}
