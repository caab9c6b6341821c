package org.wukongs.store.security;

import java.util.Locale;
import org.wukongs.error.WukongsException;

/** What the holder of a token is, each role with all that the ones before it may do. */
public enum Role {
    READ,
    WRITE,
    ADMIN;

    boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /** Returns the role's name in files, tokens and messages. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the role of a name, null if there is none. */
    static Role of(String text) {
        for (Role role : values()) {
            if (role.text().equals(text)) {
                return role;
            }
        }
        return null;
    }

    static WukongsException unknown(String where) {
        return WukongsException.user("a role is read, write or admin: " + where);
    }
}
