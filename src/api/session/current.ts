import { answerJson } from '../answer.ts';
import type { UserCall } from '../call.ts';

export async function answerCurrent(call: UserCall): Promise<Response> {
  return answerJson(call, 200, JSON.stringify(call.user));
}
