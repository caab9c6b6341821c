"""Sphinx's settings for the site (docs/adr/0064). The source folder is that of the repository."""

project = "Wukong+S for Flink"
html_title = project
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/*.md",
    "docs/adr/*.md",
    "benchmarks/results/README.md",
]
exclude_patterns = ["**/target", "**/.*"]

# Links to headings are as GitHub makes them.
myst_heading_anchors = 6
smartquotes = False
# C-SPARQL is not quite SPARQL, and excerpts are not quite anything.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
pygments_style = "tango"
pygments_dark_style = "native"

# In the order in which a newcomer needs them. A page that is not here is a warning, which ends the build.
NAVIGATION = {
    "First steps": ["tutorial", "first-project", "console", "docker", "examples"],
    "Queries": ["csparql", "queries"],
    "Flink and Kafka": ["datastream", "sql", "catalog", "mapping", "kafka", "delivery", "options"],
    "Running a store": ["operations", "commands", "http", "security", "tuning", "metrics", "rdma"],
    "How fast it is": ["performance", "benchmarks", "scaling", "flink-sql-comparison", "/benchmarks/results/README"],
    "About the project": ["/ARCHITECTURE", "glossary", "dependencies", "/CONTRIBUTING", "adr/README"],
}


def table_of_contents(title, pages, *options):
    return "\n".join(["", "```{toctree}", *options, f":caption: {title}", "", *pages, "```", ""])


def add_navigation(app, docname, source):
    """What GitHub does not need, so the pages do not have it."""
    if docname == root_doc:
        for title, pages in NAVIGATION.items():
            paths = [page if page.startswith("/") else f"/docs/{page}" for page in pages]
            source[0] += table_of_contents(title, paths, ":hidden:")
    if docname == "docs/adr/README":
        source[0] += table_of_contents("All of them", ["[0-9]*"], ":glob:")


def setup(app):
    app.connect("source-read", add_navigation)
