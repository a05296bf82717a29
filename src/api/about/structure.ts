import { answerJson } from '../answer.ts';
import type { UserCall } from '../call.ts';

/** The declarations as they are applied, whole, for those who write them: with what every role may do. */
export async function answerStructure(call: UserCall): Promise<Response> {
  const { source, hash } = call.descriptor;
  return answerJson(call, 200, JSON.stringify({ descriptor: source, hash }));
}
