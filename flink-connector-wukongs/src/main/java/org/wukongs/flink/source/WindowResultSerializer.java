package org.wukongs.flink.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.ResultForm;

/**
 * Bytes of a {@link WindowResult} between Flink tasks and in state: query · long windowEndMs · long
 * snapshot · byte form · long engineNs · int vars, names · int rows, each row's terms (as many as
 * vars), strings as Flink's {@link StringValue}, which allows null. Results are treated as
 * immutable: rows must not be changed.
 */
@Internal
public final class WindowResultSerializer extends TypeSerializer<WindowResult> {

    public static final WindowResultSerializer INSTANCE = new WindowResultSerializer();

    private static final long serialVersionUID = 1L;

    /** By code on the wire; append only. */
    private static final ResultForm[] FORMS = {ResultForm.SELECT, ResultForm.ASK, ResultForm.GRAPH};

    @Override
    public void serialize(WindowResult result, DataOutputView out) throws IOException {
        int width = result.vars().size();
        StringValue.writeString(result.query(), out);
        out.writeLong(result.windowEndMs());
        out.writeLong(result.snapshot());
        out.writeByte(code(result.form()));
        out.writeLong(result.engineNs());
        out.writeInt(width);
        for (String variable : result.vars()) {
            StringValue.writeString(variable, out);
        }
        out.writeInt(result.rows().size());
        for (String[] row : result.rows()) {
            if (row.length != width) {
                throw new IllegalStateException(
                        "a row and its variables differ in number: row="
                                + row.length
                                + " vars="
                                + result.vars());
            }
            for (String term : row) {
                StringValue.writeString(term, out);
            }
        }
    }

    @Override
    public WindowResult deserialize(DataInputView in) throws IOException {
        String query = StringValue.readString(in);
        long windowEndMs = in.readLong();
        long snapshot = in.readLong();
        ResultForm form = FORMS[in.readByte()];
        long engineNs = in.readLong();
        String[] vars = strings(in, in.readInt());
        int rowCount = in.readInt();
        List<String[]> rows = new ArrayList<>(rowCount);
        for (int i = 0; i < rowCount; i++) {
            rows.add(strings(in, vars.length));
        }
        return new WindowResult(query, windowEndMs, snapshot, form, List.of(vars), rows, engineNs);
    }

    @Override
    public WindowResult deserialize(WindowResult reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public TypeSerializer<WindowResult> duplicate() {
        return this;
    }

    @Override
    public WindowResult createInstance() {
        return new WindowResult("", 0, 0, ResultForm.SELECT, List.of(), List.of(), 0);
    }

    @Override
    public WindowResult copy(WindowResult from) {
        return from;
    }

    @Override
    public WindowResult copy(WindowResult from, WindowResult reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WindowResultSerializer;
    }

    @Override
    public int hashCode() {
        return WindowResultSerializer.class.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<WindowResult> snapshotConfiguration() {
        return new Snapshot();
    }

    private static byte code(ResultForm form) {
        for (byte code = 0; code < FORMS.length; code++) {
            if (FORMS[code] == form) {
                return code;
            }
        }
        throw new IllegalStateException("a result form without code: form=" + form);
    }

    private static String[] strings(DataInputView in, int count) throws IOException {
        String[] values = new String[count];
        for (int i = 0; i < count; i++) {
            values[i] = StringValue.readString(in);
        }
        return values;
    }

    /** Snapshot without configuration; created by name when state is restored. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<WindowResult> {

        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
