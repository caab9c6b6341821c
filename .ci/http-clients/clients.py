"""rdflib's store and SPARQLWrapper against a store's endpoint; any difference is an error."""

import sys
import warnings

from rdflib import Graph, Literal, URIRef
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from SPARQLWrapper import CSV, GET, JSON, POST, POSTDIRECTLY, RDFXML, TSV, TURTLE, URLENCODED, XML, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import QueryBadFormed

warnings.simplefilter("ignore")
endpoint = sys.argv[1]
P = URIRef("http://x/p")
TEXT = Literal('\u00e9 "quoted" \U0001f600', lang="fr")
ALL = "SELECT ?s ?o { ?s <http://x/p> ?o }"


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"found={found!r} expected={expected!r}")


def rdflib_store():
    for method in ("GET", "POST", "POST_FORM"):
        graph = Graph(store=SPARQLStore(endpoint, method=method))
        equal(len({str(row.o) for row in graph.query(ALL)}), 1000)
        equal(bool(graph.query("ASK { <http://x/7> ?p ?o }")), True)
        equal(bool(graph.query("ASK { <http://x/none> ?p ?o }")), False)
        equal(len(graph.query("CONSTRUCT WHERE { ?s <http://x/p> ?o }").graph), 1000)
    for format in ("json", "xml", "csv", "tsv"):
        graph = Graph(store=SPARQLStore(endpoint, returnFormat=format))
        equal(len(list(graph.query(ALL))), 1000)
    graph = Graph(store=SPARQLStore(endpoint))
    equal(list(graph.objects(URIRef("http://x/text"), URIRef("http://x/text"))), [TEXT])
    equal(len(list(graph.triples((None, P, None)))), 1000)


def wrapper(text, format, method=GET, encoding=URLENCODED):
    client = SPARQLWrapper(endpoint)
    client.setQuery(text)
    client.setReturnFormat(format)
    client.setMethod(method)
    client.setRequestMethod(encoding)
    return client.query().convert()


def sparql_wrapper():
    for method, encoding in ((GET, URLENCODED), (POST, URLENCODED), (POST, POSTDIRECTLY)):
        rows = wrapper(ALL, JSON, method, encoding)["results"]["bindings"]
        equal(len({row["o"]["value"] for row in rows}), 1000)
    equal(len(wrapper(ALL, XML).getElementsByTagName("result")), 1000)
    for format in (CSV, TSV):
        equal(len(wrapper(ALL, format).decode().splitlines()), 1001)
    equal(wrapper("ASK {}", JSON)["boolean"], True)
    construct = "CONSTRUCT WHERE { ?s <http://x/p> ?o }"
    equal(len(Graph().parse(data=wrapper(construct, TURTLE), format="turtle")), 1000)
    equal(len(wrapper(construct, RDFXML)), 1000)
    try:
        wrapper("SELECT {", JSON)
    except QueryBadFormed as error:
        equal("malformed-query" in str(error), True)
    else:
        raise AssertionError("a malformed query has an answer")


rdflib_store()
sparql_wrapper()
print("HTTP clients rdflib and SPARQLWrapper: all as it should be")
