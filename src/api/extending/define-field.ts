import type { FieldCode } from '../../store/system/hooks/field-code.ts';

/**
 * Code that computes the values of a field, which the descriptor declares `computedInCode`;
 * `src/installation/manifest.ts` lists it.
 *
 * @example
 * defineField({
 *   resource: 'machines',
 *   field: 'risk',
 *   compute: ({ records }) => records.map(({ status }) => (status === 'broken' ? 10 : 1)),
 * });
 */
export function defineField(code: FieldCode): FieldCode {
  return code;
}
