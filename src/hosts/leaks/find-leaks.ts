import { isDeepStrictEqual } from 'node:util';
import { listRoutes } from '../../api/routes.ts';
import { withScratchDatabase } from '../backup/scratch-database.ts';
import { Refusal } from '../refusal.ts';
import { addPeople, makeRecords, plainValue } from './make-records.ts';
import { personWith, withWorld, type Installed, type World } from './open-world.ts';
import { addHidden, otherValue, writeOthers, type Differing } from './other-world.ts';
import { findDifference, toPlainAnswer, type PlainAnswer } from './plain-answer.ts';
import { questionsOf, type Question } from './questions.ts';
import { sightOf } from './sight.ts';
import { writeRecord } from './write-record.ts';

/** An answer by which a role can learn what it may not see: how it begins to differ in the two worlds. */
export type Leak = { route: string; asked: string; answers: readonly string[] };

/** What was asked as a role. */
export type Compared = {
  role: string;
  questions: number;
  routes: number;
  /** Routes that answered with more than refusals. */
  answered: number;
  /** Records of the first world, and how many of them the role sees. */
  records: number;
  seen: number;
  /** Fields whose hidden values are the same in both worlds, because they decide what the role sees. */
  kept: string[];
  /** Why some collections have no more records in the other world. */
  missing: string[];
  leaks: Leak[];
};

type Search = Installed & {
  /** A server on which it may create databases. */
  url: string;
  seed: number;
  roles: readonly string[];
};

/** `missing`: why some collections have no records in either world. */
export type Found = { results: Compared[]; missing: readonly string[] };

/**
 * Compares two made-up worlds that differ only in what a role may not see: asks every route that reads, as each role,
 * and returns the answers that differ.
 */
export async function findLeaks(search: Search): Promise<Found> {
  const { descriptor, seed, roles } = search;
  const plain: ValueOf = (users, field, id) => plainValue(seed, users, field, id);
  // What could be written, is written again: an attempt that failed would leave a gap in the numbers of one world only.
  const { made, sights } = await inWorld(search, plain, async (trial) => ({
    made: await makeRecords(trial, descriptor, seed),
    sights: await Promise.all(roles.map((role) => sightOf(descriptor, role, trial.store))),
  }));
  return await inWorld(search, plain, async (world) => {
    for (const write of made.writes) await writeRecord(world, write);
    const results: Compared[] = [];
    for (const sight of sights)
      results.push(
        await compareAs(search, world, { descriptor, seed, made, sight, kept: new Set() }),
      );
    return { results, missing: made.missing };
  });
}

type ValueOf = Parameters<typeof addPeople>[2];

async function inWorld<Done>(
  search: Search,
  valueOf: ValueOf,
  work: (world: World) => Promise<Done>,
): Promise<Done> {
  return await withScratchDatabase(search.url, (empty) =>
    withWorld(empty, search, async (world) => {
      await addPeople(world, search.descriptor, valueOf);
      return await work(world);
    }),
  );
}

/** Makes the other world until the role sees the same records there: of what decides it, less differs each time. */
async function compareAs(search: Search, one: World, differing: Differing): Promise<Compared> {
  const { descriptor, seed, sight, kept } = differing;
  const valueOf: ValueOf = (users, field, id) =>
    otherValue(differing, users, { field, id, value: plainValue(seed, users, field, id) });
  const compared = await inWorld(search, valueOf, async (other) => {
    await writeOthers(other, differing);
    const missing = await addHidden(other, differing);
    const { records } = await sightOf(descriptor, sight.role, one.store);
    const { records: others } = await sightOf(descriptor, sight.role, other.store);
    const moved = [...records.keys()].filter(
      (name) => !isDeepStrictEqual(records.get(name), others.get(name)),
    );
    if (moved.length > 0) return moved;
    return { ...(await askBoth(search, [one, other], differing)), missing, kept: [...kept] };
  });
  if (!Array.isArray(compared)) return compared;
  const more = compared.flatMap(
    (name) => sight.deciding.get(name)?.find((each) => !kept.has(each)) ?? [],
  );
  if (more.length > 0)
    return await compareAs(search, one, { ...differing, kept: new Set([...kept, ...more]) });
  throw new Refusal([`${sight.role} would see other ${compared.join(', ')}; try another seed`]);
}

async function askBoth(
  { descriptor, code }: Search,
  [one, other]: [World, World],
  differing: Differing,
): Promise<Omit<Compared, 'missing' | 'kept'>> {
  const { role, records } = differing.sight;
  const leaks = new Map<string, Leak>();
  const answered = new Set<string>();
  const questions = listRoutes(descriptor, code).flatMap((route) => questionsOf(route, differing));
  const ask = async (world: World, question: Question): Promise<PlainAnswer> =>
    toPlainAnswer(await world.ask(question, personWith(role)));
  for (const question of questions) {
    const { route, method, path, body } = question;
    if (leaks.has(route)) continue;
    const before = await ask(one, question);
    if (before.status < 400) answered.add(route);
    const difference = findDifference(before, await ask(other, question));
    // What an installation answers differently each time tells nothing.
    if (!difference || findDifference(before, await ask(one, question))) continue;
    const asked = [method, path, JSON.stringify(body)].filter(Boolean).join(' ');
    leaks.set(route, { route, asked, answers: difference });
  }
  const routes = new Set(questions.map(({ route }) => route)).size;
  const counts = { questions: questions.length, routes, answered: answered.size };
  return {
    role,
    ...counts,
    records: [...differing.made.ids.values()].flat().length,
    seen: [...records.values()].reduce((sum, { size }) => sum + size, 0),
    leaks: [...leaks.values()],
  };
}
