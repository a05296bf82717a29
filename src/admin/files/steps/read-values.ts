import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ColumnValues, ValueKind } from '../../../contract/column-values.ts';
import type { JobRequest } from '../../../contract/jobs.ts';
import type { Step } from '../../../files/steps/step.ts';
import { call } from '../../client/http.ts';
import { toSentSteps } from './step-drafts.ts';

export type ValuesQuestion = {
  column: string;
  kind?: ValueKind;
  separator?: string | undefined;
  search?: string;
  mapping?: JobRequest['mapping'];
  values?: readonly string[];
};

type ValuesOf = {
  jobId: string;
  layout: JobRequest['layout'];
  /** The steps that make the values. */
  steps: readonly Step[];
};

/** The different values of a column of the file. A large file takes seconds. */
export async function readValues(
  { jobId, layout, steps }: ValuesOf,
  question: ValuesQuestion,
  signal?: AbortSignal,
): Promise<ColumnValues> {
  const path = `/api/jobs/${encodeURIComponent(jobId)}/values`;
  const sent = toSentSteps(steps).map((one) => one.sent);
  const body = { ...question, ...(layout && { layout }), steps: sent };
  return (await call<ColumnValues>(path, { method: 'POST', body, signal, timeout: false })).json;
}

type ReadOptions = Pick<UseQueryOptions<ColumnValues>, 'enabled' | 'placeholderData'>;

/** As `readValues`, for a component. */
export function useValues(of: ValuesOf, question: ValuesQuestion, options: ReadOptions = {}) {
  const sent = toSentSteps(of.steps).map((one) => one.sent);
  return useQuery({
    queryKey: ['job-values', of.jobId, of.layout, sent, question],
    queryFn: ({ signal }) => readValues(of, question, signal),
    staleTime: 60_000,
    ...options,
  });
}

/** Texts are cut to this length where they are shown. */
const MAX_SHOWN_LENGTH = 120;

/** A value as it is shown. */
export function shownValue(value: string): string {
  return value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH)}…` : value;
}
