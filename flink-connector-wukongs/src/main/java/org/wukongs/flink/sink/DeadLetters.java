package org.wukongs.flink.sink;

import java.io.Serializable;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.sink2.Sink;

/** What becomes of elements that give no tuple: letters, and the sink that takes them. */
@Internal
record DeadLetters<T, D>(DeadLetterFunction<T, D> letter, Sink<D> sink) implements Serializable {}
