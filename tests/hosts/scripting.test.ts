import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runServer } from '../support/run-server.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

test('the program of docs/scripting.md does and prints what the page says', async () => {
  const page = readFileSync(join(top, 'docs/scripting.md'), 'utf8');
  const program = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block).join('\n');
  const printed = /It prints:\s+```\n(.*?)```/s.exec(page)?.[1];
  const file = join(folder, 'script.ts');
  await writeFile(file, program);
  const database = await createTestDatabase();
  const account = { EMAIL: 'admin@example.org', PASSWORD: 'password of the admin' };
  const server = await runServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: account.PASSWORD,
    LOG_LEVEL: 'silent',
  });

  const busy = await openBusyServer(server.url);
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { ...process.env, ...account, BACKOFFICE: busy.url },
  });

  expect(stdout).toBe(printed);
  // A refresh that is answered 503 opens no other session.
  expect(busy.asked.filter((path) => path === '/api/auth/refresh')).toHaveLength(2);
  expect(busy.asked.filter((path) => path === '/api/users/login')).toHaveLength(2);
  await busy.close();
  await server.end();
  await database.drop();
});

/**
 * Stands before a server: answers the first request to each path with 503, and the first one with a token with 401, as if
 * the token had expired.
 */
async function openBusyServer(target: string) {
  const asked: string[] = [];
  let hasExpired = false;
  const server = createServer((request, response) => {
    const path = request.url!.split('?', 1)[0]!;
    const isFirst = !asked.includes(path);
    asked.push(path);
    const isExpired = !isFirst && !hasExpired && request.headers.authorization !== undefined;
    if (isExpired) hasExpired = true;
    if (isFirst || isExpired) {
      request.resume();
      response.writeHead(isFirst ? 503 : 401, isFirst ? { 'Retry-After': '0' } : {});
      response.end('{"code":"S005","detail":"","problems":[]}');
      return;
    }
    const { method, headers } = request;
    request.pipe(
      forward(target + request.url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
