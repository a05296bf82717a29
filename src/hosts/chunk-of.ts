import { resolve } from 'node:path';

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo(id: string): Module | null };

const root = resolve(import.meta.dirname, '../..');
const at = (path: string): string => resolve(root, path);

/** What is there before the app, or without it. */
const PAGES = [at('index.html'), at('docs.html')];
const START = at('src/admin/shell/start/open-app.ts');
const APP = at('src/admin/app.tsx');
const LIST = at('src/admin/list/list-screen.tsx');
const CARDS = at('src/admin/list/list-cards.tsx');

/** What comes after a sign-in only. */
const behind = [APP, LIST, CARDS];

/**
 * Names the chunk of a module of ours, and by it of what it takes from packages. Left to themselves modules are
 * put together by which parts of the app need them: eighty files for a first list, most of a few hundred bytes,
 * and a phone is longer at announcing and opening each than at reading it. So what the app needs is one
 * file, as all behind the sign-in comes after it; what the list needs besides and other pages need too is another;
 * and what asks the server is a small one before both.
 */
export function createChunkOf(): (id: string, graph: Graph) => string | null {
  let chunks: ReadonlyMap<string, string | null> | undefined;
  return (id, graph) => (chunks ??= toChunks(graph)).get(id) ?? null;
}

function toChunks(graph: Graph): ReadonlyMap<string, string | null> {
  const dynamic = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const all = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  const list = reach([LIST], all);
  const app = reach([APP], all);
  const without = reach(PAGES, (id) => (behind.includes(id) ? [] : [...all(id), ...dynamic(id)]));
  const start = reach([START, ...PAGES], all);
  return new Map<string, string | null>([
    ...[...list].filter((id) => id !== LIST).map((id) => [id, 'list'] as const),
    ...[...app].map((id) => [id, 'app'] as const),
    ...[...without].filter((id) => !behind.includes(id)).map((id) => [id, null] as const),
    ...[...start].filter((id) => app.has(id)).map((id) => [id, 'start'] as const),
  ]);
}

/** Our own modules only: the index of a package names what nobody takes from it. */
function reach(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const go = (id: string): void => {
    if (seen.has(id) || id.includes('node_modules') || id.startsWith('\0')) return;
    seen.add(id);
    next(id).forEach(go);
  };
  from.forEach(go);
  return seen;
}
