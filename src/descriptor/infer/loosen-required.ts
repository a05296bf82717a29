import type { InferredField } from './infer-resources.ts';

type Draft = { name: string; fields: readonly InferredField[] };

/**
 * The fields of all resources, where no record needs another that needs it in turn: nobody could
 * create the first. A database makes both in one transaction; a form makes one after the other.
 */
export function loosenRequired(drafts: readonly Draft[]): Map<string, InferredField[]> {
  const needs = new Map(drafts.map(({ name, fields }) => [name, targetsOf(fields)]));
  const leadsTo = (from: string, to: string, seen: Set<string>): boolean =>
    [...(needs.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      return leadsTo(next, to, seen.add(next));
    });
  return new Map(
    drafts.map(({ name, fields }) => [
      name,
      fields.map((field) => {
        const [to] = targetsOf([field]);
        // Each of a circle, since an import may begin with any of them.
        return to !== undefined && leadsTo(to, name, new Set()) ? loosen(field) : field;
      }),
    ]),
  );
}

function targetsOf(fields: readonly InferredField[]): Set<string> {
  return new Set(
    fields.flatMap(({ declaration }) =>
      declaration['required'] === true && typeof declaration['to'] === 'string'
        ? [declaration['to']]
        : [],
    ),
  );
}

function loosen({ declaration, because, ...field }: InferredField): InferredField {
  const { required: _, ...rest } = declaration;
  const reason = `${because}; not required, because the records it refers to require a record of this one`;
  return { ...field, declaration: rest, because: reason };
}
