package org.wukongs.store.explore;

/**
 * A step of a plan for people: what it does, what the planner expected, and what came.
 *
 * @param kind lower-case name of its {@link StepKind}
 * @param description the step with names of variables and terms
 * @param estimatedRows rows behind it, as the planner saw it
 * @param actualRows rows behind it, -1 where it was not executed
 * @param timeNs time in it alone, -1 where it was not executed
 */
public record StepProfile(
        String kind, String description, double estimatedRows, long actualRows, long timeNs) {}
