import { answerText } from '../answer.ts';
import type { Call } from '../call.ts';
import type { Events } from '../events/events.ts';
import { METRICS_TYPE, type Metrics } from './metrics.ts';

export type MetricsParts = { metrics: Metrics; events: Events };

/** For Prometheus, which signs in nowhere; so there is nothing in it that anybody could not know. */
export async function answerMetrics(
  call: Call,
  { metrics, events }: MetricsParts,
): Promise<Response> {
  const text = await metrics.read(() => events.count());
  return answerText(call, 200, text, { 'Content-Type': METRICS_TYPE });
}
