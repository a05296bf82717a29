import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createViteServer } from 'vite';
import { readEnvironment } from './environment.ts';
import { projectFolder } from './project.ts';
import { runProgram } from './refusal.ts';

/**
 * The main program of `npm run dev`: the API, which restarts when its sources change and watches the
 * descriptor (WATCH), and Vite in front of it, which shows changes of screens immediately.
 */
async function develop(): Promise<void> {
  const { host, port } = readEnvironment(process.env);
  // The same port for all restarts, so that the proxy finds the API.
  const apiPort = await findFreePort();
  startApi(apiPort);
  const api = { target: `http://127.0.0.1:${apiPort}` };
  const vite = await createViteServer({
    root: projectFolder,
    configLoader: 'native',
    clearScreen: false,
    server: {
      host,
      port,
      strictPort: true,
      proxy: { '/api': api, '/healthz': api, '/readyz': api, '/metrics': api, '/mcp': api },
    },
  });
  await vite.listen();
  vite.printUrls();
}

function startApi(port: number): void {
  const watched = readdirSync(join(projectFolder, 'src'))
    .filter((folder) => folder !== 'admin')
    .map((folder) => `--watch-path=${join(projectFolder, 'src', folder)}`);
  const program = join(projectFolder, 'src/hosts/start.mjs');
  const api = spawn(
    process.execPath,
    [...watched, '--watch-preserve-output', program, '--without-screens', '--from-sources'],
    {
      stdio: 'inherit',
      env: { WATCH: '1', ...process.env, HOST: '127.0.0.1', PORT: String(port) },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      api.once('exit', () => process.exit(0));
      api.kill(signal);
    });
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

await runProgram(develop);
