// `npm start`: runs the server from its bundle if that is up to date, otherwise from the sources. Keeps what Node has
// compiled from start to start. Plain JavaScript, because this file is read before there is a cache.
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describeOldNode, findPackaged } from './packaged.mjs';

// An older Node would fail with a SyntaxError before this line at a named import that it does not have.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    describeOldNode(
      'Start it with `npm start` or with node_modules/node/bin/node, which `npm ci` installs',
    ),
  );
  process.exit(1);
}
module.enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
);
// Most of our schemas are used only a few times: compiling each into a function takes longer than it saves.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
const bundle = await findBundle();
const { start } = await import(bundle ?? './start.ts');
await start(bundle !== undefined);
setTimeout(() => {
  // Now, because a killed process writes nothing.
  module.flushCompileCache();
  // Node keeps the memory that loading took until much later. `gc` is there with `--expose-gc`.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}, 2_000).unref();

async function findBundle() {
  const packaged = findPackaged('start');
  if (packaged || process.argv.includes('--from-sources')) return packaged;
  const path = (await import('./build/server-bundle.ts')).findBundle();
  return path && pathToFileURL(path).href;
}
