package org.wukongs.table.catalog;

import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.table.type.QueryLiteral;

/** Sends requests to a store, each over its own connection: a catalog outlives stores. */
@Internal
record StoreSession(StoreConnector store) {

    /**
     * Sends a request; an error of the store becomes a {@link CatalogException} with its message.
     */
    <T> T ask(Function<StoreClient, T> question) {
        try (StoreClient client = store.connect()) {
            return question.apply(client);
        } catch (WukongsException e) {
            throw new CatalogException(e.getMessage(), e);
        }
    }

    /** Registers a query whose text is a SQL literal, and returns its name. */
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
