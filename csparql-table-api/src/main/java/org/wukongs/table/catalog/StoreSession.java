package org.wukongs.table.catalog;

import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.table.type.QueryLiteral;

/** Asks a store one thing at a time, over a connection each: a catalog lives longer than stores. */
@Internal
record StoreSession(StoreConnector store) {

    /** What the store refuses is a {@link CatalogException} with its words. */
    <T> T ask(Function<StoreClient, T> question) {
        try (StoreClient client = store.connect()) {
            return question.apply(client);
        } catch (WukongsException e) {
            throw new CatalogException(e.getMessage(), e);
        }
    }

    /** Registers a query, whose text is a literal of SQL, and returns its name. */
    String register(String text) {
        return ask(
                client -> {
                    try {
                        return client.registerQuery(text).name();
                    } catch (WukongsException e) {
                        throw QueryLiteral.asWritten(e, text);
                    }
                });
    }

    void tell(Consumer<StoreClient> request) {
        ask(
                client -> {
                    request.accept(client);
                    return true;
                });
    }
}
