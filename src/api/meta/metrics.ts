import { Counter, Histogram, Registry } from 'prom-client';
import type { AnyProblemCode } from '../../fields/problems/all-problem-codes.ts';
import type { ApiServices } from '../api-services.ts';
import { answerText, type Reply } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import type { Events } from '../live/events.ts';
import { refuseAs } from '../../services/refusal.ts';
import type { Checks } from './checks/create-checks.ts';
import type { Gauges } from './gauges.ts';
import { mayWatch } from './may-watch.ts';

type Answered = {
  method: string;
  /** The pattern, never the path: an id would create a series of its own, and reveal whose it is. */
  route: string;
  status: number;
  /** Of the problem, if it was refused. */
  code?: AnyProblemCode | undefined;
  /** Milliseconds. */
  took: number;
};

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const CACHED_MS = 1_000;
const SECONDS = [0.01, 0.05, 0.25, 1, 5, 30];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Refusals that say more of the server or of an attack than of the request: without a right, over a limit, or failed. */
const isTelling = (status: number): boolean =>
  [401, 403, 429].includes(status) || Math.floor(status / 100) === 5;

/** Counts requests by what they were and how they ended. */
function createRequestMetrics(registry: Registry) {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the API answers a request; for a streamed response, until it starts.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'backoffice_requests_refused_total',
    help: 'Requests that were not allowed, over a limit or failed, by the code of the problem.',
    labelNames: ['code'],
    registers: [registry],
  });
  return ({ method, route, status, code, took }: Answered): void => {
    // Classes and few buckets, because every combination of labels is a separate series.
    const labels = {
      method: methods.has(method) ? method : 'other',
      route,
      status: `${Math.floor(status / 100)}xx`,
    };
    requests.observe(labels, took / 1_000);
    if (code !== undefined && isTelling(status)) refusals.inc({ code });
  };
}

/** The metrics of this server for Prometheus: only numbers and patterns, no users or records. */
export function createMetrics(services: ApiServices, checks: Checks) {
  const { database, freeDisk, log, scan, backupPlan, pointInTime } = services;
  const registry = new Registry();
  let opening: Promise<Gauges> | undefined;
  let cache: { at: number; text: Promise<string> } | undefined;

  async function write(listeners: () => number): Promise<string> {
    // Loaded and created at the first request, so that installations without Prometheus pay nothing.
    const measure = await import('./measure-work.ts');
    opening ??= openGauges();
    const gauges = await opening;
    measure.measureConnections(gauges, database);
    await measure.measureChecks(gauges, checks);
    for (const [disk, free] of Object.entries((await freeDisk?.()) ?? {}))
      gauges.freeDisk?.set({ disk }, free);
    if (pointInTime) measure.measurePointInTime(gauges, pointInTime);
    const { open, refused } = services.connections?.() ?? { open: 0, refused: 0 };
    gauges.clients.listeners.set(listeners());
    gauges.clients.connections.set(open);
    gauges.clients.refused.set(refused);
    gauges.logLines.set(services.droppedLogLines?.() ?? 0);
    // Reports a database that does not respond, because the other metrics matter most at that time.
    try {
      await measure.measureWork(gauges, database, { scans: scan !== undefined, backupPlan });
      gauges.database.up.set(1);
    } catch (err) {
      gauges.database.up.set(0);
      log.warn({ err }, 'cannot measure jobs, emails, webhooks and files');
    }
    return registry.metrics();
  }

  async function openGauges(): Promise<Gauges> {
    const { createGauges } = await import('./gauges.ts');
    return createGauges(registry, {
      disk: freeDisk !== undefined,
      replica: database.replica() !== undefined,
      pointInTime: pointInTime !== undefined,
    });
  }

  return {
    note: createRequestMetrics(registry),
    /** The text of all metrics, made at most once a second, because anyone may request it often. */
    read(listeners: () => number): Promise<string> {
      const now = performance.now();
      if (!cache || now - cache.at >= CACHED_MS) cache = { at: now, text: write(listeners) };
      return cache.text;
    },
  };
}

export type MetricsServices = { metrics: ReturnType<typeof createMetrics>; events: Events };

/** Responds to Prometheus, with the token of the installation or, if it has none, on this machine. Others get a 404. */
export async function answerMetrics(
  call: Call,
  { metrics, events }: MetricsServices,
): Promise<Reply> {
  if (!mayWatch(call)) return refuseAs('Q013');
  const text = await metrics.read(() => events.count());
  return answerText(call, 200, text, { 'Content-Type': METRICS_TYPE });
}
