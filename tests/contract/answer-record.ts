import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Api } from '../../src/api/api-services.ts';
import type { Route } from '../../src/api/http/route.ts';
import { listOperations } from '../support/list-operations.ts';

/** An operation of the OpenAPI document. */
type DocumentedOperation = {
  operationId: string;
  method: string;
  pattern: RegExp;
  path: string;
  responses: Record<string, { content?: Record<string, unknown>; $ref?: string }>;
};

export type AnswerRecord = {
  operations: readonly DocumentedOperation[];
  /** The successful statuses each operation really answered with. */
  statusesOf(operationId: string): readonly string[];
  /** What the answers of an operation are other than documented. */
  faultsOf(operationId: string): readonly string[];
};

/**
 * Records each answer of these APIs and compares it with what the document says about its status, and with the routes
 * where the document says the same for all.
 */
export function recordAnswers(
  apis: readonly Api[],
  document: any,
  routes: readonly Route[],
): AnswerRecord {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addSchema(closeSchemas(document), 'document');
  const operations = readOperations(document);
  const refusals = new Map(
    routes.map((route) => [route.operation().operationId, refusalsOf(route)]),
  );
  const statuses = new Map<string, Set<string>>();
  const faults = new Map<string, Set<string>>();

  const compare = async (request: Request, response: Response): Promise<void> => {
    const operation = findOperation(operations, request);
    if (!operation) return;
    const { operationId, responses, path, method } = operation;
    const add = (to: Map<string, Set<string>>, text: string) =>
      to.set(operationId, (to.get(operationId) ?? new Set()).add(text));
    const status = String(response.status);
    if (response.status < 400) add(statuses, status);
    // `default` only has the statuses that its description names; others are documented one by one.
    const isGeneral = status >= '500' || /^4(0[013489]|1[345]|2[29])$/.test(status);
    const key = status in responses || !isGeneral ? status : 'default';
    const documented = responses[key];
    if (!documented) return void add(faults, `${status} is not documented`);
    if (declared.has(response.status) && !refusals.get(operationId)?.has(response.status))
      add(faults, `${status} is not among the problems of its route`);
    const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';');
    const named = documented.$ref?.split('/').at(-1);
    const { content } = named ? document.components.responses[named] : documented;
    if (type === '' && !content) return;
    if (content?.['*/*']) return;
    if (!content?.[type]) return void add(faults, `${status} ${type} is not documented`);
    if (!type.endsWith('json') || path.includes('/export')) return;
    const where = named
      ? ['components', 'responses', named]
      : ['paths', path, method, 'responses', key];
    const pointer = [...where, 'content', type, 'schema'].map(escape).join('/');
    const fits = ajv.getSchema(`document#/${pointer}`)!;
    const text = await response.text();
    for (const value of type.endsWith('ndjson') ? text.trim().split('\n') : [text])
      if (!fits(JSON.parse(value)))
        for (const { instancePath, message, params } of fits.errors ?? []) {
          const place = instancePath.replaceAll(/\/\d+/g, '/*');
          add(faults, `${status} ${place} ${message} ${JSON.stringify(params)}`);
        }
  };

  for (const api of apis) {
    const { fetch } = api;
    api.fetch = async (request, peer) => {
      const response = await fetch(request, peer);
      const type = response.headers.get('Content-Type') ?? '';
      if (!type.startsWith('text/event-stream')) await compare(request, response.clone());
      else await compare(request, new Response(null, response));
      return response;
    };
  }
  return {
    operations,
    statusesOf: (id) => [...(statuses.get(id) ?? [])],
    faultsOf: (id) => [...(faults.get(id) ?? [])],
  };
}

/** What some operations never answer, though the document says of all together that they may. */
const declared: ReadonlySet<number> = new Set([404, 409, 422]);

/** The statuses that a route declares, and those that follow from what it is. */
function refusalsOf(route: Route): ReadonlySet<number> {
  const { problems = [], requestBody } = route.operation();
  return new Set([
    ...problems,
    // A path with a character that no name has.
    ...(route.path.includes(':') ? [404] : []),
    ...(route.once ? [409, 422] : []),
    ...(requestBody && 'application/json' in requestBody.content ? [422] : []),
  ]);
}

/**
 * The document without members that it does not name. It allows them, because clients must, but we want to name all.
 * Records may have more, such as those that `_fields` selects behind references.
 */
function closeSchemas(part: any, name = ''): any {
  if (Array.isArray(part)) return part.map((each) => closeSchemas(each));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, closeSchemas(value, key)]);
  const { type, properties, additionalProperties, allOf } = part;
  const isRecord = /^SystemFields$|Values$/.test(name) || allOf || properties?._version;
  const isOpen =
    [type].flat().includes('object') && properties && additionalProperties === undefined;
  return {
    ...Object.fromEntries(entries),
    ...(isOpen && !isRecord && { additionalProperties: false }),
  };
}

function readOperations(document: any): DocumentedOperation[] {
  return listOperations(document).map(({ path, method, operation }) => ({
    operationId: operation.operationId,
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    responses: operation.responses,
  }));
}

/** As the router does: a path without parameters goes before one with them. */
function findOperation(operations: readonly DocumentedOperation[], request: Request) {
  const { pathname } = new URL(request.url);
  const found = operations.filter(
    ({ method, pattern }) => method === request.method.toLowerCase() && pattern.test(pathname),
  );
  return found.find(({ path }) => !path.includes('{')) ?? found[0];
}

/** As a part of a JSON pointer in an address. */
function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
