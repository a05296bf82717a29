import { commonWords, createRandom, rareWords, toChemRow } from './chem-rows.ts';
import { toRequest, type Answer } from './client.ts';

/** One thing users do, as it is asked of us and of the floor. */
export type Scenario = {
  name: string;
  /** Requests per second of ours, at least so many times those of the floor. */
  goal: number;
  ours: Asking;
  floor: Asking;
};

export type Asking = {
  next: (connection: number) => string;
  seen?: (connection: number, answer: Answer) => void;
};

export type Ground = { token: string; ids: readonly string[]; connections: number };

export function createScenarios({ token, ids, connections }: Ground): Scenario[] {
  const signedIn = { Authorization: `Bearer ${token}` };
  const random = createRandom(1);
  const among = (count: number) => Math.floor(random() * count);
  const anyId = () => ids[among(ids.length)]!;
  const updates = createUpdates(ids, connections);
  let created = 0;
  const newRow = () => toChemRow(10_000_000 + created++);

  const toFiltered = (
    name: string,
    words: readonly string[],
    filter = 'commonName_contains',
  ): Scenario => {
    const word = () => words[among(words.length)]!;
    const path = `/api/chems?_sort=commonName&_perPage=25&${filter}=`;
    return {
      name,
      goal: 4,
      ours: { next: () => toRequest('GET', path + word(), signedIn) },
      floor: { next: () => toRequest('GET', `/filter?text=${word()}`) },
    };
  };

  return [
    {
      name: 'list of 25, sorted, exact total',
      goal: 2,
      ours: {
        next: () =>
          toRequest(
            'GET',
            `/api/chems?_sort=commonName&_perPage=25&_page=${1 + among(40)}`,
            signedIn,
          ),
      },
      floor: { next: () => toRequest('GET', `/list?page=${1 + among(40)}`) },
    },
    toFiltered('filtered, contains a common word, exact total', commonWords),
    toFiltered('filtered, contains a rare word, exact total', rareWords()),
    toFiltered('searched for a common word, exact total', commonWords, 'q'),
    toFiltered('searched for a rare word, exact total', rareWords(), 'q'),
    {
      name: 'get one',
      goal: 0.4,
      ours: { next: () => toRequest('GET', `/api/chems/${anyId()}`, signedIn) },
      floor: { next: () => toRequest('GET', `/one?id=${anyId()}`) },
    },
    {
      name: 'update one field, version check, history',
      goal: 0.75,
      ours: {
        next: (connection) => {
          const { id, version } = updates.next(connection);
          const headers = { ...signedIn, 'If-Match': `"${version}"` };
          return toRequest(
            'PATCH',
            `/api/chems/${id}`,
            headers,
            JSON.stringify({ comments: `note ${among(1e9)}` }),
          );
        },
        seen: updates.seen,
      },
      floor: {
        next: () =>
          toRequest(
            'PATCH',
            `/update?id=${anyId()}`,
            {},
            JSON.stringify({ comments: `note ${among(1e9)}` }),
          ),
      },
    },
    {
      name: 'create, validated, with history',
      goal: 0.75,
      ours: { next: () => toRequest('POST', '/api/chems', signedIn, JSON.stringify(newRow())) },
      floor: {
        next: () => {
          const row = newRow();
          return toRequest(
            'POST',
            '/create',
            {},
            JSON.stringify({ _id: `new-${row.dtxsid}`, ...row }),
          );
        },
      },
    },
  ];
}

/** Each connection changes records of its own and remembers their versions, as an editor does. */
function createUpdates(ids: readonly string[], connections: number) {
  const versions = new Map<string, number>();
  const current: string[] = [];
  let turn = 0;
  return {
    next(connection: number): { id: string; version: number } {
      const id = ids[(turn++ * connections + connection) % ids.length]!;
      current[connection] = id;
      return { id, version: versions.get(id) ?? 1 };
    },
    seen(connection: number, answer: Answer): void {
      const version = /\r\netag: *"(\d+)"/i.exec(answer.head)?.[1];
      if (version !== undefined) versions.set(current[connection]!, Number(version));
    },
  };
}
