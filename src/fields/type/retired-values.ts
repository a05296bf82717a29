import type { Field } from './field.ts';
import { problem, type Problem } from '../problems/problem.ts';

type Typed = Pick<Field, 'kind' | 'settings'>;

/** Whether a field, or a part of it, has values that records may keep but that nobody may set any more. */
export function hasRetired({ kind, settings }: Typed): boolean {
  const parts = [...(kind.parts?.(settings).values() ?? [])];
  return (kind.offers?.(settings).retired.length ?? 0) > 0 || parts.some(hasRetired);
}

/**
 * The problems of retired values that a write sets: those that the stored value `before` does not have. In a new record
 * it has none.
 */
export function newlyRetired(
  { kind, settings }: Typed,
  value: unknown,
  before: unknown,
  path: string,
): Problem[] {
  const parts = kind.parts?.(settings);
  if (parts)
    return [...parts.values()].flatMap((part) =>
      newlyRetired(
        part,
        partOf(value, part.name),
        partOf(before, part.name),
        `${path}.${part.name}`,
      ),
    );
  const { retired = [], offered = [] } = kind.offers?.(settings) ?? {};
  if (retired.length === 0) return [];
  const had = [before].flat();
  const choices = offered.join(', ');
  return [value].flat().flatMap((member, at) => {
    const isNew = retired.some((one) => one === member) && !had.includes(member);
    const place = Array.isArray(value) ? `${path}.${at}` : path;
    return isNew ? [problem('V048', place, { value: String(member), choices })] : [];
  });
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
