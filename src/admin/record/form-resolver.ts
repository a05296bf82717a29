import type { FieldErrors, Resolver } from 'react-hook-form';
import { toFormErrors, type FormErrors } from '../client/form-errors.ts';
import { problemText } from '../messages/problem-text.ts';
import { checkForm, type RuledForm } from './form-rules.ts';
import type { Values } from './form-values.ts';

/**
 * Checks a form by the rules the server checks the record by, all tabs at once.
 * Of a record being changed, what it says already is not held against the user,
 * as only changes are sent. A new one is checked whole.
 */
export function createResolver(form: () => RuledForm): Resolver<Values> {
  return (values) => {
    const ruled = form();
    const problems = checkForm(ruled, values);
    return problems.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toFieldErrors(toFormErrors(ruled.resource, problems, problemText)) };
  };
}

function toFieldErrors(errors: FormErrors): FieldErrors<Values> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      typeof error === 'string' ? { type: 'rule', message: error } : toFieldErrors(error),
    ]),
  ) as FieldErrors<Values>;
}
