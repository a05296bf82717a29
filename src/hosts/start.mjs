// `npm start`: keeps the compiled sources from start to start. Otherwise each start strips the types of 200
// files again, which takes a third of its time and 25 MB that are never freed. Plain JavaScript, because this
// file is read before there is a cache.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// An older Node would fail with a SyntaxError before this line at a named import that it does not have.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Backoffice requires Node 24, but this is Node ${process.versions.node}. Start it with \`npm start\` or with node_modules/node/bin/node, which \`npm ci\` installs`,
  );
  process.exit(1);
}
module.enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
);
// Most of our schemas are used only a few times: compiling each into a function takes longer than it saves.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
await import('./start.ts');
// Now, because a killed process writes nothing.
setTimeout(module.flushCompileCache, 2_000).unref();
