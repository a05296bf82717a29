import type { FieldErrors, Resolver } from 'react-hook-form';
import { checkField } from '../../../descriptor/field-check.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/field.ts';
import type { Problem } from '../../../fields/problem.ts';
import { toFormErrors, type FormErrors } from '../../provider/form-errors.ts';
import { problemText } from '../../messages/problem-text.ts';
import { changesOf, type Values } from './form-values.ts';

/**
 * Checks a form by the rules the server checks the record by, all tabs at once.
 * `base` is the record being changed: what it says already is not held against
 * the user, as only changes are sent. A new record has none and is checked whole.
 */
export function createResolver(
  resource: Resource,
  fields: readonly Field[],
  base: () => Readonly<Values> | undefined,
): Resolver<Values> {
  return (values) => {
    const before = base();
    const changed = before && changesOf(fields, before, values);
    const problems = fields
      .filter((field) => changed === undefined || Object.hasOwn(changed, field.name))
      .flatMap((field) => problemsOf(field, values[field.name]));
    return problems.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toFieldErrors(toFormErrors(resource, problems, problemText)) };
  };
}

export function problemsOf(field: Field, value: unknown): readonly Problem[] {
  const checked = checkField(field, value);
  return 'problems' in checked ? checked.problems : [];
}

function toFieldErrors(errors: FormErrors): FieldErrors<Values> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      typeof error === 'string' ? { type: 'rule', message: error } : toFieldErrors(error),
    ]),
  ) as FieldErrors<Values>;
}
