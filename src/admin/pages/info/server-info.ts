import { call } from '../../client/http.ts';

/** What `GET /api/info` answers, as far as the summary reads it. */
export type ServerInfo = {
  version: string;
  runtime: { memory: { rss: number } };
  database: { engine: string; version: string; size: number };
  records: Readonly<Record<string, number>>;
  startedAt: string;
  migrations: { state: string; hash?: string } | null;
  descriptor: { hash: string };
};

/** `ms`: how long the server took to say whether it is ready; undefined when it is not. */
export type Readiness = { ms: number | undefined };

export async function readInfo(signal: AbortSignal): Promise<ServerInfo> {
  return (await call<ServerInfo>('/api/info', { signal })).json;
}

/** Asks as a balancer does. What it answers otherwise is an outcome here, not an error. */
export async function readReadiness(signal: AbortSignal): Promise<Readiness> {
  const began = performance.now();
  const { ok } = await fetch('/readyz', { signal });
  return { ms: ok ? Math.max(1, Math.round(performance.now() - began)) : undefined };
}
