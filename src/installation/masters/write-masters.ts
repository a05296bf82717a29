import type { Problem, StoredRecord, UserCall } from '../../api/extending.ts';
import { actorOf, queryContext } from '../../services/acting.ts';
import { failureProblems } from '../../services/write-problems.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { isSameJson } from '../../descriptor/json-object.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { ManyWrite } from '../../store/store.ts';
import { readAll } from './read-all.ts';
import { resourceNamed } from '../resource-named.ts';
import type { Master } from './group-extractions.ts';

/** `failed` counts masters that could not be written. */
export type Written = Record<Outcome | 'unchanged' | 'failed', number> & {
  problems: ({ masterId: string } & Problem)[];
};

type Outcome = 'created' | 'updated' | 'superseded';

/** Small enough that a batch holds its locks only for a moment. */
const BATCH = 200;
const MOST_PROBLEMS = 100;

type WriteOptions = {
  project: string | null;
  dryRun: boolean;
  generatedAt: string;
  onMaster: () => void;
};

/**
 * Makes the masters of a project, or all, equal to the map: creates new ones, updates those
 * that differ, and marks generated ones that are not in the map as superseded.
 */
export async function writeMasters(
  call: UserCall,
  masters: ReadonlyMap<string, Master>,
  { project, dryRun, generatedAt, onMaster }: WriteOptions,
): Promise<Written> {
  const reader = { store: call.services.store, descriptor: call.descriptor };
  const { written, plan, flush } = createBatches(call, dryRun);
  const seen = new Set<string>();
  const options = { filter: generatedFor(project) };
  for await (const current of readAll(reader, 'masters', undefined, options)) {
    const masterId = String(current['masterId']);
    const master = masters.get(masterId);
    seen.add(masterId);
    if (master) {
      onMaster();
      const changes = Object.entries(master).filter(
        ([name, value]) => !isSameJson(current[name], value),
      );
      if (changes.length === 0) written.unchanged += 1;
      else
        await plan(masterId, 'updated', { ...Object.fromEntries(changes), generatedAt }, current);
    } else if (current['status'] !== 'superseded')
      await plan(masterId, 'superseded', { status: 'superseded' }, current);
  }
  for (const [masterId, master] of masters)
    if (!seen.has(masterId)) {
      await plan(masterId, 'created', { ...master, generatedAt });
      onMaster();
    }
  await flush();
  return written;
}

/** Checks and counts planned writes, and writes them in batches, except in a dry run. */
function createBatches(call: UserCall, dryRun: boolean) {
  const { descriptor, services } = call;
  const resource = resourceNamed(descriptor, 'masters');
  const context = queryContext(call, resource);
  const written: Written = {
    created: 0,
    updated: 0,
    unchanged: 0,
    superseded: 0,
    failed: 0,
    problems: [],
  };
  let planned: { masterId: string; outcome: Outcome; write: ManyWrite }[] = [];

  const fail = (masterId: string, problems: readonly Problem[]): void => {
    written.failed += 1;
    const room = MOST_PROBLEMS - written.problems.length;
    written.problems.push(...problems.slice(0, room).map((each) => ({ masterId, ...each })));
  };
  const flush = async (): Promise<void> => {
    const [writes, batch] = [planned.map(({ write }) => write), planned];
    planned = [];
    const outcomes = dryRun ? [] : await services.store.writeMany(resource, writes, actorOf(call));
    batch.forEach(({ masterId, outcome }, at) => {
      const done = outcomes[at];
      if (done && 'failure' in done) fail(masterId, failureProblems(call, resource, done));
      else written[outcome] += 1;
    });
  };
  const plan = async (
    masterId: string,
    outcome: Outcome,
    body: Record<string, unknown>,
    current?: StoredRecord,
  ): Promise<void> => {
    const how = current ? ({ mode: 'patch', current } as const) : ({ mode: 'create' } as const);
    const checked = checkRecord({ ...context, body, ...how });
    if ('problems' in checked) return fail(masterId, checked.problems);
    const { values } = checked;
    const write = current
      ? { id: current._id, values, expected: current._version }
      : { id: newId(), values };
    planned.push({ masterId, outcome, write });
    if (planned.length >= BATCH) await flush();
  };
  return { written, plan, flush };
}

/** The generated masters of the project; masters made by hand have no `generatedAt`. */
function generatedFor(project: string | null): Filter {
  const of: Filter =
    project === null
      ? { path: 'project', operator: 'null', operands: [] }
      : { path: 'project', operator: 'eq', operands: [project] };
  return { and: [of, { path: 'generatedAt', operator: 'nnull', operands: [] }] };
}
