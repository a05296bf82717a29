import { countOutbox, listOutbox, mailStates } from '../../store/system/outbox/list-outbox.ts';
import { answerJson } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { createQueryReader } from '../admin/oversight/query-reader.ts';

/** The mails and what became of them. */
export async function readOutbox(call: UserCall): Promise<Response | Refusal> {
  const { database, delivery } = call.parts;
  const asked = createQueryReader(call.query);
  const query = {
    states: asked.list('state', mailStates),
    kinds: asked.list('kind'),
    q: asked.text('q')?.trim() ?? '',
    after: asked.cursor(/^[\w-]{1,64}$/),
    perPage: asked.perPage(),
  };
  const problems = asked.problems();
  if (problems.length > 0) return refuse(problems);
  const { data, next } = await listOutbox(database, query);
  const counts = await countOutbox(database);
  return answerJson(call, 200, JSON.stringify({ data, next, counts, delivery: delivery ?? null }));
}
