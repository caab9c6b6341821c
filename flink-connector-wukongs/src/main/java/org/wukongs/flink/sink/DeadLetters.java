package org.wukongs.flink.sink;

import java.io.Serializable;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.sink2.Sink;

/** How elements without a valid tuple become letters, and the sink that takes these. */
@Internal
record DeadLetters<T, D>(DeadLetterFunction<T, D> letter, Sink<D> sink) implements Serializable {}
