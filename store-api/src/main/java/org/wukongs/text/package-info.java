/**
 * Decoding of text. In: bytes that should be UTF-8. Out: characters, or an error that names line
 * and column. Any thread, one at a time for a reader. Limits: none, a reader keeps one buffer.
 */
package org.wukongs.text;
