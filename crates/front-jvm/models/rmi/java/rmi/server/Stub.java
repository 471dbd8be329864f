package java.rmi.server;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** What stands for a remote object. */
final class Stub implements InvocationHandler {
    final StubForm form;

    Stub(StubForm form) {
        this.form = form;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() != Object.class) {
            return RemoteCalls.call(form, method, arguments);
        }
        if (method.getName().equals("equals")) {
            return isSame(arguments[0]);
        }
        return method.getName().equals("hashCode") ? (Object) form.number : shown();
    }

    private boolean isSame(Object other) {
        if (other == null || !Proxy.isProxyClass(other.getClass()) || !(Proxy.getInvocationHandler(other) instanceof Stub)) {
            return false;
        }
        StubForm its = ((Stub) Proxy.getInvocationHandler(other)).form;
        return its.port == form.port && its.number == form.number;
    }

    /** Refused: the text of a stub has numbers that nobody knows. */
    private static native String shown();
}
