import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { readEvents } from '../support/event-reader.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn, type SignedIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

type Addresses = { server: string; port: number };

const folder = await openTemporaryFolder();
const certificate = { key: join(folder, 'key.pem'), chain: join(folder, 'chain.pem') };

/** The documented file, with the addresses and the certificate of this test instead of the examples. */
async function fill(file: string, replacements: [string, string][]): Promise<string> {
  let text = await readFile(join(top, 'operations', file), 'utf8');
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`operations/${file} lacks ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const proxies = [
  {
    name: 'nginx',
    start: async ({ server, port }: Addresses): Promise<ChildProcess> => {
      const site = await fill('nginx.conf', [
        ['127.0.0.1:3000', server],
        ['listen 80;', `listen 127.0.0.1:${await findFreePort()};`],
        ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
        ['backoffice.example.org;', 'localhost;'],
        ['/etc/letsencrypt/live/backoffice.example.org/fullchain.pem', certificate.chain],
        ['/etc/letsencrypt/live/backoffice.example.org/privkey.pem', certificate.key],
      ]);
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const whole = `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; events {}
        http { access_log off; ${folders.map((each) => `${each}_temp_path ${folder}/${each};`).join(' ')}
        ${site} }`;
      await writeFile(join(folder, 'nginx.conf'), whole);
      return spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]);
    },
  },
  {
    name: 'caddy',
    start: async ({ server, port }: Addresses): Promise<ChildProcess> => {
      const site = await fill('Caddyfile', [
        ['127.0.0.1:3000', server],
        [
          'backoffice.example.org {',
          `localhost:${port} {\n\ttls ${certificate.chain} ${certificate.key}`,
        ],
      ]);
      await writeFile(
        join(folder, 'Caddyfile'),
        `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${site}`,
      );
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder };
      return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], { env });
    },
  },
];

const isInstalled = (name: string): boolean => !spawnSync(name, ['-h']).error;
for (const { name, start } of proxies)
  describe.skipIf(!isInstalled(name))(`behind ${name}, as operations/ sets it up`, () => {
    let database: TestDatabase;
    let server: ServerProcess;
    let proxy: ChildProcess;
    let url: string;
    let admin: SignedIn;
    beforeAll(async () => {
      // The test trusts its own certificate.
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '1',
          '-subj',
          '/CN=localhost',
          '-keyout',
          certificate.key,
          '-out',
          certificate.chain,
        ],
        { stdio: 'ignore' },
      );
      const port = await findFreePort();
      url = `https://localhost:${port}`;
      database = await createTestDatabase();
      server = await runServer({
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        PUBLIC_URL: url,
        SAMPLE_DATA: '0',
        ADMIN_PASSWORD: 'password of the admin',
        LOG_LEVEL: 'silent',
      });
      proxy = await start({ server: new URL(server.url).host, port });
      await vi.waitUntil(
        () =>
          fetch(`${url}/healthz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        10_000,
      );
      admin = await signIn(url, 'admin@example.org', 'password of the admin');
    }, 60_000);
    afterAll(async () => {
      const ended = once(proxy, 'exit');
      proxy.kill();
      await Promise.all([ended, server.end()]);
      await database.drop();
      vi.unstubAllEnvs();
    });

    test('imports a file of 50 MB, at once and as a job', { timeout: 60_000 }, async () => {
      const rows = Array.from({ length: 1_000 }, (_, at) => `k${at},Function ${at},${REMARK}`);
      const file = new Blob([`key,name,remark\n${rows.join('\n')}\n`], { type: 'text/csv' });
      const form = (options: Record<string, string>): FormData => {
        const filled = new FormData();
        for (const [option, value] of Object.entries(options)) filled.set(option, value);
        filled.set('file', file, 'functions.csv');
        return filled;
      };

      const imported = await admin.call('POST', '/api/chemFunctions/import', {
        body: form({ mapping: JSON.stringify({ key: 'key', name: 'name', remark: null }) }),
      });
      const job = await admin.call('POST', '/api/chemFunctions/jobs', { body: form({}) });

      expect(file.size).toBeGreaterThan(50_000_000);
      expect(imported).toMatchObject({ status: 200, body: { created: 1_000, failed: 0 } });
      expect(job).toMatchObject({ status: 201, body: { file: { size: file.size } } });
    });

    test('events arrive while the stream is open', async () => {
      const headers = { Authorization: `Bearer ${admin.token}` };
      const stream = readEvents(await fetch(`${url}/api/sse/`, { headers }));
      await expect.poll(() => stream.events.length).toBeGreaterThan(0);

      await admin.call('POST', '/api/chemFunctions', { body: { key: 'new', name: 'New' } });

      await expect
        .poll(() => stream.events.map(({ event }) => event), { timeout: 10_000 })
        .toContain('record.created');
      await stream.stop();
    });

    test('the server sees the address of the client, and not what it claims', async () => {
      const asking = request(`${url}/healthz`, {
        localAddress: '127.0.0.9',
        family: 4,
        headers: { 'X-Forwarded-For': '203.0.113.1' },
      }).end();
      const [response] = await once(asking, 'response');

      expect(await json(response)).toEqual({ status: 'ok', address: '127.0.0.9' });
    });
  });

const REMARK = 'x'.repeat(51_000);

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
