package org.wukongs.flink.common;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TemplateClient;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;

/**
 * A store's client, and what it hands out, whose USER errors are {@link RefusedException}s: the one
 * place where a job learns that the store will not have it. A proxy, so that no request can be
 * forgotten; it costs under a microsecond a request.
 */
final class Refusals implements InvocationHandler {

    /** What clients hand out that asks the store, too. */
    private static final Set<Class<?>> HANDED_OUT =
            Set.of(StoreClient.StreamWriter.class, TemplateClient.class, StringServer.class);

    private final Object target;

    private Refusals(Object target) {
        this.target = target;
    }

    static StoreClient of(StoreClient client) {
        return proxy(StoreClient.class, client);
    }

    private static <T> T proxy(Class<T> type, Object target) {
        return type.cast(
                Proxy.newProxyInstance(
                        Refusals.class.getClassLoader(),
                        new Class<?>[] {type},
                        new Refusals(target)));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        try {
            Object result = method.invoke(target, arguments);
            Class<?> type = method.getReturnType();
            return HANDED_OUT.contains(type) ? proxy(type, result) : result;
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            throw thrown instanceof WukongsException error
                    ? RefusedException.ifRefused(error)
                    : thrown;
        }
    }
}
