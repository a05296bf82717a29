import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import { capitalise, type ProblemDocument } from './http.ts';
import { HttpError } from 'react-admin';
import { problemText } from '../messages/problem-text.ts';

/** Messages by field, nested like the values of the form; `root.serverError` has those that belong to no field. */
export type FormErrors = { [name: string]: string | FormErrors };

/**
 * Assigns each problem of a record to the input that can fix it. A form has one input for a
 * whole list, so a problem of `synonyms.2` appears at `synonyms`.
 */
export function toFormErrors(
  resource: Resource,
  problems: readonly Problem[],
  say: (problem: Problem) => string,
): FormErrors {
  const texts = new Map<string, string[]>();
  for (const problem of problems) {
    const path = inputOf(resource, problem.path);
    const text =
      path === '' && problem.path !== '' ? `${problem.path}: ${say(problem)}` : say(problem);
    texts.set(path, [...(texts.get(path) ?? []), capitalise(text)]);
  }
  const errors: FormErrors = {};
  for (const [path, messages] of texts) {
    const [head = '', part] = path === '' ? ['root', 'serverError'] : path.split('.');
    const text = [...new Set(messages)].join('; ');
    if (part === undefined) errors[head] = text;
    else errors[head] = { ...(errors[head] as FormErrors | undefined), [part]: text };
  }
  return errors;
}

/** The path of the input for a problem; '' if there is none. The form names undeclared parts in its message. */
function inputOf(resource: Resource, path: string): string {
  const [head = '', part = ''] = path.split('.');
  const field = resource.fields.get(head);
  if (field === undefined) return '';
  return field.kind.parts && part !== '' ? `${head}.${part}` : head;
}

/** Statuses whose problems the user can fix in the form: invalid, duplicate, not allowed to write. */
const mendable = new Set([400, 403, 409, 422]);

/** Adds `errors` to the body of a refusal, in the shape that react-admin shows at the fields. */
export async function withFormErrors<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError && mendable.has(error.status)) {
      const body = error.body as ProblemDocument | null;
      if (body?.problems?.length)
        error.body = { ...body, errors: toFormErrors(resource, body.problems, problemText) };
    }
    throw error;
  }
}
