import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../bench/chem-rows.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { museumDescriptor } from '../support/museum.ts';

/*
 * A random past: every text that was ever written is written only once, so that an answer shows by its text alone
 * from which version of which field of which record it comes.
 */

let api: TestApi;
beforeAll(async () => {
  const descriptor = museumDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
  await writeThePast();
});
afterAll(() => api.close());

type State = Record<string, any>;
type Past = { resource: string; id: string; states: State[]; versions: number[] };

const pasts = new Map<string, Past>();
const marked = {
  paintings: ['title', 'label', 'remark', 'secret', 'extra'],
  artists: ['name', 'alias'],
};
const random = createRandom(14);
const among = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
let marks = 0;
const mark = () => `mark-${++marks}-`;

async function writeThePast(): Promise<void> {
  for (let turn = 0; turn < 260; turn++) {
    const name = among(['artists', 'paintings', 'paintings'] as const);
    const resource = api.descriptor.resources.get(name)!;
    const by = { userId: api.userId(among(['admin', 'keeper'])) };
    const known = [...pasts.values()].filter((past) => past.resource === name);
    const past = known.length < 8 || random() < 0.1 ? undefined : among(known);
    const isThere = past && (await api.store.get(resource, past.id)) !== undefined;
    const values = toValues(name, past === undefined || !isThere);
    if (!past || !isThere) {
      const outcome = await api.store.create(resource, values, by, past?.id);
      if ('record' in outcome) note(name, outcome.record);
    } else if (random() < 0.15) {
      const outcome = await api.store.remove(resource, past.id, '*', by);
      if ('record' in outcome) past.versions.push(outcome.record._version + 1);
    } else {
      const outcome = await api.store.update(resource, past.id, '*', values, by);
      if ('record' in outcome) note(name, outcome.record);
    }
  }
}

function note(resource: string, record: State): void {
  const key = `${resource}/${record['_id']}`;
  const past = pasts.get(key) ?? {
    resource,
    id: record['_id'],
    states: [] as State[],
    versions: [] as number[],
  };
  past.states.push(record);
  past.versions.push(record['_version']);
  pasts.set(key, past);
}

function toValues(name: keyof typeof marked, isNew: boolean): State {
  const texts = marked[name].filter(() => isNew || random() < 0.4);
  const values: State = Object.fromEntries(
    texts.map((field) => [field, field === 'extra' ? { text: mark() } : mark()]),
  );
  const artists = [...pasts.values()].filter(({ resource }) => resource === 'artists');
  if (name === 'artists' && (isNew || random() < 0.3)) values['known'] = random() < 0.6;
  if (name === 'paintings') {
    if (isNew) values['number'] = mark();
    if (isNew || random() < 0.3) values['room'] = among(['open', 'store']);
    if (artists.length > 0 && random() < 0.4) values['artist'] = among(artists).id;
    if (artists.length > 0 && random() < 0.3) values['models'] = [among(artists).id];
  }
  return values;
}

type Sees = (state: State) => boolean;
const everything: Sees = () => true;

/** What each role may see of each collection, said once more in other words. */
const sights = (): Record<string, Record<string, { sees: Sees; hidden: string[] }>> => ({
  admin: { paintings: { sees: everything, hidden: [] }, artists: { sees: everything, hidden: [] } },
  curator: {
    paintings: { sees: everything, hidden: ['secret'] },
    artists: { sees: everything, hidden: ['alias'] },
  },
  guide: {
    paintings: { sees: ({ room }) => room === 'open', hidden: ['secret'] },
    artists: { sees: ({ known }) => known === true, hidden: ['alias'] },
  },
  keeper: {
    paintings: { sees: ({ updatedBy }) => updatedBy === api.userId('keeper'), hidden: ['secret'] },
  },
  clerk: { paintings: { sees: everything, hidden: ['secret'] } },
  reader: {},
});

/** The marks that a role may see somewhere in the past. */
function visibleTo(role: string): Set<string> {
  const found = new Set<string>();
  for (const { resource, states } of pasts.values()) {
    const sight = sights()[role]![resource];
    if (!sight?.sees(states.at(-1)!)) continue;
    for (const state of states.filter(sight.sees))
      for (const [field, value] of Object.entries(state))
        if (!sight.hidden.includes(field) && field !== 'loud')
          for (const text of marksIn(JSON.stringify(value))) found.add(text);
  }
  return found;
}

const marksIn = (text: string): string[] => text.match(/mark-\d+-/g) ?? [];

/** Everything that a role is told about the past. */
async function ask(role: string): Promise<string[]> {
  const texts: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'If-Match': '*' };
    const more = body === undefined ? {} : { body };
    const answer = await api.call(method, path, { as: role, headers, ...more });
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.text}`);
    texts.push(answer.text);
    return answer;
  };
  for (const { resource, id, versions } of pasts.values()) {
    const path = `/api/${resource}/${id}`;
    const fields = [...api.descriptor.resources.get(resource)!.fields.keys(), 'createdBy'];
    let after = '';
    do {
      const { json } = await call('GET', `${path}/history?_perPage=3${after}`);
      after = json.next ? `&_after=${json.next}` : '';
    } while (after !== '');
    for (const field of fields) await call('GET', `${path}/history?field=${field}`);
    await call('GET', `${path}/history?by=${api.userId('keeper')}&_perPage=2`);
    for (const version of versions) await call('GET', `${path}/history/${version}`);
  }
  return texts;
}

async function restoreAll(role: string): Promise<string[]> {
  const texts: string[] = [];
  for (const { resource, id, versions } of pasts.values())
    for (const version of versions)
      for (const fields of [
        undefined,
        ['secret', 'alias'],
        ...marked[resource as 'artists'].map((each) => [each]),
      ]) {
        const answer = await api.call('POST', `/api/${resource}/${id}/restore`, {
          as: role,
          headers: { 'If-Match': '*' },
          body: { version, ...(fields && { fields }) },
        });
        if (answer.status >= 500) throw new Error(`${resource} ${id} ${version}: ${answer.text}`);
        texts.push(answer.text);
      }
  return texts;
}

const roles = ['admin', 'curator', 'guide', 'keeper', 'clerk', 'reader'];

describe.each(roles)('the past, as %s sees it', (role) => {
  it('the past shows every value that the role can see, and no other', async () => {
    const visible = visibleTo(role);

    const shown = new Set((await ask(role)).flatMap(marksIn));

    expect([...shown].filter((text) => !visible.has(text))).toEqual([]);
    expect([...visible].filter((text) => !shown.has(text))).toEqual([]);
  });
});

describe.each(['guide', 'keeper', 'clerk', 'reader', 'curator'])('restoring as %s', (role) => {
  it('a problem reveals no value that the role cannot see', async () => {
    const visible = visibleTo(role);

    const shown = (await restoreAll(role)).flatMap(marksIn);

    expect(shown.filter((text) => !visible.has(text))).toEqual([]);
  });
});

it('the past has something to hide from each role', () => {
  for (const role of ['curator', 'guide', 'keeper', 'clerk'])
    expect(visibleTo(role).size).toBeLessThan(visibleTo('admin').size - 20);
  expect(visibleTo('guide').size).toBeGreaterThan(20);
});
