import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { MappedColumn } from './import-parts.ts';
import type { ImportRun } from './import-run.ts';
import { findByKeys, keyOf, findKeyReferences } from './row-key.ts';
import { createPlan, refersBy } from './plan/row-plan.ts';
import type { ReadRow } from './rows/row-reader.ts';
import { placeReferences } from './plan/row-references.ts';

/**
 * Finds the other problems of rows that fail anyway, so that a user can correct a file in one pass:
 * missing required values of new records, and references to missing records. A field that already has
 * a problem gets no other. Rules over several fields are skipped, because some values are unknown.
 */
export async function furtherProblems(
  run: ImportRun,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<ReadRow, readonly Problem[]>> {
  // Nothing else is known about a row that could not be read at all.
  const filledRows = rows.filter(
    ({ values, references }) => Object.keys(values).length > 0 || references.size > 0,
  );
  if (filledRows.length === 0) return new Map();
  const lacking = await missingFields(run, filledRows);
  await run.finder.lookUp(filledRows.map(({ references }) => references));
  return new Map(
    filledRows.map((read) => {
      const problemFields = new Set(read.problems.map(({ path }) => path.split('.')[0]));
      const newProblems = [...lacking(read), ...strayReferences(run, read)];
      return [read, newProblems.filter(({ path }) => !problemFields.has(path.split('.')[0]))];
    }),
  );
}

/** The missing required fields of rows that are known to create a record. */
async function missingFields(
  run: ImportRun,
  rows: readonly ReadRow[],
): Promise<(read: ReadRow) => Problem[]> {
  const { mode } = run.options;
  if (mode === 'update' || run.required.length === 0) return () => [];
  await findKeyReferences(run, rows);
  const there = mode === 'upsert' ? await findByKeys(run, rows) : undefined;
  return (read) => {
    const key = keyOf(run, read);
    if (there && (key === undefined || there.has(key))) return [];
    return run.required
      .filter((name) => !(name in read.values) && !refersBy(read, name))
      .map((name) => problem('V001', name));
  };
}

/** References to records that do not exist and that no mapping creates. */
function strayReferences(run: ImportRun, read: ReadRow): Problem[] {
  const mappings = [...run.options.mapping.values()];
  // A reference that is created, or that the record may already have, is not missing.
  const isOpen = (to: MappedColumn) => to.create === true || to.write === 'fill';
  const openFields = new Set(mappings.flatMap((to) => (to && isOpen(to) ? [to.field] : [])));
  const references = new Map([...read.references].filter(([{ name }]) => !openFields.has(name)));
  const plan = createPlan({ ...read, references }, '');
  placeReferences(run, plan, new Map(), { makes: false });
  return plan.problems;
}
