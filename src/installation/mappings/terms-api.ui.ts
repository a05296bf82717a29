import { call } from '../../admin/extending.ts';
import { changeSetOf } from '../../admin/client/bulk.ts';
import { capitalise } from '../../admin/client/http.ts';
import { undoChanges } from '../../admin/client/undo.ts';
import { problemText } from '../../admin/messages/problem-text.ts';
import type { BulkAnswer } from '../../contract/bulk.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import type {
  Counts,
  SameNames,
  Suggestion,
  Suggestions,
  Term,
  TermsPage,
  Decisions,
} from './contract.ts';
import type { Kind, TermOrder, TermState } from './kinds.ts';

const PER_PAGE = 25;

export type Query = { kind: Kind; state: TermState; q: string; order: TermOrder };

/** The key of a term, the same on every page. */
export function keyOf({ term, cas }: Pick<Term, 'term' | 'cas'>): string {
  return JSON.stringify([term, cas]);
}

export async function fetchCounts(): Promise<Counts> {
  return (await call<Counts>('/api/mappings/overview')).json;
}

export async function fetchTerms(request: Query, after?: string): Promise<TermsPage> {
  const { kind, state, q, order } = request;
  const query = new URLSearchParams({ kind, state, _perPage: String(PER_PAGE) });
  if (state === 'open') query.set('_sort', order);
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
  const questions = terms.map(({ printed, printedCas }) => ({
    term: printed,
    cas: printedCas ?? '',
  }));
  const { json } = await call<Suggestions>('/api/mappings/suggestions', {
    method: 'POST',
    body: { kind, terms: questions },
  });
  return new Map(terms.map((term, at) => [keyOf(term), json.data[at] ?? []]));
}

/** Searches for targets by the typed text; the number printed with the term tells which of them differ. */
export async function searchTargets(
  kind: Kind,
  typed: string,
  printedCas: string | null,
): Promise<readonly Suggestion[]> {
  const body = { kind, search: true, most: 8, terms: [{ term: typed, cas: printedCas ?? '' }] };
  const { json } = await call<Suggestions>('/api/mappings/suggestions', { method: 'POST', body });
  return json.data[0] ?? [];
}

export type Choice = {
  target: string;
  name: string;
  note?: string | null;
  method: Suggestion['method'] | 'manual';
  /** How similar the names are, from 0 to 1. */
  score?: number;
  /** The CAS number of the target is not the printed one. */
  differs?: boolean;
};

export type TermDecision =
  | { is: 'mapped'; choice: Choice }
  | { is: 'rejected' }
  | { is: 'kept'; mapping: string; name: string };

/** The number of extractions with the term, and the change set by which the decision is undone. */
export type Decided = { count: number; changeSet?: string };

export async function decide(kind: Kind, term: Term, decided: TermDecision): Promise<Decided> {
  const about = { kind, term: term.printed, cas: term.printedCas };
  const { json, headers } = await call<Decisions>('/api/mappings/decisions', {
    method: 'POST',
    body: { ...about, ...toDecision(decided) },
  });
  return { count: json.count, ...changeSetOf(headers) };
}

function toDecision(decided: TermDecision): object {
  if (decided.is === 'rejected') return { decision: 'reject' };
  if (decided.is === 'kept') return { decision: 'keep', mapping: decided.mapping };
  const { target, name, method } = decided.choice;
  // Similarity is a hint, not a reason, so the decision counts as made by hand.
  const reasons: Partial<Record<typeof method, string>> = { similar: 'manual', date: 'cas' };
  return { decision: 'approve', target, targetName: name, method: reasons[method] ?? method };
}

export async function fetchSameNames(kind: Kind, q: string): Promise<SameNames> {
  const query = new URLSearchParams({ kind, ...(q !== '' && { q }) });
  return (await call<SameNames>(`/api/mappings/same-names?${query}`)).json;
}

/** Maps exactly the terms that were shown. */
export async function acceptSameNames(
  kind: Kind,
  { data }: SameNames,
): Promise<{ mapped: number; failed: number; changeSet?: string }> {
  const terms = data.map(({ term, cas, target }) => ({ term, cas, target }));
  const { json, headers } = await call<BulkAnswer>('/api/mappings/same-names', {
    method: 'POST',
    body: { kind, terms },
    timeout: false,
  });
  const mapped = json.created + json.updated;
  return { mapped, failed: json.failed, ...(mapped > 0 && changeSetOf(headers)) };
}

/** Sets the rejected mappings of a term back to unmapped, all or none. */
export async function reopen({ mappings, count }: Term): Promise<Decided> {
  const rejected = mappings.filter(({ status }) => status === 'rejected');
  const records = rejected.map(({ _id, _version }) => ({
    _id,
    _version,
    data: { status: 'unmapped' },
  }));
  const { json, headers } = await call<BulkAnswer>('/api/mappings/bulk', {
    method: 'POST',
    body: { action: 'update', atomic: true, records },
  });
  refuseProblems(json.problems);
  return { count, ...changeSetOf(headers) };
}

/** Undoes a decision as a whole; refused if somebody has changed the mapping since. */
export async function undoDecision(changeSet: string): Promise<void> {
  const { summary } = await undoChanges({ changeSet });
  refuseProblems(summary?.problems ?? []);
}

function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new Error(capitalise(problems.map((each) => problemText(each)).join('; ')));
}
