import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, runShell, stepsOf } from '../support/run-page.ts';
import { signIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const path = 'docs/your-installation.md';

/** What the page asks for from outside: a clone, the packages, `npx`, and a server that goes on in the background. */
const outside = `
trap '[ $? = 0 ] || kill $(cat "$START/shop/pid")' EXIT
git() { mkdir product; cp -r "$TOP/src" "$TOP/package.json" product; }
npx() { shift; "$NODE" src/hosts/command.ts "$@"; }
npm() {
  if [ "$1" = ci ]; then ln -s "$TOP/node_modules" node_modules; return; fi
  : > ../server.log
  "$NODE" src/hosts/start.mjs --without-screens > ../server.log 2>&1 & echo $! > ../pid
  until grep -q 'is ready' ../server.log; do kill -0 $(cat ../pid); sleep 0.2; done
}`;

test(
  'the commands of the page lead from an empty folder to a running app',
  { timeout: 180_000 },
  async () => {
    const folder = await openTemporaryFolder();
    const port = await freePort();
    const descriptor = blocksOf(path).find(({ text }) =>
      text.startsWith('// resources.json'),
    )!.text;
    const steps = stepsOf(path).map(({ command, printed }) => ({
      command: command
        .replace('3100', String(port))
        .replace(/^cd shop && /, `cd "$START/shop" && `),
      printed,
    }));
    const change = `sed -i 's|"status": {|"organic": { "type": "boolean" }, "status": {|' ../resources.json\n`;
    const program = steps.map(({ command }) =>
      command
        .replace('npx backoffice check', 'cp "$START/resources.json" ..\n$&')
        .replace('npx backoffice plan', `${change}$&`),
    );
    await writeFile(join(folder, 'resources.json'), descriptor);

    const { code, out, err } = await runShell(`${outside}\n${program.join('\n')}`, {
      cwd: folder,
      env: {
        START: folder,
        REPOSITORY: '',
        ADMIN_PASSWORD: 'password of the admin',
        // Its copy of the sources is gone with its folder.
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
      },
    });
    const url = `http://127.0.0.1:${port}`;
    const sam = await signIn(url, 'sam@example.org', 'a long password');
    const products = await sam.call('GET', '/api/products?_sort=code');
    const stopped = await runShell(
      'kill $(cat shop/pid); tail --pid=$(cat shop/pid) -f /dev/null',
      {
        cwd: folder,
      },
    );

    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const line of promisedBy(steps)) expect(out).toContain(line);
    expect(products.body.data).toMatchObject([
      { name: 'Rye flour', price: 2.4, status: 'active', organic: null },
      { name: 'Oat flakes' },
    ]);
    expect(stopped.code).toBe(0);
  },
);

/** What the page says that the commands print, but for what the server says in its own log. */
function promisedBy(steps: readonly { command: string; printed: string }[]): string[] {
  return steps
    .filter(({ command }) => !command.startsWith('npm start'))
    .flatMap(({ printed }) => printed.split('\n'));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
