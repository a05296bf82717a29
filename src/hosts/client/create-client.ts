import { ApiProblem } from './api-problem.ts';
import type {
  AnyResources,
  Client,
  ClientOptions,
  Collection,
  ListOf,
  Page,
  Selection,
  ServerEvent,
  Shape,
  Value,
  Version,
} from './client-types.ts';
import { readEvents } from './read-events.ts';

/** Calls the API of a server. `roots` are the paths of its collections. */
export function createClient<Resources extends AnyResources>(
  options: ClientOptions,
  roots: { readonly [name in keyof Resources]: string },
): Client<Resources> {
  const { url, token, retries = 4, fetch: send = fetch } = options;
  const base = url.replace(/\/+$/, '');

  async function $request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const repeatable = isRepeatable(init.method, headers);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      headers.set('Authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
      const response = await send(base + path, { ...init, headers }).catch((cause: unknown) => {
        if (isLast || !repeatable || init.signal?.aborted) throw cause;
      });
      if (response?.ok) return response;
      if (!response) {
        await pause(2 ** attempt, init.signal);
        continue;
      }
      const wait = response.headers.get('Retry-After');
      // An expired access token is replaced by a function once.
      const isExpired = response.status === 401 && typeof token !== 'string' && attempt === 0;
      if (!isExpired && (isLast || wait === null))
        throw new ApiProblem(response, await response.json().catch(() => ({})));
      await response.body?.cancel();
      if (!isExpired) await pause(Number(wait), init.signal);
    }
  }

  const call: Call = async (method, path, body, more) => {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json', ...more };
    const response = await $request(path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return await response.json();
  };

  const collections = Object.entries(roots).map(([name, root]) => [
    name,
    createCollection(root, { call, $request }),
  ]);
  return {
    ...Object.fromEntries(collections),
    $request,
    $events: (selection = {}) => listen($request, selection),
  };
}

/** Whether a request that may have arrived can be sent again. */
function isRepeatable(method = 'GET', headers: Headers): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead || headers.has('Idempotency-Key') || headers.has('If-Match');
}

type AnyClient = Client<AnyResources>;

type Call = <Answer>(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer>;

function createCollection<Of extends Shape>(
  root: string,
  { call, $request }: { call: Call; $request: AnyClient['$request'] },
): Collection<Of> {
  const pathOf = (id: string) => `${root}/${encodeURIComponent(id)}`;
  const based = (version: Version) => ({ 'If-Match': version === '*' ? '*' : `"${version}"` });
  const own: Collection<Of> = {
    list: (selection = {}) => call('GET', root + toQuery(selection)),
    async *iterate(selection = {}) {
      let after: string | undefined;
      do {
        const page: ListOf<Of['record']> = await own.list({
          ...selection,
          perPage: 1_000,
          total: 'none',
          ...(after !== undefined && { after }),
        });
        yield* page.data;
        after = page.next ?? undefined;
      } while (after !== undefined);
    },
    get: (id, { fields } = {}) => call('GET', pathOf(id) + toQuery({ ...(fields && { fields }) })),
    create: (record, { key = crypto.randomUUID() } = {}) =>
      call('POST', root, record, { 'Idempotency-Key': key }),
    update: (id, version, patch) => call('PATCH', pathOf(id), patch, based(version)),
    async change(id, decide) {
      for (;;) {
        const record = await own.get(id);
        try {
          return await own.update(id, (record as { _version: number })._version, decide(record));
        } catch (problem) {
          if (!(problem instanceof ApiProblem && problem.status === 412)) throw problem;
        }
      }
    },
    delete: (id, version) => call('DELETE', pathOf(id), undefined, based(version)),
    bulk: (order) => call('POST', `${root}/bulk`, order),
    async export(format, selection = {}) {
      const query = new URLSearchParams(toQuery(selection));
      query.set('format', format);
      return (await $request(`${root}/export?${query}`)).body!;
    },
  };
  return own;
}

async function* listen(
  $request: AnyClient['$request'],
  { signal, after }: { signal?: AbortSignal; after?: string },
): AsyncGenerator<ServerEvent> {
  let last = after;
  while (!signal?.aborted) {
    try {
      const headers = {
        Accept: 'text/event-stream',
        ...(last !== undefined && { 'Last-Event-ID': last }),
      };
      const { body } = await $request('/api/sse/', { headers, ...(signal && { signal }) });
      for await (const event of readEvents(body!)) {
        last = event.id || last;
        yield event;
      }
    } catch (problem) {
      if (signal?.aborted) return;
      if (problem instanceof ApiProblem) throw problem;
    }
    await pause(1, signal).catch(() => undefined);
  }
}

function isList(value: Value | readonly Value[]): value is readonly Value[] {
  return Array.isArray(value);
}

function toQuery(selection: Selection<object> & Page): string {
  const { filter = {}, where, q, sort, fields, page, perPage, after, total, asOf } = selection;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    // A comma within a value is encoded once more.
    const one = (each: Value) => String(each ?? '').replaceAll(/[%,]/g, encodeURIComponent);
    if (value !== undefined)
      query.set(name, isList(value) ? value.map(one).join(',') : String(value ?? ''));
  }
  const rest = {
    where: where && JSON.stringify(where),
    q,
    _sort: sort?.join(','),
    _fields: fields?.join(','),
    _page: page,
    _perPage: perPage,
    _after: after,
    _total: total,
    _asOf: toMoment(asOf),
  };
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}

function toMoment(asOf: Selection<object>['asOf']): string | undefined {
  return asOf instanceof Date ? asOf.toISOString() : asOf;
}

function pause(seconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, seconds * 1_000);
    function end(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
