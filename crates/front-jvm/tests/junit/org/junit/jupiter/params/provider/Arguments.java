package org.junit.jupiter.params.provider;
public interface Arguments {
    Object[] get();
    static Arguments of(Object... all) { return () -> all; }
}
