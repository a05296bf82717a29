import { requireItem } from '../../../fields/require-entry.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import type { importRecords, ImportFile } from '../import-files.ts';
import type { ImportParts, ImportTerms, RowOutcome } from '../import-parts.ts';
import type { ImportSummary, MissingCount } from '../import-summary.ts';

/** The most IDs of missing records in a summary; the rows of a job have more. */
const LISTED = 100;

/** Remembers which records the rows of a file are about. */
export function createSightings(observe: ImportTerms['observe']) {
  const ids = new Set<string>();
  let last = 0;
  return {
    ids: ids as ReadonlySet<string>,
    /** The number of the last row. */
    last: () => last,
    observe: (result: RowOutcome): void => {
      last = Math.max(last, result.row);
      if (result.id !== undefined) ids.add(result.id);
      observe?.(result);
    },
  };
}

type Sightings = Pick<ReturnType<typeof createSightings>, 'ids' | 'last'>;

/**
 * Finds the records that match the filter of an import and that no row of its file is about, and sets their values like
 * an import of their IDs: with the same rights, rules and change set. A row that failed or was left out may be about any
 * of them, so nothing is set then.
 */
export async function treatMissing(
  parts: ImportParts,
  { resource, options: { missing } }: ImportFile,
  { summary, seen, terms }: { summary: ImportSummary; seen: Sightings; terms: ImportTerms },
  importRows: typeof importRecords,
): Promise<MissingCount | undefined> {
  if (!missing || !parts.listIds) return undefined;
  const ids: string[] = [];
  for await (const some of parts.listIds(resource, missing.where))
    ids.push(...some.filter((id) => !seen.ids.has(id)));
  const { set = new Map<string, string>() } = missing;
  const isWithheld = set.size > 0 && summary.failed + summary.leftOut > 0;
  const { gone, changed, ...listed } = continueCount(ids, terms);
  const count = { ...listed, isWithheld };
  // The rows of the file come first.
  const before = Math.max(summary.total, seen.last()) + gone;
  const report = (result: RowOutcome): void =>
    terms.observe?.({ ...result, row: before + result.row, outcome: 'missing' });
  if (set.size === 0 || isWithheld) {
    for (const [at, id] of ids.entries()) report({ row: at + 1, outcome: 'missing', id });
    return { ...count, changed: 0, failed: 0 };
  }
  const countAll = ({
    updated,
    failed,
  }: Pick<ImportSummary, 'updated' | 'failed'>): MissingCount => ({
    ...count,
    changed: changed + updated,
    failed,
  });
  // A file without lines is no list of IDs, and would count as a row that fails.
  if (ids.length === 0) return countAll({ updated: 0, failed: 0 });
  const rows = { mode: 'update', key: ['_id'], mapping: new Map(), constants: set } as const;
  const all = await importRows(
    parts,
    { resource, options: rows, open: () => toLines(ids) },
    {
      dryRun: terms.dryRun === true,
      ...(terms.signal && { signal: terms.signal }),
      // One transaction for each batch, in which the target checks that the import may still go on.
      ...(!terms.dryRun && {
        progress: {
          save: async (sql: unknown, at: { summary: ImportSummary }) =>
            await terms.progress?.save(sql, {
              row: 0,
              summary: { ...summary, missing: countAll(at.summary) },
            }),
        },
      }),
      observe: ({ row, ...rest }) => report({ id: requireItem(ids, row - 1), ...rest, row }),
    },
  );
  return countAll(all);
}

/** Counts on after an interrupted run. The records that it has set may be `gone`, because they match the filter no more. */
function continueCount(ids: readonly string[], { progress }: ImportTerms) {
  const earlier = progress?.from?.summary.missing;
  const gone = Math.max(0, (earlier?.total ?? 0) - ids.length);
  return {
    gone,
    changed: earlier?.changed ?? 0,
    total: ids.length + gone,
    ids: (earlier?.ids ?? ids).slice(0, LISTED),
  };
}

/** A file with an ID in each line. */
async function* toLines(ids: readonly string[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let at = 0; at < ids.length; at += 1_000) {
    const lines = ids.slice(at, at + 1_000).map((_id) => `${JSON.stringify({ _id })}\n`);
    yield encoder.encode(lines.join(''));
    await yieldToEventLoop();
  }
}
