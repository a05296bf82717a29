import { call } from '../../admin/client/http.ts';
import type { Counts, Suggestion, Suggestions, Term, TermsPage, Decisions } from './contract.ts';
import type { Kind, TermState } from './kinds.ts';

const PER_PAGE = 25;

export type Query = { kind: Kind; state: TermState; q: string };

/** The key of a term, the same on every page. */
export function keyOf({ term, cas }: Pick<Term, 'term' | 'cas'>): string {
  return JSON.stringify([term, cas]);
}

export async function fetchCounts(): Promise<Counts> {
  return (await call<Counts>('/api/mappings/overview')).json;
}

export async function fetchTerms({ kind, state, q }: Query, after?: string): Promise<TermsPage> {
  const query = new URLSearchParams({ kind, state, _perPage: String(PER_PAGE) });
  if (q !== '') query.set('q', q);
  if (after !== undefined) query.set('_after', after);
  return (await call<TermsPage>(`/api/mappings/terms?${query}`)).json;
}

/** Reads the suggestions for all terms of a page at once. */
export async function fetchSuggestions(
  kind: Kind,
  terms: readonly Term[],
): Promise<Map<string, readonly Suggestion[]>> {
  if (terms.length === 0) return new Map();
  const asked = terms.map(({ printed, printedCas }) => ({ term: printed, cas: printedCas ?? '' }));
  const { json } = await call<Suggestions>('/api/mappings/suggestions', {
    method: 'POST',
    body: { kind, terms: asked },
  });
  return new Map(terms.map((term, at) => [keyOf(term), json.data[at] ?? []]));
}

/** Searches for targets by the typed text. */
export async function searchTargets(kind: Kind, typed: string): Promise<readonly Suggestion[]> {
  const body = { kind, search: true, most: 8, terms: [{ term: typed }] };
  const { json } = await call<Suggestions>('/api/mappings/suggestions', { method: 'POST', body });
  return json.data[0] ?? [];
}

type Choice = { target: string; name: string; method: Suggestion['method'] | 'manual' };

export type TermDecision =
  | { is: 'mapped'; choice: Choice }
  | { is: 'rejected' }
  | { is: 'kept'; mapping: string; name: string };

export async function decide(kind: Kind, term: Term, decided: TermDecision): Promise<Decisions> {
  const about = { kind, term: term.printed, cas: term.printedCas };
  const { json } = await call<Decisions>('/api/mappings/decisions', {
    method: 'POST',
    body: { ...about, ...toDecision(decided) },
  });
  return json;
}

function toDecision(decided: TermDecision): object {
  if (decided.is === 'rejected') return { decision: 'reject' };
  if (decided.is === 'kept') return { decision: 'keep', mapping: decided.mapping };
  const { target, name, method } = decided.choice;
  // Similarity is a hint, not a reason, so the decision counts as made by hand.
  const reason = method === 'similar' ? 'manual' : method;
  return { decision: 'approve', target, targetName: name, method: reason };
}

type Put = { _id: string; _version: number; problems?: { message: string }[] };

/** Restores the previous values of mappings, all or none; returns their new versions. */
export async function restoreMappings(decided: Decisions['decided']): Promise<Put[]> {
  const records = decided.map(({ _id, _version, before }) => ({ _id, _version, data: before }));
  const { json } = await call<{ results: Put[] }>('/api/mappings/bulk', {
    method: 'POST',
    body: { action: 'update', atomic: true, records },
  });
  const problems = json.results.flatMap((each) => each.problems ?? []);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(', '));
  return json.results;
}
