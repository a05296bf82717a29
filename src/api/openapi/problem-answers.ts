import { problemTexts, type ProblemCode } from '../../fields/problem-codes.ts';
import { problemStatus } from '../http/problem-status.ts';
import type { Route } from '../http/route.ts';
import type { Answer } from '../http/operation/operation.ts';

const names: Record<number, string> = {
  400: 'The request is not valid',
  401: 'Not signed in, or the session has ended',
  403: 'Not allowed',
  404: 'Not found',
  408: 'The body stopped arriving',
  409: 'Conflicts with existing data',
  412: 'The record was changed in the meantime; `current` is its current state',
  413: 'The body is too large',
  414: 'The query is too long',
  415: 'The body has the wrong content type',
  422: 'Some values are not valid; each problem has a path',
  428: 'The version that the change is based on is missing',
  429: 'Too many requests; see `Retry-After`',
  500: 'The server failed; look for `requestId` in its log',
  503: 'The server is not ready, or the request took too long',
};

/** Describes one response for each status a request can be refused with, with its possible codes. */
export const problemAnswers: Readonly<Record<string, Answer>> = Object.fromEntries(
  Object.entries(names).map(([status, name]) => [
    `Problem${status}`,
    {
      description: [`${name}.`, ...codesOf(Number(status))].join('\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

/** The statuses a route can refuse with: those it declares and those that follow from its requirements. */
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
