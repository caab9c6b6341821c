/**
 * TLS over blocking sockets, for clients and nodes. In: PEM files and connected sockets; out:
 * streams of plain bytes. The thread that uses a connection makes its handshake; whoever owns the
 * socket has the deadlines. Limits: a PEM file has at most 1 MiB, a record 16 KiB.
 */
package org.wukongs.tls;
