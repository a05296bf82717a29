import { problemTexts, type ProblemCode } from '../../fields/problem-codes.ts';
import { problemStatus } from '../http/problem-status.ts';
import type { Route } from '../http/route.ts';
import type { Answer } from '../http/operation/operation.ts';

const names: Record<number, string> = {
  400: 'The question is not understood',
  401: 'Nobody is signed in, or no longer',
  403: 'Not allowed',
  404: 'Not there',
  408: 'It stopped coming in',
  409: 'In conflict with what is there',
  412: 'Changed meanwhile; `current` is the record as it is now',
  413: 'The body is too large',
  414: 'The query is too long',
  415: 'The body is of another type',
  422: 'The values are not valid, each with its path',
  428: 'The version it is based on is missing',
  429: 'Tried too often; see `Retry-After`',
  500: 'The server failed; the log has it under `requestId`',
  503: 'The server is not ready, or the question took too long',
};

/** One answer for each status a call can be refused with, naming the codes it may carry. */
export const problemAnswers: Readonly<Record<string, Answer>> = Object.fromEntries(
  Object.entries(names).map(([status, name]) => [
    `Problem${status}`,
    {
      description: [`${name}.`, ...codesOf(Number(status))].join('\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

/** The statuses a route refuses with: what it says itself, and what follows from what it needs. */
export function refusalsOf(needs: Route['needs'], own: readonly number[]): readonly number[] {
  const fromNeeds = needs === 'nobody' ? [] : [401, 403];
  return [...new Set([400, ...own, ...fromNeeds, 500, 503])].sort((left, right) => left - right);
}

/** The codes of the descriptor never leave the server. */
function codesOf(status: number): string[] {
  return (Object.keys(problemTexts) as unknown as ProblemCode[])
    .filter((code) => !String(code).startsWith('D') && problemStatus(code) === status)
    .map((code) => `- ${code}: ${problemTexts[code].split(' |||| ').at(-1)}`);
}
