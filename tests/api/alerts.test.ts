import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { top } from '../support/source-files.ts';

const read = (path: string): string => readFileSync(join(top, path), 'utf8');

type Rule = { alert: string; expr: string; runbook: string };

/** What `operations/alerts.yaml` says of each alert; promtool reads it as YAML. */
const rules: Rule[] = read('operations/alerts.yaml')
  .split('- alert: ')
  .slice(1)
  .map((text) => ({
    alert: text.split('\n', 1)[0]!,
    expr: /expr: ([\s\S]*?)\n +(?:for|labels):/.exec(text)?.[1] ?? '',
    runbook: /runbook: (\S+)/.exec(text)?.[1] ?? '',
  }));

type Panel = { title: string; targets?: { expr: string }[] };

const { panels } = JSON.parse(read('operations/dashboard.json')) as { panels: Panel[] };
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Those of Prometheus itself. */
const foreign = new Set(['up']);

const metricsIn = (expr: string): string[] =>
  [...expr.matchAll(/(?<![\w"$])(?:backoffice|http|nodejs|process)_\w+/g)].map(([name]) => name);

test('alerts and dashboard name only metrics that a server has', async () => {
  const api = await openTestApi({
    freeDisk: async () => ({ database: 1e9 }),
    scan: async () => 'clean',
    pointInTime: { archivedUntil: () => 0, waitingBytes: () => 0 },
  });
  const replica = () => ({ inUse: true, lag: 0 });
  const other = await api.openReplica({ database: { ...api.database, replica } });
  const { text } = await other.call('GET', '/metrics');
  await other.close();
  await api.close();

  const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));
  const exprs = [...rules.map(({ expr }) => expr), ...shown];
  const named = exprs.flatMap(metricsIn);
  const unknown = named.filter(
    (name) => !known.has(name.replace(/_(bucket|count)$/, '')) && !foreign.has(name),
  );
  expect(exprs.filter((expr) => metricsIn(expr).length === 0 && !expr.startsWith('up{'))).toEqual(
    [],
  );
  expect(named.length).toBeGreaterThan(40);
  expect(unknown).toEqual([]);
});

test('each alert leads to a chapter of the docs, which names it', () => {
  for (const { alert, runbook } of rules) {
    const [path = '', anchor = ''] = runbook.split('#');
    const chapter = read(path)
      .split(/^(?=#)/m)
      .find((part) => toAnchor(part.split('\n', 1)[0]!) === anchor);
    expect(chapter, `${alert} leads to ${runbook}`).toBeDefined();
    expect(chapter).toContain(`\`${alert}\``);
  }
});

test('a check that hangs does not delay the metrics', async () => {
  const api = await openTestApi({ scan: () => new Promise(() => {}) });
  const began = performance.now();

  const { text } = await api.call('GET', '/metrics');
  await api.close();

  expect(performance.now() - began).toBeLessThan(4_000);
  expect(text).toContain('backoffice_check{check="database"} 0');
  expect(text).not.toContain('backoffice_check{check="scanner"}');
});

function toAnchor(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
