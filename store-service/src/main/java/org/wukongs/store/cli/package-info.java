/**
 * The launcher's commands that need only a store. In: arguments. Out: exit code 0 (done), 1
 * (failed) or 2 (wrong usage); an error is one line on standard error. Runs on the main thread.
 */
package org.wukongs.store.cli;
