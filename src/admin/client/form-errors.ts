import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problem.ts';
import { capitalise, type ProblemDocument } from './http.ts';
import { HttpError } from 'react-admin';
import { problemText } from '../messages/problem-text.ts';

/** Texts by field, nested as the form's values are; `root.serverError` holds what is of no field. */
export type FormErrors = { [name: string]: string | FormErrors };

/**
 * The problems of a record, each at the input that can mend it. A form shows one
 * input for a whole list, so a problem of `synonyms.2` stands at `synonyms`.
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
  for (const [path, said] of texts) {
    const [head = '', part] = path === '' ? ['root', 'serverError'] : path.split('.');
    const text = [...new Set(said)].join('; ');
    if (part === undefined) errors[head] = text;
    else errors[head] = { ...(errors[head] as FormErrors | undefined), [part]: text };
  }
  return errors;
}

/** The path of the input a problem belongs to; '' when it is of no field. A part need not be declared: the form then says it in words. */
function inputOf(resource: Resource, path: string): string {
  const [head = '', part = ''] = path.split('.');
  const field = resource.fields.get(head);
  if (field === undefined) return '';
  return field.kind.parts && part !== '' ? `${head}.${part}` : head;
}

/** Statuses whose problems a form can mend: invalid, duplicate, not allowed to write. */
const mendable = new Set([400, 403, 409, 422]);

/** Adds `errors` to the body of a refusal, in the form react-admin puts on the fields. */
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
