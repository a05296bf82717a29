// `npm start`: keeps what Node compiled of the sources from start to start. Without it every
// start strips the types of 200 files again, which takes a third of its time and 25 MB that stay.
// Plain JavaScript, since this file is read before there is a cache.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));
// Most of our schemas are used a few times: to compile each into a function takes longer than it saves.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
await import('./start.ts');
// Now, because a killed process writes nothing at its end.
setTimeout(flushCompileCache, 2_000).unref();
