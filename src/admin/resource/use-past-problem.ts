import { HttpError, useTranslate } from 'react-admin';
import { AS_OF } from '../../descriptor/filter/past-query.ts';
import { showDateTime } from '../../fields/text/date-format.ts';
import type { ProblemDocument } from '../client/http.ts';

/** Why the server cannot answer for a moment; undefined if the error has another cause. */
export function usePastProblem(error: unknown): string | undefined {
  const translate = useTranslate();
  const body = error instanceof HttpError ? (error.body as ProblemDocument | null) : null;
  const [first] = body?.problems ?? [];
  switch (first?.code) {
    case 'Q004':
      return first.path === AS_OF ? translate('list.as_of_unreadable') : undefined;
    case 'Q020':
      return translate('list.as_of_future');
    case 'Q021':
      return translate('list.as_of_too_early', {
        first: showDateTime(String(first.params?.['first'])),
      });
    case 'Q022':
      return translate('list.as_of_beyond');
    default:
      return undefined;
  }
}
