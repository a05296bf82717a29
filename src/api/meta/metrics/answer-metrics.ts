import { createHash, timingSafeEqual } from 'node:crypto';
import { answerText } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { isOwn } from '../../http/client-address.ts';
import type { Events } from '../../live/events.ts';
import { refuseAs, type Refusal } from '../../http/refusal.ts';
import { METRICS_TYPE, type Metrics } from './metrics.ts';

export type MetricsParts = { metrics: Metrics; events: Events };

/** For Prometheus, on this machine or with the token of the installation. Others are not told that it is there. */
export async function answerMetrics(
  call: Call,
  { metrics, events }: MetricsParts,
): Promise<Response | Refusal> {
  if (!mayRead(call)) return refuseAs('Q013');
  const text = await metrics.read(() => events.count());
  return answerText(call, 200, text, { 'Content-Type': METRICS_TYPE });
}

function mayRead({ request, address, parts: { metricsToken } }: Call): boolean {
  if (metricsToken === undefined) return isOwn(address);
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const given = request.headers.get('Authorization') ?? '';
  return timingSafeEqual(hash(given), hash(`Bearer ${metricsToken}`));
}
