import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runServer, type ServerProcess } from '../../support/run-server.ts';
import { top } from '../../support/source-files.ts';
import { runCommand } from '../run-command.ts';
import type { Part } from '../part.ts';

const needs = { promtool: 'prometheus', prometheus: 'prometheus' };
const rules = join(top, 'operations/alerts.yaml');
const TOKEN = 'a-token-of-the-monitor';

let folder: string;
let server: ServerProcess | undefined;
let monitor: ChildProcess | undefined;
let monitorUrl = '';

export const part: Part = {
  title: 'metrics, alerts and the real Prometheus',
  checks: [
    {
      name: 'the rules of the alerts are valid',
      needs,
      run: async () => lastLine(await runCommand('promtool', ['check', 'rules', rules])),
    },
    {
      name: 'each alert fires when it should, and not before',
      needs,
      run: async () => {
        const cases = join(top, 'tests/operations/alert-cases.yaml');
        return lastLine(await runCommand('promtool', ['test', 'rules', cases]));
      },
    },
    {
      name: 'the naming rules of Prometheus find nothing wrong with what a server answers',
      needs,
      run: async () => {
        server = await startServer();
        const headers = { Authorization: `Bearer ${TOKEN}` };
        const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
        // The names of others are not ours to correct.
        const own = metrics.split('\n').filter((line) => /^(# \w+ )?(backoffice|http)_/.test(line));
        await runCommand('promtool', ['check', 'metrics'], { input: `${own.join('\n')}\n` });
        return `${own.filter((line) => line.startsWith('# TYPE')).length} metrics of ours`;
      },
    },
    {
      name: 'Prometheus collects them as the docs say, and an alert fires when the server is gone',
      needs,
      run: async () => {
        await startMonitor(server!.url);
        await until(async () => (await ask('up{job="backoffice"}')) === '1', 'the server is up');
        await until(async () => (await ask('backoffice_database_up')) === '1', 'its database too');
        await server!.end();
        server = undefined;
        const fired = 'ALERTS{alertname="BackofficeDown"}';
        await until(async () => (await ask(fired)) === '1', 'the alert is pending or firing');
        return 'BackofficeDown is pending after the server ended';
      },
    },
  ],
  close: async () => {
    monitor?.kill();
    await server?.end();
    if (folder) await rm(folder, { recursive: true, force: true });
  },
};

async function startServer(): Promise<ServerProcess> {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-watch-'));
  const env = { DATA_DIR: join(folder, 'data'), SAMPLE_DATA: '0', METRICS_TOKEN: TOKEN };
  return await runServer(env);
}

/** With the configuration of docs/operations.md, faster. */
async function startMonitor(url: string): Promise<void> {
  const port = await findPort();
  monitorUrl = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, 'backoffice.token'), TOKEN);
  const configuration = join(folder, 'prometheus.yml');
  await writeFile(
    configuration,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${rules}]
scrape_configs:
  - job_name: backoffice
    authorization: { credentials_file: ${join(folder, 'backoffice.token')} }
    static_configs: [{ targets: ['${new URL(url).host}'] }]
`,
  );
  await runCommand('promtool', ['check', 'config', configuration]);
  monitor = spawn('prometheus', [
    `--config.file=${configuration}`,
    `--storage.tsdb.path=${join(folder, 'series')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
}

/** The value of an expression as Prometheus knows it now. */
async function ask(expression: string): Promise<string | undefined> {
  const url = `${monitorUrl}/api/v1/query?query=${encodeURIComponent(expression)}`;
  const answer = await fetch(url).then(
    (response) => response.json(),
    () => undefined,
  );
  return answer?.data?.result[0]?.value[1];
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt++) {
    if (await holds()) return;
    await sleep(500);
  }
  throw new Error(`Not within 30 seconds: ${what}`);
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)!.trim();
}
