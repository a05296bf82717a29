#!/usr/bin/env node
// Bare `npx backoffice` runs on the machine's Node, which may be too old to read TypeScript, and which collects
// the garbage of a million rows as late as memory allows. So this starts the Node that `npm ci` installed, with
// the memory limits of `npm run backoffice`. Plain JavaScript for that reason.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeOldNode, findPackaged } from './packaged.mjs';

const pathOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const own = pathOf('node_modules/node/bin/node');
const isNew = Number.parseInt(process.versions.node, 10) >= 24;

if (isNew || existsSync(own)) {
  const { scripts } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8'));
  const bounds = scripts.backoffice.split(' ').filter((part) => part.startsWith('--'));
  const packaged = findPackaged('command');
  const command = packaged ? fileURLToPath(packaged) : pathOf('src/hosts/command.ts');
  const args = [...bounds, command, ...process.argv.slice(2)];
  // Otherwise each run strips the types of 400 files again, which is half of its work.
  const env = { NODE_COMPILE_CACHE: pathOf('node_modules/.cache/node'), ...process.env };
  const child = spawn(isNew ? process.execPath : own, args, {
    // Through the channel the command notices that this process was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
} else {
  console.error(describeOldNode('Run `npm ci` to install it in the project'));
  process.exitCode = 2;
}
