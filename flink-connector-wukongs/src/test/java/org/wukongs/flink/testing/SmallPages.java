package org.wukongs.flink.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TemplateClient;

/** Clients of real stores that list templates and their queries in pages of a few. */
public final class SmallPages {

    /** So a template of a test has several pages of queries. */
    public static final int PAGE_COUNT = 3;

    private SmallPages() {}

    /** A {@code StoreClientFactory}. */
    public static StoreClient connect(List<StoreAddress> nodes, Duration deadline) {
        StoreClient client = StoreClient.connect(nodes, deadline);
        TemplateClient templates = templates(client.templates());
        return proxy(
                StoreClient.class,
                (method, arguments) ->
                        method.getName().equals("templates")
                                ? templates
                                : call(client, method, arguments));
    }

    /** The count that is asked for is the last argument. */
    private static TemplateClient templates(TemplateClient client) {
        return proxy(
                TemplateClient.class,
                (method, arguments) -> {
                    if (List.of("list", "members").contains(method.getName())) {
                        arguments[arguments.length - 1] = PAGE_COUNT;
                    }
                    return call(client, method, arguments);
                });
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> call.call(method, arguments)));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A call of an interface's method. */
    private interface Call {
        Object call(Method method, Object[] arguments) throws Throwable;
    }
}
