/**
 * Who may do what at a store, and with which keys it talks. In: tokens of connections and requests,
 * files of tokens, keys and certificates; out: a login with a role, or a refusal, and lines of the
 * audit log. Any thread asks; one agent reads files again. Limits: 1,024 tokens in a file, 8,192
 * characters a token, 1 MiB a file, 1,024 remembered logins by JWT.
 */
package org.wukongs.store.security;
