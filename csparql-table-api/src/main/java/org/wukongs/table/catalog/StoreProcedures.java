package org.wukongs.table.catalog;

import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.types.Row;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.client.StoreClient;

/** The procedures of {@code CALL catalog.sys.…}. */
@Internal
public final class StoreProcedures {

    static final String DATABASE = "sys";

    private StoreProcedures() {}

    static Map<String, Procedure> of(StoreSession store) {
        Map<String, Procedure> procedures = new TreeMap<>();
        procedures.put("register", new Register(store));
        procedures.put("unregister", new Unregister(store));
        procedures.put("load", new Load(store));
        procedures.put("checkpoint", new Checkpoint(store));
        return procedures;
    }

    /** {@code CALL sys.register('REGISTER QUERY …')}, which returns the query's name. */
    @Internal
    public static final class Register implements Procedure {

        private final StoreSession store;

        Register(StoreSession store) {
            this.store = store;
        }

        @ProcedureHint(arguments = @ArgumentHint(name = "query", type = @DataTypeHint("STRING")))
        public String[] call(ProcedureContext context, String query) {
            return new String[] {store.register(query)};
        }
    }

    /** {@code CALL sys.unregister('name')}, which returns the query's name. */
    @Internal
    public static final class Unregister implements Procedure {

        private final StoreSession store;

        Unregister(StoreSession store) {
            this.store = store;
        }

        @ProcedureHint(arguments = @ArgumentHint(name = "name", type = @DataTypeHint("STRING")))
        public String[] call(ProcedureContext context, String name) {
            store.tell(client -> client.unregisterQuery(name));
            return new String[] {name};
        }
    }

    /**
     * {@code CALL sys.load('file', 'graph')}, which returns the number of triples in an N-Triples
     * file. The file may be on any file system that Flink knows.
     */
    @Internal
    public static final class Load implements Procedure {

        private final StoreSession store;

        Load(StoreSession store) {
            this.store = store;
        }

        @ProcedureHint(
                arguments = {
                    @ArgumentHint(name = "file", type = @DataTypeHint("STRING")),
                    @ArgumentHint(name = "graph", type = @DataTypeHint("STRING"))
                })
        public Long[] call(ProcedureContext context, String file, String graph) {
            return new Long[] {store.ask(client -> TripleFile.load(file, graph, client))};
        }
    }

    /** {@code CALL sys.checkpoint()}, which returns the checkpoint that the store has written. */
    @Internal
    public static final class Checkpoint implements Procedure {

        private final StoreSession store;

        Checkpoint(StoreSession store) {
            this.store = store;
        }

        @ProcedureHint(
                output =
                        @DataTypeHint(
                                "ROW<number BIGINT, directory STRING, size_bytes BIGINT,"
                                        + " duration_ms BIGINT, pause_ms BIGINT,"
                                        + " stable_snapshot BIGINT>"))
        public Row[] call(ProcedureContext context) {
            StoreCheckpoint made = store.ask(StoreClient::checkpoint);
            return new Row[] {
                Row.of(
                        made.number(),
                        made.directory(),
                        made.bytes(),
                        made.durationMs(),
                        made.pauseMs(),
                        made.stableSnapshot())
            };
        }
    }
}
