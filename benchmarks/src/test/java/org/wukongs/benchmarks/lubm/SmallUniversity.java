package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random graph with LUBM's vocabulary, made so that the seven queries have rows, and how many
 * that are: counted while it is made, by no query engine.
 */
public final class SmallUniversity {

    private static final String UB = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#";
    private static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
    private static final int UNIVERSITIES = 2;
    private static final int DEPARTMENTS = 3;

    private final Random random;
    private final List<String> lines = new ArrayList<>();
    private final long[] rows = new long[7];

    public SmallUniversity(Random random) {
        this.random = random;
        for (int u = 0; u < UNIVERSITIES; u++) {
            add(university(u), TYPE, ub("University"));
            for (int d = 0; d < DEPARTMENTS; d++) {
                department(u, d);
            }
        }
    }

    /** Of Q1 to Q7. */
    public long[] rows() {
        return rows.clone();
    }

    public int tripleCount() {
        return lines.size();
    }

    public void write(Path file) throws IOException {
        Files.write(file, lines);
    }

    private void department(int u, int d) {
        String department = "<http://www.Department" + d + ".University" + u + ".edu>";
        add(department, TYPE, ub("Department"));
        add(department, ub("subOrganizationOf"), university(u));
        boolean asked = u == 0 && d == 0;
        int groups = 1 + random.nextInt(4);
        for (int i = 0; i < groups; i++) {
            String group = within(department, "ResearchGroup" + i);
            add(group, TYPE, ub("ResearchGroup"));
            add(group, ub("subOrganizationOf"), department);
        }
        rows[4] += asked ? groups : 0;
        int professors = 1 + random.nextInt(5);
        rows[3] += asked ? professors : 0;
        rows[5] += u == 0 ? professors : 0;
        for (int i = 0; i < professors; i++) {
            professor(department, i, u);
        }
    }

    /** A professor with one course, and students of whom some take it. */
    private void professor(String department, int number, int u) {
        String professor = within(department, "FullProfessor" + number);
        add(professor, TYPE, ub("FullProfessor"));
        add(professor, ub("worksFor"), department);
        add(professor, ub("name"), "\"FullProfessor" + number + "\"");
        add(professor, ub("emailAddress"), "\"mail" + number + "\"");
        add(professor, ub("telephone"), "\"xxx-xxx-xxxx\"");
        String course = within(department, "Course" + number);
        add(course, TYPE, ub("Course"));
        add(course, ub("name"), "\"Course" + number + "\"");
        rows[1]++;
        add(professor, ub("teacherOf"), course);
        for (int i = 0; i < random.nextInt(6); i++) {
            boolean graduate = random.nextBoolean();
            String student = within(department, "Student" + number + "x" + i);
            add(student, TYPE, ub(graduate ? "GraduateStudent" : "UndergraduateStudent"));
            add(student, ub("memberOf"), department);
            add(student, ub("advisor"), professor);
            int from = random.nextInt(UNIVERSITIES);
            add(student, ub("undergraduateDegreeFrom"), university(from));
            rows[graduate ? 0 : 2] += from == u ? 1 : 0;
            if (random.nextBoolean()) {
                add(student, ub("takesCourse"), course);
                rows[6] += graduate ? 0 : 1;
            }
        }
    }

    private static String university(int number) {
        return "<http://www.University" + number + ".edu>";
    }

    private static String within(String department, String name) {
        return department.replace(">", "/" + name + ">");
    }

    private static String ub(String name) {
        return UB + name;
    }

    private void add(String subject, String predicate, String object) {
        String term = object.startsWith("http") ? "<" + object + ">" : object;
        lines.add(subject + " <" + predicate + "> " + term + " .");
    }
}
