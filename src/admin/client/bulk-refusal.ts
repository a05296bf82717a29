import { HttpError } from 'react-admin';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { problemText } from '../messages/problem-text.ts';
import { textsOf } from '../messages/texts.ts';
import type { BulkSummary } from './bulk.ts';
import { capitalise } from './http.ts';

/**
 * Throws if some records were refused, with the counts, the first reason, and the summary as the body: react-admin
 * would otherwise report a success. The others are written.
 */
export function requireWhole(summary: BulkSummary): void {
  const { total, failed, problems } = summary;
  if (failed === 0) return;
  const [first] = problems;
  const reason = first ? capitalise(problemText(first)) : '';
  const text = fillTemplate(textsOf('app').http.someRefused, { failed, total, reason });
  throw new HttpError(text, 409, summary);
}
