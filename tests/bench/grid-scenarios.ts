import { createRandom, rareWords, toChemRow } from './chem-rows.ts';
import { askOnce, toRequest, type Answer } from './client.ts';
import type { Asking, Ground, Scenario } from './scenarios.ts';

/**
 * What the grid asks while one works in it, beside the plain SQL of the same question, for the same
 * columns. Nothing is counted anew for a page: the floor does not, and ours tells the total it knows,
 * or an estimate.
 */
export async function createGridScenarios(
  { token, ids, connections }: Ground,
  port: number,
): Promise<Scenario[]> {
  const signedIn = { Authorization: `Bearer ${token}` };
  const random = createRandom(2);
  const among = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const ours = (path: string) => toRequest('GET', `/api/chems${path}`, signedIn);
  const columns = Object.keys(toChemRow(0)).join(',');
  const ordered = `?_sort=commonName&_perPage=50&_fields=${columns}`;
  const page = `${ordered}&_total=estimate`;
  const words = rareWords();
  const positions = await findPositions(port, signedIn, ids.length);
  const compare = (name: string, ask: () => string, floor: () => string, goal = 0.8): Scenario => ({
    name: `grid: ${name}`,
    goal,
    ours: { next: ask },
    floor: { next: floor },
  });
  const tiers = [1, 2, 3, 4];
  const weights = [150, 200, 250, 300];
  return [
    compare(
      'first page',
      () => ours(page),
      () => toRequest('GET', '/first'),
    ),
    compare(
      'filtered by two fields',
      () => ours(`${page}&fccPrioTier=${among(tiers)}&molecularWeight_lt=${among(weights)}`),
      () => toRequest('GET', `/narrowed?tier=${among(tiers)}&weight=${among(weights)}`),
    ),
    compare(
      'contains a rare word',
      () => ours(`${page}&commonName_contains=${among(words)}`),
      () => toRequest('GET', `/found?text=${among(words)}`),
    ),
    compare(
      'deep by cursor',
      () => ours(`${ordered}&_total=none&_after=${among(positions).cursor}`),
      () => {
        const { name, id } = among(positions);
        return toRequest('GET', `/after?name=${encodeURIComponent(name)}&id=${id}`);
      },
    ),
    compare(
      'two facets',
      () => ours('/facets?fields=fccPrioTier,inFccDb'),
      () => toRequest('GET', '/counts'),
      0.5,
    ),
    {
      // The floor reads nothing before and after, checks nothing and leaves no history.
      name: 'grid: paste of 200 cells, with versions and history',
      goal: 0.2,
      ...createPastes(ids, connections, signedIn, random),
    },
  ];
}

type Position = { cursor: string; name: string; id: string };

/** The same places in the order, as a cursor and as values. */
async function findPositions(
  port: number,
  headers: Record<string, string>,
  rows: number,
): Promise<Position[]> {
  const depths = [0.2, 0.4, 0.6, 0.8].map((share) => Math.floor((rows * share) / 50));
  return await Promise.all(
    depths.map(async (page) => {
      const path = `/api/chems?_sort=commonName&_perPage=50&_total=none&_page=${page}`;
      const { body } = await askOnce(port, toRequest('GET', path, headers));
      const { data, next } = JSON.parse(body.toString());
      return { cursor: next, name: data[49].commonName, id: data[49]._id };
    }),
  );
}

const CELLS = 200;

/** Blocks of rows, each with a value of its own. Every connection has its own part of the list, as people do. */
function createPastes(
  ids: readonly string[],
  connections: number,
  headers: Record<string, string>,
  random: () => number,
): { ours: Asking; floor: Asking } {
  const part = Math.floor(ids.length / connections);
  const block = (connection: number) => {
    const start = connection * part + Math.floor(random() * (part - CELLS));
    return ids.slice(start, start + CELLS);
  };
  const note = () => `pasted ${Math.floor(random() * 1e9)}`;
  return {
    ours: {
      next: (connection) => {
        const records = block(connection).map((_id) => ({
          _id,
          _version: '*',
          data: { comments: note() },
        }));
        const body = JSON.stringify({ action: 'update', records });
        return toRequest('POST', '/api/chems/bulk', headers, body);
      },
      seen: checkPaste,
    },
    floor: {
      next: (connection) => {
        const some = block(connection);
        return toRequest(
          'POST',
          '/many',
          {},
          JSON.stringify({ ids: some, comments: some.map(note) }),
        );
      },
    },
  };
}

/** What failed in it is no failure of the call, and would be fast. */
function checkPaste(_connection: number, { body }: Answer): void {
  const { failed, problems } = JSON.parse(body.toString());
  if (failed > 0 && problems.some(({ code }: { code: string }) => code !== 'S003'))
    throw new Error(JSON.stringify(problems.slice(0, 3)));
}
