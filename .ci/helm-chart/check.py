"""Renders the chart with sets of values; checks what comes out against the schemas of Kubernetes, and that values which
no store could start with are refused with their reason. Argument: the chart's folder."""

import itertools
import sys

import helm_python as helm
import kubernetes_validate
import yaml

LINT_INFO = 1
KUBERNETES = ["1.29", kubernetes_validate.latest_version()]

CLUSTER = {
    "cluster": {"kafka": "kafka:9092", "tokenSecret": {"name": "cluster-token"}},
    "tokens": {"secret": {"name": "tokens"}},
    "tls": {"secret": "store-tls"},
}
OPEN = {"tokens": {"enabled": False}, "tls": {"enabled": False}}


def merged(values, more):
    result = dict(values)
    for key, value in more.items():
        before = result.get(key)
        result[key] = merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return result


VALID = {
    "a cluster": CLUSTER,
    "a cluster that a node has joined": merged(CLUSTER, {"replicas": 4}),
    "a cluster without tokens and TLS": merged(CLUSTER, OPEN),
    "one node": merged(OPEN, {"replicas": 1, "cluster": {"founders": 1}}),
    "everything set": merged(
        CLUSTER,
        {
            "cluster": {"kafkaClient": {"secret": "kafka-client"}},
            "imagePullSecrets": [{"name": "registry"}],
            "javaOptions": "-XX:MaxRAMPercentage=50",
            "options": ["--sync=barrier"],
            "httpHosts": ["store.example.org"],
            "storage": {"size": "5Gi", "className": "fast"},
            "service": {"type": "LoadBalancer", "annotations": {"a": "b"}},
            "podAnnotations": {"prometheus.io/scrape": "true"},
            "podLabels": {"team": "graphs"},
            "nodeSelector": {"disk": "nvme"},
            "tolerations": [{"key": "graphs", "operator": "Exists"}],
            "affinity": {"nodeAffinity": {}},
        },
    ),
}

REFUSED = {
    "cluster.kafka is needed": merged(CLUSTER, {"cluster": {"kafka": ""}}),
    "cluster.tokenSecret.name is needed": merged(CLUSTER, {"cluster": {"tokenSecret": {"name": ""}}}),
    "tokens.secret.name is needed": merged(CLUSTER, {"tokens": {"secret": {"name": ""}}}),
    "tls.secret is needed": merged(CLUSTER, {"tls": {"secret": ""}}),
    "replicas=2 is less than cluster.founders=3": merged(CLUSTER, {"replicas": 2}),
    "has one replica": merged(OPEN, {"replicas": 2, "cluster": {"founders": 1}}),
    "sotrage": merged(CLUSTER, {"sotrage": {}}),
}

failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def objects(chart, values):
    rendered = chart.render(values, name="test", namespace="graphs")
    texts = [text for name, text in rendered.items() if name.endswith(".yaml")]
    return [one for text in texts for one in yaml.safe_load_all(text) if one]


def check_pod(name, stateful_set, values):
    """What the schemas do not say."""
    spec = stateful_set["spec"]["template"]["spec"]
    store = spec["containers"][0]
    security = store["securityContext"]
    expect(spec["securityContext"].get("runAsNonRoot") and security.get("readOnlyRootFilesystem"), name + ": user or root")
    mounted = {mount["name"] for mount in store["volumeMounts"]}
    known = {volume["name"] for volume in spec["volumes"]} | {"data"}
    expect(mounted == known, f"{name}: volumes {known} are mounted as {mounted}")
    tls = values.get("tls", {}).get("enabled", True)
    expect(("--insecure" in store["args"]) != tls, name + ": --insecure")
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        expect(store[probe]["httpGet"]["scheme"] == ("HTTPS" if tls else "HTTP"), f"{name}: scheme of {probe}")
    cluster = values.get("cluster", {}).get("founders", 3) > 1
    expect(any(arg.startswith("--cluster=") for arg in store["args"]) == cluster, name + ": --cluster")
    expect(("--nodes=1,2,3" in store["args"]) == cluster, name + ": --nodes")
    secured = bool(values.get("cluster", {}).get("kafkaClient"))
    expect(any("?client-config=/secrets/kafka/client.properties" in arg for arg in store["args"]) == secured, name + ": Kafka")


def check_selectors(name, all_objects, labels):
    for one in all_objects:
        spec = one["spec"]
        for selector in (spec.get("selector"), spec.get("podSelector")):
            wanted = (selector or {}).get("matchLabels", selector or {})
            expect(wanted.items() <= labels.items(), f"{name}: selector of {one['kind']}")


def main(folder):
    for finding in helm.lint(folder, CLUSTER)["messages"]:
        expect(finding["severity"] <= LINT_INFO, f"lint: {finding['path']}: {finding['error']}")
    checked = 0
    with helm.Chart.load(folder) as chart:
        for name, values in VALID.items():
            rendered = objects(chart, values)
            for one, version in itertools.product(rendered, KUBERNETES):
                try:
                    kubernetes_validate.validate(one, version, strict=True)
                    checked += 1
                except Exception as error:
                    failures.append(f"{name}: {one['kind']} for {version}: {error}")
            stateful_set = next(one for one in rendered if one["kind"] == "StatefulSet")
            check_pod(name, stateful_set, values)
            check_selectors(name, rendered, stateful_set["spec"]["template"]["metadata"]["labels"])
        for reason, values in REFUSED.items():
            try:
                chart.validate_schema(values)
                chart.render(values, name="test", namespace="graphs")
                failures.append("not refused: " + reason)
            except helm.HelmError as error:
                checked += 1
                expect(reason in str(error), f"refused for another reason than {reason!r}: {error}")
    for failure in failures:
        print("FAILED:", failure)
    print(f"Helm chart: {checked} checks passed, {len(failures)} failed")
    return 1 if failures else 0


sys.exit(main(sys.argv[1]))
