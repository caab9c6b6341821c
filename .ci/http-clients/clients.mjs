// Comunica against a store's endpoint; any difference is an error.
import assert from 'node:assert/strict';
import { QueryEngine } from '@comunica/query-sparql';

const endpoint = process.argv[2];
const engine = new QueryEngine();
const all = 'SELECT ?s ?o { ?s <http://x/p> ?o }';

// The second finds out by itself what the source is, from the service description.
for (const source of [{ type: 'sparql', value: endpoint }, endpoint]) {
  const context = { sources: [source] };
  const rows = await (await engine.queryBindings(all, context)).toArray();
  assert.equal(new Set(rows.map((row) => row.get('o').value)).size, 1000);
  assert.equal(await engine.queryBoolean('ASK { <http://x/7> ?p ?o }', context), true);
  assert.equal(await engine.queryBoolean('ASK { <http://x/none> ?p ?o }', context), false);
  const quads = await (
    await engine.queryQuads('CONSTRUCT WHERE { <http://x/text> ?p ?o }', context)
  ).toArray();
  assert.equal(quads.length, 1);
  assert.equal(quads[0].object.value, '\u00e9 "quoted" \u{1f600}');
  assert.equal(quads[0].object.language, 'fr');
  const filtered = await (
    await engine.queryBindings(`${all.slice(0, -1)} FILTER(xsd:integer(?o) > 990) }`
      .replace(/^/u, 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> '), context)
  ).toArray();
  assert.equal(filtered.length, 10);
}
await assert.rejects(async () =>
  (await engine.queryBindings(all, { sources: [{ type: 'sparql', value: `${endpoint}/none` }] }))
    .toArray());
console.log('HTTP client Comunica: all as it should be');
process.exit(0);
