/**
 * The W3C's conformance tests. In: the archive of manifests and data beside the checkout, {@code
 * w3c/w3c-tests.tar.zst}. Out: a dynamic test per manifest entry, named by its IRI. One store node
 * per test, on the test's thread. Limits: the list of exceptions, {@code w3c-exceptions.txt}, has
 * at most {@link org.wukongs.w3c.W3cExceptions#COUNT_MAX} lines.
 */
package org.wukongs.w3c;
