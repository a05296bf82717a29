import { afterAll, expect, test } from 'vitest';
import { openCabinet } from '../support/cabinet.ts';
import { createUndoModel, isSame, type Doc } from '../support/undo-model.ts';

const cabinet = await openCabinet();
afterAll(() => cabinet.api.close());

const seeds = Array.from({ length: 30 }, (_, at) => at + 1);

const plain = { text: ['a', 'b'], size: [1, 2], tags: [['x'], ['x', 'y']] };

/** Values of which each can be only once, and references, which a record must not lose. */
const bound = { code: ['1', '2', '3'], text: ['a', 'b'] };

test.each(seeds)('any undo of any writes ends as a model says (seed %i)', async (seed) => {
  expect(await play(seed, plain, () => true)).toEqual([]);
});

test.each(seeds)('and with unique values and references too (seed %i)', async (seed) => {
  expect(await play(1_000 + seed, bound, isConsistent)).toEqual([]);
});

type Fields = Readonly<Record<string, readonly unknown[]>>;

/** Random writes by two people in several sets, then undos of any of them and of each other; returns where they differ. */
async function play(
  seed: number,
  fields: Fields,
  isPossible: (docs: ReadonlyMap<string, Doc>) => boolean,
): Promise<object[]> {
  const faults: object[] = [];
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const model = createUndoModel();
  const ids = Array.from({ length: 5 }, (_, at) => `s${seed}-${at}`);
  const sets = Array.from({ length: 4 }, (_, at) => `game-${seed}-${at}`);
  const isBound = fields === bound;
  // Unique values of one game must not be in the way of another.
  const valueOf = (name: string) => {
    const value = random() < 0.3 ? undefined : pick(fields[name]!);
    return name === 'code' && value !== undefined ? `${seed}-${value as string}` : value;
  };
  const toDoc = (): Record<string, unknown> => {
    const doc = Object.fromEntries(Object.keys(fields).map((name) => [name, valueOf(name)]));
    return { ...doc, ...(isBound && { other: random() < 0.5 ? undefined : pick(ids) }) };
  };

  for (let at = 0; at < 24; at++) {
    const [set, id] = [pick(sets), pick(ids)];
    const as = sets.indexOf(set) % 2 === 0 ? 'keeper' : 'admin';
    const now = model.docs.get(id);
    const change = now && random() < 0.25 ? 'DELETE' : 'PATCH';
    const does = now ? change : 'POST';
    const some = Object.entries(toDoc()).filter(() => does === 'POST' || random() < 0.6);
    const body = Object.fromEntries(some.map(([name, value]) => [name, value ?? null]));
    const path = does === 'POST' ? '/api/notes' : `/api/notes/${id}`;
    const sent =
      does === 'DELETE' ? undefined : { ...(does === 'POST' && { _id: id, name: id }), ...body };
    const { status } = await cabinet.write(set, does, path, sent, as);
    if (status >= 300) continue;
    model.write(set, id, does === 'DELETE' ? null : compact({ ...now, ...body }));
  }

  for (let at = 0; at < 6; at++) {
    const set = pick(model.sets());
    const overwrite = random() < 0.3;
    const { json } = await cabinet.ask(set, { overwrite }, 'admin');
    if (model.isUndone(set)) {
      if (json.code !== 'S023') faults.push({ at, set, json });
      continue;
    }
    const { summary } = await cabinet.ended(json.id);
    const wanted = model.wanted(set, overwrite);
    const now = await readAll(ids);
    // Where something is in the way, each record is as it was or as it should be.
    const isRight = isPossible(wanted.docs)
      ? ids.every((id) => isSame(now.get(id), wanted.docs.get(id))) &&
        summary.failed === wanted.left
      : ids.every((id) =>
          [model.docs, wanted.docs].some((docs) => isSame(docs.get(id), now.get(id))),
        );
    if (!isRight) faults.push({ at, set, overwrite, summary, now, wanted });
    model.undone({ id: json.id, undoes: set, left: summary.failed }, now);
  }
  return faults;
}

async function readAll(ids: readonly string[]): Promise<Map<string, Doc>> {
  const { data } = await cabinet.get(`/api/notes?_id_in=${ids.join()}&_perPage=100`);
  const system = ['_id', '_version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'name'];
  return new Map(
    data.map((record: Record<string, unknown>) => [
      record['_id'],
      compact(
        Object.fromEntries(Object.entries(record).filter(([name]) => !system.includes(name))),
      ),
    ]),
  );
}

/** Without empty values. */
function compact(doc: Doc): Doc {
  return Object.fromEntries(
    Object.entries(doc).filter(
      ([, value]) =>
        value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function isConsistent(docs: ReadonlyMap<string, Doc>): boolean {
  const codes = [...docs.values()].flatMap(({ code }) => code ?? []);
  const targets = [...docs.values()].flatMap(({ other }) => other ?? []);
  return new Set(codes).size === codes.length && targets.every((id) => docs.has(id as string));
}

/** The same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
