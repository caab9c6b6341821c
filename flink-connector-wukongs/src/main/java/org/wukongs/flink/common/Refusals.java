package org.wukongs.flink.common;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.wukongs.client.ChangelogClient;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TemplateClient;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;

/**
 * Proxy of a store client, and of the objects it returns, that turns USER errors into {@link
 * RefusedException}s. This is the one place where a job learns that the store refuses it. A proxy
 * covers every request; it costs under a microsecond for each.
 */
final class Refusals implements InvocationHandler {

    /** Types of objects returned by clients that send requests, too. */
    private static final Set<Class<?>> HANDED_OUT =
            Set.of(
                    StoreClient.StreamWriter.class,
                    TemplateClient.class,
                    ChangelogClient.class,
                    StringServer.class);

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
