import { problem, type Problem } from '../../fields/problem.ts';
import type { ImportRun } from './import-run.ts';
import { findByKeys, keyOf, lookUpKeys } from './row-key.ts';
import { createPlan, refersBy } from './row-plan.ts';
import type { ReadRow } from './row-reader.ts';
import { placeReferences } from './row-references.ts';

/**
 * What else is wrong with rows that do not go in anyway, so that a file is mended once: what a new record
 * must have, and references to nothing. What is said of a field already is said, and rules about several
 * fields are not asked, as some of these are not known.
 */
export async function furtherProblems(
  run: ImportRun,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<ReadRow, readonly Problem[]>> {
  // Of what could not be read at all nothing else is known.
  const asked = rows.filter(
    ({ values, references }) => Object.keys(values).length > 0 || references.size > 0,
  );
  if (asked.length === 0) return new Map();
  const lacking = await missingFields(run, asked);
  await run.finder.lookUp(asked.map(({ references }) => references));
  return new Map(
    asked.map((read) => {
      const known = new Set(read.problems.map(({ path }) => path.split('.')[0]));
      const found = [...lacking(read), ...strayReferences(run, read)];
      return [read, found.filter(({ path }) => !known.has(path.split('.')[0]))];
    }),
  );
}

/** Of a row of which it is known that it would make a record. */
async function missingFields(
  run: ImportRun,
  rows: readonly ReadRow[],
): Promise<(read: ReadRow) => Problem[]> {
  const { mode } = run.options;
  if (mode === 'update' || run.required.length === 0) return () => [];
  await lookUpKeys(run, rows);
  const there = mode === 'upsert' ? await findByKeys(run, rows) : undefined;
  return (read) => {
    const key = keyOf(run, read);
    if (there && (key === undefined || there.has(key))) return [];
    return run.required
      .filter((name) => !(name in read.values) && !refersBy(read, name))
      .map((name) => problem('V001', name));
  };
}

/** References to records that are not there and that nothing asks to be made. */
function strayReferences(run: ImportRun, read: ReadRow): Problem[] {
  const mappings = [...run.options.mapping.values()];
  const made = new Set(mappings.flatMap((to) => (to?.create ? [to.field] : [])));
  const references = new Map([...read.references].filter(([{ name }]) => !made.has(name)));
  const plan = createPlan({ ...read, references }, '');
  placeReferences(run, plan, new Map(), { makes: false });
  return plan.problems;
}
