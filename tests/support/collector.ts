import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: Record<string, unknown>;
};

type CollectedLine = {
  traceId?: string;
  severityNumber: number;
  body: string;
  attributes: Record<string, unknown>;
};

export type Collector = Awaited<ReturnType<typeof openCollector>>;

/** A collector of OpenTelemetry on a port of its own, which reads OTLP in JSON. `/hook` takes webhooks. */
export async function openCollector() {
  const spans: CollectedSpan[] = [];
  const lines: CollectedLine[] = [];
  const hooks: IncomingHttpHeaders[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/hook') hooks.push(request.headers);
    else {
      bodies.push(body);
      const { resourceSpans = [], resourceLogs = [] } = JSON.parse(body);
      for (const { scopeSpans } of resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans.map(toRead));
      for (const { scopeLogs } of resourceLogs)
        for (const scope of scopeLogs)
          lines.push(
            ...scope.logRecords.map((record: any) => ({
              ...toRead(record),
              body: record.body.stringValue,
            })),
          );
    }
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    lines,
    hooks,
    /** Everything that arrived, as text. */
    all: () => bodies.join('\n'),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toRead(record: any): any {
  const attributes = Object.fromEntries(
    record.attributes.map(({ key, value }: any) => [key, Object.values(value)[0]]),
  );
  return { ...record, attributes };
}
