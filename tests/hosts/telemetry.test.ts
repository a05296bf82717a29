import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openCollector, type CollectedSpan, type Collector } from '../support/collector.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { readSourceFiles } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const password = 'canary-of-the-password';
const traceId = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const jobTrace = '00112233445566778899aabbccddeeff';
const parentId = '1122334455667788';

const start = (endpoint: string, name: string) =>
  runServer({
    DATA_DIR: join(folder, name),
    SAMPLE_DATA: '0',
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: password,
    WEBHOOK_PRIVATE: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_BLRP_SCHEDULE_DELAY: '50',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
  });

async function signIn({ url }: ServerProcess) {
  const send = (path: string, body: unknown, headers = {}): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const login = await send('/api/users/login', { email: 'admin@example.org', password });
  const { token } = (await login.json()) as { token: string };
  const Authorization = `Bearer ${token}`;
  const upload = async (path: string, csv: string): Promise<string> => {
    const body = new FormData();
    body.set('file', new Blob([csv]), 'chems.csv');
    const sent = await fetch(url + path, { method: 'POST', headers: { Authorization }, body });
    return ((await sent.json()) as { id: string }).id;
  };
  return {
    upload,
    post: (path: string, body: unknown, headers = {}) =>
      send(path, body, { Authorization, ...headers }),
    get: (path: string, headers = {}) =>
      fetch(url + path, { headers: { Authorization, ...headers } }),
  };
}

describe('the telemetry', () => {
  let collector: Collector;
  let server: ServerProcess;
  beforeAll(async () => {
    collector = await openCollector();
    server = await start(collector.url, 'with');
    const { get, post, upload } = await signIn(server);
    const settings = { name: 'Shop', resources: ['chems'], events: ['created'] };
    const hook = await post('/api/admin/webhooks', { ...settings, url: `${collector.url}/hook` });
    if (!hook.ok) throw new Error(await hook.text());
    const chem = await post('/api/chems', { casId: '107-07-3', commonName: 'canary-of-a-value' });
    if (!chem.ok) throw new Error(await chem.text());
    await get('/api/chems?q=canary-of-a-search', {
      traceparent: `00-${traceId}-${parentId}-01`,
      'X-Request-Id': 'the-request-of-the-test',
    });
    const job = await upload('/api/chems/jobs', 'casId,commonName\n79-06-1,canary-of-a-file\n');
    await post(`/api/jobs/${job}/run`, {}, { traceparent: `00-${jobTrace}-${parentId}-01` });
    await post('/api/users/forgotpassword', { email: 'admin@example.org' });
  });
  afterAll(async () => {
    await server.end();
    await collector.close();
  });

  const find = (matches: (span: CollectedSpan) => boolean): Promise<CollectedSpan> =>
    vi.waitFor(
      () => {
        const found = collector.spans.find(matches);
        expect(found).toBeDefined();
        return found!;
      },
      { timeout: 10_000 },
    );

  test('continues the trace of the caller, down to the statements', async () => {
    const request = await find(({ traceId: of, name }) => of === traceId && name.startsWith('GET'));
    const statement = await find(({ parentSpanId }) => parentSpanId === request.spanId);

    expect(request).toMatchObject({ name: 'GET /api/chems', parentSpanId: parentId });
    expect(request.attributes).toMatchObject({
      'http.route': '/api/chems',
      requestId: 'the-request-of-the-test',
    });
    expect(statement).toMatchObject({ traceId, name: 'SELECT' });
    expect(statement.attributes['db.query.text']).toMatch(/^select .*\$1/i);
  });

  test('passes the trace on to webhooks', async () => {
    const sent = await find(({ name }) => name === 'webhook');

    expect(collector.hooks[0]?.['traceparent']).toBe(`00-${sent.traceId}-${sent.spanId}-01`);
    expect(Number(sent.attributes['http.response.status_code'])).toBe(200);
  });

  test('follows a job beyond its request', async () => {
    const asked = await find(({ traceId: of, name }) => of === jobTrace && name.startsWith('POST'));
    const job = await find(
      ({ name, parentSpanId }) => name === 'job' && parentSpanId === asked.spanId,
    );

    const statement = await find(({ parentSpanId }) => parentSpanId === job.spanId);
    expect(statement.traceId).toBe(jobTrace);
  });

  test('has a trace of each email, with its statements', async () => {
    const mail = await find(({ name }) => name === 'mail');

    await find(({ parentSpanId }) => parentSpanId === mail.spanId);
    expect(mail.parentSpanId ?? '').toBe('');
  });

  test('contains the log, each line with its trace', async () => {
    const line = await vi.waitFor(() => {
      const found = collector.lines.find(
        ({ attributes }) => attributes['requestId'] === 'the-request-of-the-test',
      );
      expect(found).toBeDefined();
      return found!;
    });

    expect(line).toMatchObject({ body: 'answered', severityNumber: 9 });
    expect(line.attributes).toMatchObject({ method: 'GET', path: '/api/chems' });
  });

  test('contains no values, passwords, or addresses of people or networks', async () => {
    await find(({ name }) => name === 'mail');
    const all = collector.all();

    expect(all).toContain('deployment.environment.name');
    for (const secret of ['canary', 'admin@example.org', '107-07-3', '79-06-1', '"address"'])
      expect(all).not.toContain(secret);
  });
});

test('an unavailable collector is reported once, and delays nothing', async () => {
  const closed = await openCollector();
  await closed.close();
  const server = await start(closed.url, 'without');
  const { get } = await signIn(server);
  const reports = (what: string) =>
    server.lines.filter((line) => line.includes(`takes no ${what}`));

  for (let round = 0; round < 20; round++) expect((await get('/api/chems')).status).toBe(200);
  await vi.waitFor(() => expect(reports('traces')).toHaveLength(1), { timeout: 15_000 });
  for (let round = 0; round < 20; round++) expect((await get('/api/chems')).status).toBe(200);
  await server.end();

  expect(reports('traces')).toHaveLength(1);
  expect(reports('lines of the log').length).toBeLessThanOrEqual(1);
});

test('without the variable no telemetry is loaded', () => {
  const files = readSourceFiles('src');
  const users = files.filter(({ imports }) =>
    imports.some(({ target }) => target.startsWith('@opentelemetry/')),
  );
  const loaders = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, typeOnly }) => target === 'src/hosts/log/telemetry.ts' && !typeOnly)
      .map(({ isLazy }) => ({ path, isLazy })),
  );

  expect(users.map(({ path }) => path)).toEqual(['src/hosts/log/telemetry.ts']);
  expect(loaders).toEqual([{ path: 'src/hosts/start.ts', isLazy: true }]);
});
