import { cardsFor, currentField, type Card } from '../../descriptor/permissions/dashboard.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { narrow } from '../../descriptor/filter/row-filters.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import { problem } from '../../fields/problem.ts';
import { answerJson } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf } from '../http/moment.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { cardAnswers } from './card-answers.ts';

/** Milliseconds a statement of a card has; whoever opens a dashboard waits for no more. */
const BUDGET = 1_500;

/** What one card shows to whoever asks; of the current record's, where the resource knows it. */
export async function answerCard(call: UserCall): Promise<Response | Refusal> {
  const { descriptor, role, params, parts, query } = call;
  const unknown = [...new Set(query.keys())].filter((name) => name !== 'current');
  if (unknown.length > 0) return refuse(unknown.map((name) => problem('Q001', name)));
  const [current, ...more] = query.getAll('current');
  if (more.length > 0 || (current !== undefined && !isRecordId(current)))
    return refuse(problem('Q004', 'current', { expected: 'one _id' }));

  const card = cardsFor(descriptor, role).find(({ name }) => name === params['card']);
  const resource = descriptor.resources.get(card?.resource ?? '');
  const answer = card && cardAnswers[card.kind];
  if (!card || !resource || !answer) return refuse(problem('S001', 'card'));

  const around = ofCurrent(call, resource, current);
  const filter = narrow(declaredFilter(call, resource, card), around);
  const found = await parts.store.inTime(BUDGET, (store, sql) =>
    answer({ call: { ...call, parts: { ...parts, store } }, sql, resource, card, filter, around }),
  );
  const text = found ?? { timedOut: true };
  return answerJson(call, 200, JSON.stringify({ kind: card.kind, timedOut: false, ...text }));
}

function declaredFilter(
  { descriptor, role, ...call }: UserCall,
  resource: Resource,
  { filter = {} }: Card,
): Filter | undefined {
  const moment = momentOf(call);
  const parsed = parseWhere({ descriptor, role, resource, moment, where: filter });
  if ('problems' in parsed) throw new Error('The role may not use the filter of this card');
  return parsed.filter;
}

function ofCurrent(
  { descriptor, role }: UserCall,
  resource: Resource,
  current: string | undefined,
): Filter | undefined {
  const path = current && currentField(descriptor, role, resource);
  return path ? { path, operator: 'eq', operands: [current] } : undefined;
}
