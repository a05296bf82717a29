import type { ForeignTable } from './foreign-table.ts';
import type { InferredField } from './infer-resources.ts';
import { readCheck } from './read-check.ts';

/** A check over several fields, in the words of a descriptor. */
export type TableCheck = { check: Record<string, unknown>; message: string };

/** The checks of a table that are about more than one column, and what of all of them gets lost. */
export function takeChecks(
  { checks }: ForeignTable,
  fieldOf: ReadonlyMap<string, InferredField>,
): { checks: TableCheck[]; remarks: string[] } {
  const taken: TableCheck[] = [];
  const remarks: string[] = [];
  for (const { name, columns, text } of checks) {
    if (columns.length === 1 && readCheck(text, columns[0] ?? '')) continue;
    const compared = readComparison(text, fieldOf);
    if (compared) taken.push(compared);
    else remarks.push(`The check ${name} was not converted: ${text}`);
  }
  return { checks: taken, remarks };
}

// What must not be is said, as an empty value is let pass by the database too.
const comparisons = {
  '<=': { not: 'gt', words: 'must not be more than' },
  '<': { not: 'gte', words: 'must be less than' },
  '>=': { not: 'lt', words: 'must not be less than' },
  '>': { not: 'lte', words: 'must be more than' },
} as const;

function readComparison(
  text: string,
  fieldOf: ReadonlyMap<string, InferredField>,
): TableCheck | undefined {
  const found = /^CHECK \(\((\w+|"[^"]+") (<=|<|>=|>) (\w+|"[^"]+")\)\)$/.exec(text);
  const [left, right] = [found?.[1], found?.[3]].map((name) =>
    fieldOf.get((name ?? '').replace(/^"|"$/g, '')),
  );
  if (!found || !left || !right || left.declaration.type !== right.declaration.type)
    return undefined;
  if (left.canBeKey && left.hasWords) return undefined;
  const { not, words } = comparisons[found[2] as keyof typeof comparisons];
  return {
    check: { not: { [`${left.name}_${not}`]: { $field: right.name } } },
    message: `${left.name} ${words} ${right.name}.`,
  };
}
