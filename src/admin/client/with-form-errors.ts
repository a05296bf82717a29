import { HttpError } from 'react-admin';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { ProblemDocument } from './http.ts';
import { problemText } from '../messages/problem-text.ts';
import { toFormErrors } from './form-errors.ts';

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
