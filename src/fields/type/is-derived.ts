import type { Field } from './field.ts';

/** Whether an expression, or code of the installation, computes the value. Nobody enters it. */
export function isDerived(field: Pick<Field, 'computed' | 'computedInCode'> | undefined): boolean {
  return field?.computed !== undefined || field?.computedInCode === true;
}
