package org.wukongs.wire;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;
import org.wukongs.csparql.ResultForm;

/** The bytes of templates and their rows, pinned, and random rows there and back. */
class TemplateCodecsTest {

    @Test
    void templateDescription() {
        Goldens.assertGolden(
                new TemplateDescription(
                        "t", "T", ResultForm.ASK, List.of("a"), List.of("s"), 5, 2, 3),
                TemplateCodecs::put,
                TemplateCodecs::templateDescription,
                "00000036 7f 00000001 74 00000001 54 01 00000001 00000001 61 00000001 00000001 73"
                        + " 0000000000000005 0000000000000002 0000000000000003");
    }

    @Test
    void templateMembersPage() {
        Goldens.assertGolden(
                new TemplateMembersPage(
                        List.of(new TemplateQuery("q", 7, List.of("c"))), 9, true, 10, 4),
                TemplateCodecs::put,
                TemplateCodecs::templateMembersPage,
                "00000034 7f 00000001 00000001 71 0000000000000007 00000001 00000001 63"
                        + " 0000000000000009 01 000000000000000a 0000000000000004");
    }
}
