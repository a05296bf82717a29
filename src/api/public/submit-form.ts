import { isObject } from '../../descriptor/json-object.ts';
import type { PublicForm } from '../../descriptor/settings/public-settings.ts';
import { isRefusal } from '../../services/refusal.ts';
import { inConstantTime } from '../accounts/secrets.ts';
import { type Counter, networkOf, returnLimit, spendLimits } from '../accounts/limits.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import { statusOf } from '../http/answer/problem-response.ts';
import type { Call } from '../http/call.ts';
import { bodyFingerprint, onlyOnce } from '../http/only-once.ts';
import { mailLink } from './confirm-entry.ts';
import {
  type Answer,
  checkEntry,
  createEntry,
  inTurn,
  type OpenForm,
  receiptOf,
  TRAP,
} from './write-entry.ts';

/** What an entry that is accepted is answered with: it is stored, or waits for its link. */
export function statusOfForm({ confirm }: PublicForm): 201 | 202 {
  return confirm === undefined ? 201 : 202;
}

/**
 * Creates a record from the entry of a visitor without an account, or mails the link that does. An entry that is sent
 * again is not counted.
 */
export async function submitForm(call: Call, open: OpenForm, announce: () => void): Promise<Reply> {
  const read = await call.readJson();
  if (isRefusal(read)) return read;
  const { confirm } = open.form;
  const status = statusOfForm(open.form);
  const receipt = receiptOf(confirm === undefined ? 'created' : 'mailed');
  if (isObject(read.value) && Object.hasOwn(read.value, TRAP)) {
    const { requestId, address, route, services } = call;
    services.log.info({ requestId, address, route }, 'dropped: a trap field was filled in');
    return answerJson(call, status, receipt);
  }
  const submit = () => inTurn(call, open, () => judgeEntry(call, open, read.value));
  const done = await (confirm === undefined ? submit() : inConstantTime(call, submit));
  if (typeof done !== 'string') return done;
  announce();
  return answerJson(call, status, done);
}

/** An entry that is sent again counts once, and one that is in vain not at all. */
async function judgeEntry(call: Call, open: OpenForm, body: unknown): Promise<Answer> {
  return onlyOnce(call, bodyFingerprint(call, body), (keep) =>
    within(call, countOf(call, open), async () => {
      const values = await checkEntry(call, open, body);
      if (isRefusal(values)) return values;
      return within(call, countOf(call, open, 'all'), () =>
        open.form.confirm === undefined
          ? createEntry(call, open, body, keep)
          : mailLink(call, open, { body, values }, keep),
      );
    }),
  );
}

/** Mistakes, entries that the form does not accept, and those that another limit refuses. */
const uncounted = [422, 409, 429];

/** Does the work within a limit, of which it only counts if it was not in vain. */
async function within(call: Call, counter: Counter, work: () => Promise<Answer>): Promise<Answer> {
  const tooMany = await spendLimits(call, counter);
  if (tooMany) return tooMany;
  const answer = await work();
  if (typeof answer !== 'string' && uncounted.includes(statusOf(answer)))
    await returnLimit(call, counter);
  return answer;
}

/** From all networks together a form accepts so many times as much as from one. */
const NETWORKS = 20;

/** The limit of a form, for the network of the caller or for all. */
function countOf(call: Call, { form, resource }: OpenForm, of?: 'all'): Counter {
  const { most, seconds } = form.rate;
  return {
    limit: of ? 'formOfAll' : 'form',
    key: ['form', resource.name, of ?? networkOf(call)].join(' '),
    allowance: { free: of ? most * NETWORKS : most, forget: seconds },
  };
}
