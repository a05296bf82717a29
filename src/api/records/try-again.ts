import { isRefusal, type Refusal } from '../http/refusal.ts';

const TIMES = 5;

/**
 * Does a read, change and write again when another write came in between, for clients that
 * said "whatever is there". After some times even they must hear of it.
 */
export async function tryAgain(
  willing: boolean,
  attempt: () => Promise<Response | Refusal>,
): Promise<Response | Refusal> {
  for (let time = 1; ; time += 1) {
    const answer = await attempt();
    const isStale = isRefusal(answer) && answer.refused[0].code === 'S003';
    if (!isStale || !willing || time === TIMES) return answer;
  }
}
