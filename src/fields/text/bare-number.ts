import type { Field } from '../type/field.ts';

/** Whether a field holds one number that files, clipboards and people write in digits, with a decimal mark. */
export function isBareNumber({ kind, settings }: Pick<Field, 'kind' | 'settings'>): boolean {
  const { sql, many = false } = kind.column(settings);
  const isNumber = sql === 'bigint' || sql === 'double precision' || sql === 'numeric';
  return isNumber && !many && !kind.relation && kind.text.isSpelled !== true;
}
