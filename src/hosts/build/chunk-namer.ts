import { resolve } from 'node:path';

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo(id: string): Module | null };

const root = resolve(import.meta.dirname, '../../..');
const at = (path: string): string => resolve(root, path);

/** The pages that load before the app, or without it. */
const PAGES = [at('index.html'), at('docs.html')];
const START = at('src/admin/shell/start/open-app.ts');
const APP = at('src/admin/app.tsx');
const LIST = at('src/admin/list/list-screen.tsx');
const FIRST_PAGE = at('src/admin/list/first-page.tsx');
const CARDS = at('src/admin/list/list-cards.tsx');
const TABS = at('src/admin/list/saved-views/view-tabs.tsx');

/** The parts that load only after a sign-in. */
const behind = [APP, LIST, FIRST_PAGE, CARDS];

/**
 * Names the chunk of one of our modules and of what it uses from packages. By default, modules are grouped
 * by the parts of the app that need them: eighty files for a first list, most of a few hundred bytes, and a
 * phone takes longer to request and open each than to read it. So there is one file for the app, since
 * everything behind the sign-in loads after it; one for what the list shares with other pages; and before
 * both a small one with the client of the server.
 */
export function createChunkNamer(): (id: string, graph: Graph) => string | null {
  let chunks: ReadonlyMap<string, string | null> | undefined;
  return (id, graph) => (chunks ??= toChunks(graph)).get(id) ?? null;
}

function toChunks(graph: Graph): ReadonlyMap<string, string | null> {
  const dynamic = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const all = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  // Nearly every list has tabs, whose modules would be five small files more.
  const list = reach([LIST, FIRST_PAGE, TABS], all);
  const app = reach([APP], all);
  const without = reach(PAGES, (id) => (behind.includes(id) ? [] : [...all(id), ...dynamic(id)]));
  const start = reach([START, ...PAGES], all);
  return new Map<string, string | null>([
    ...[...list].filter((id) => id !== LIST).map((id) => [id, 'list'] as const),
    ...[...app].map((id) => [id, 'app'] as const),
    ...[...without].filter((id) => !behind.includes(id)).map((id) => [id, null] as const),
    ...[...start].filter((id) => app.has(id) || list.has(id)).map((id) => [id, 'start'] as const),
  ]);
}

/** Follows only our own modules, because the index of a package also names what nobody uses. */
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
