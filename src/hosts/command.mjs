#!/usr/bin/env node
// Bare `npx backoffice` runs on the machine's Node, which may be too old to read TypeScript:
// so the work is handed to the Node that `npm ci` installed. Plain JavaScript for that reason.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('./command.ts', import.meta.url));
const own = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

if (Number.parseInt(process.versions.node, 10) >= 24) {
  process.argv[1] = command;
  await import(command);
} else if (existsSync(own)) {
  // Else Node keeps up to 100 MiB more for what a million rows leave behind.
  const child = spawn(own, ['--max-semi-space-size=8', command, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
} else {
  console.error('backoffice needs Node 24; run `npm ci`, which installs it beside the project');
  process.exitCode = 2;
}
