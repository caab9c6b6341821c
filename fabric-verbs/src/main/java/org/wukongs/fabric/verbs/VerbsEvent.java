package org.wukongs.fabric.verbs;

import com.ibm.disni.verbs.RdmaCmEvent.EventType;

/** Names of the connection manager's events, which DiSNI gives as numbers. */
final class VerbsEvent {

    private static final EventType[] TYPES = EventType.values();

    private VerbsEvent() {}

    static boolean is(int event, EventType type) {
        return isKnown(event) && TYPES[event] == type;
    }

    private static boolean isKnown(int event) {
        return event >= 0 && event < TYPES.length;
    }

    /** Returns a name such as {@code REJECTED}. */
    static String name(int event) {
        return isKnown(event)
                ? TYPES[event].name().replace("RDMA_CM_EVENT_", "")
                : Integer.toString(event);
    }
}
