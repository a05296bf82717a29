import type { Descriptor } from '../../descriptor/descriptor.ts';
import { toVisibleSource } from '../../descriptor/permissions/visible-source.ts';
import { toDescriptor } from '../../descriptor/read/to-descriptor.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { isAllowed } from '../http/admit.ts';
import { takesKeys } from '../http/admit-key.ts';
import { officeOf, type Route } from '../http/route.ts';
import type { Answer, Operation, Schema } from '../http/operation/operation.ts';
import { describeOperators, id, once } from '../http/operation/parameters.ts';
import { recordSchemas, toSystemSchema } from '../records/record-schemas.ts';
import { Profile, Session, User } from '../../contract/people/accounts.ts';
import { Check } from '../../contract/checks.ts';
import { Problem } from '../../contract/problem.ts';
import { BulkSummary } from '../../contract/summary.ts';
import { ApiKey, NewApiKey, ServiceAccount } from '../../contract/people/keys.ts';
import { ConfirmedFactor, Factor, NewFactor } from '../../contract/people/factors.ts';
import { MailText } from '../../contract/mail-texts.ts';
import { PersonData } from '../../contract/people/person.ts';
import { InboxEntry, Message, Thread } from '../../contract/people/threads.ts';
import { Watch } from '../../contract/people/watches.ts';
import { Identity } from '../../contract/people/identities.ts';
import { OwnStructureDraft } from '../../contract/structure/drafts.ts';
import { Plan } from '../../contract/meta.ts';
import { FileLinks, FilePages, StoredFile, Upload } from '../../contract/files.ts';
import { NewWebhook, Webhook, WebhookAttempt, WebhookDelivery } from '../../contract/webhooks.ts';
import { compactSchema } from './compact-schema.ts';
import { shareRecords } from './share-records.ts';
import { shareParts } from './share-parts.ts';
import { toReference } from './shelf.ts';
import { toComponents } from '../http/operation/schemas.ts';
import { View } from '../../contract/preferences.ts';

export type RoutesOf = (descriptor: Descriptor) => readonly Route[];

type Wanted = {
  descriptor: Descriptor;
  role: string;
  routesOf: RoutesOf;
  version: string;
  publicUrl?: string | undefined;
};

/** The document for a role. */
export function documentFor({ descriptor, role, routesOf, version, publicUrl }: Wanted) {
  const seen = toDescriptor(toVisibleSource(descriptor, role));
  const isKey = descriptor.roles.get(role)?.narrowing !== undefined;
  const routes = routesOf(seen);
  return createDocument({ descriptor: seen, role, isKey, routes, version, publicUrl });
}

type DocumentParts = {
  /** As the caller sees it. */
  descriptor: Descriptor;
  role: string;
  /** The caller is a program with an API key, for which not all routes are. */
  isKey: boolean;
  routes: readonly Route[];
  version: string;
  publicUrl: string | undefined;
};

/** Builds the OpenAPI 3.1 document for a role from the same table of routes that serves the requests. */
function createDocument(parts: DocumentParts): Record<string, unknown> {
  const { descriptor, role, isKey, version, publicUrl } = parts;
  const resources = [...descriptor.resources.values()];
  const routes = parts.routes.filter((route) => {
    const { alias, needs } = route;
    if (alias || (isKey && needs !== 'nobody' && !takesKeys(route))) return false;
    const office = officeOf(needs);
    if (office) return office(descriptor, role);
    if (typeof needs === 'object') return isAllowed({ descriptor, role }, needs);
    return needs !== 'user' || role !== '';
  });
  const { paths, schemas, responses, ...components } = shareParts(
    toPaths(routes),
    fixedSchemas,
    new Set(descriptor.resources.keys()),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: descriptor.app.title,
      version,
      description:
        'Lists, records and sessions. Every error is a problem document (RFC 9457) with a stable `code`.\n\n' +
        'Who changes records because of a webhook repeats its `Webhook-Hops` as a header; more than 5 are refused, which ends loops.\n\n' +
        `Lists filter by parameters that consist of a field and an operator; they are the members of \`filters\`:\n\n${describeOperators()}`,
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [
      { name: 'session', description: 'Sign in, sign out and manage your own account' },
      { name: 'people', description: 'Invite, approve and manage users' },
      { name: 'admin', description: 'For admins: the mail outbox, the audit log and webhooks' },
      {
        name: 'system',
        description: 'Configuration, health and documentation of the installation',
      },
      { name: 'files', description: 'Files of records, their uploads and addresses' },
      { name: 'jobs', description: 'Imports and other long work: start, follow, undo' },
      { name: 'changes', description: 'Change sets and their undo' },
      { name: 'bulk', description: 'Running changes of many records' },
      { name: 'threads', description: 'Conversations about records, queries and the inbox' },
      { name: 'preferences', description: 'Saved views and preferences of the signed-in user' },
      { name: 'public', description: 'Published records, readable without signing in' },
      ...resources.map(({ name, label }) => ({ name, description: textIn(label, 'en') })),
    ],
    security: signedIn,
    paths,
    components: {
      ...usedComponents(paths, {
        ...components,
        schemas: {
          ...schemas,
          ...recordComponents(descriptor),
        },
        responses: { ...responses, ...specialAnswers, Problem: problemAnswer },
        headers: { ...components.headers, ...limitHeaders },
      }),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function recordComponents(descriptor: Descriptor): Record<string, Schema> {
  const system = { SystemFields: toSystemSchema() };
  const all = [...descriptor.resources.values()].map((resource) => {
    const schemas = Object.entries(recordSchemas(descriptor, resource));
    const compact = schemas.map(([name, schema]) => [name, compactSchema(schema)] as const);
    return shareRecords(resource.name, Object.fromEntries(compact), system);
  });
  return Object.assign(system, ...all);
}

function toPaths(routes: readonly Route[]): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = (paths[route.path.replace(/:(\w+)/g, '{$1}')] ??= {});
    path[route.method.toLowerCase()] = toOperation(route);
  }
  return paths;
}

function toOperation(route: Route): Operation {
  const operation: Operation = route.operation();
  const { operationId, summary, description, tags, ...more } = operation;
  const { problems = [], responses, parameters = [], ...rest } = more;
  const isNamed = parameters.some(({ in: place, name }) => place === 'path' && name === id.name);
  const ids = /\/:id(\/|$)/.test(route.path) && !isNamed ? [id] : [];
  const all = [...new Set([...(route.once ? [once] : []), ...ids, ...parameters])];
  const special = problems.filter((status) => status in specialAnswers);
  return {
    // Their order is that in which people read a document.
    operationId,
    summary,
    ...(description !== undefined && { description }),
    ...(tags && { tags }),
    ...rest,
    ...(all.length > 0 && { parameters: all }),
    ...securityOf(route.needs),
    responses: {
      ...responses,
      ...Object.fromEntries(
        special.map((status) => [status, toReference<Answer>('responses', String(status))]),
      ),
      default: toReference<Answer>('responses', 'Problem'),
    },
  };
}

/** What most operations need. */
const signedIn = [{ token: [] }];

function securityOf(needs: Route['needs']): { security?: readonly object[] } {
  if (needs === 'nobody') return { security: [] };
  return needs === 'anyone' ? { security: [{}, ...signedIn] } : {};
}

/** Schemas that are the same in every installation. */
const fixedSchemas: Readonly<Record<string, Schema>> = {
  ...toComponents([
    Problem,
    Check,
    User,
    Profile,
    Session,
    BulkSummary,
    View,
    Webhook,
    NewWebhook,
    WebhookDelivery,
    WebhookAttempt,
    StoredFile,
    Factor,
    NewFactor,
    ConfirmedFactor,
    Identity,
    ApiKey,
    NewApiKey,
    ServiceAccount,
    PersonData,
    MailText,
    Upload,
    FileLinks,
    FilePages,
    OwnStructureDraft,
    Plan,
    Thread,
    Message,
    InboxEntry,
    Watch,
  ]),
};

/** The headers of limits. */
const limitHeaders: Required<Answer>['headers'] = {
  'Retry-After': {
    description: 'The seconds to wait before the next attempt.',
    schema: { type: 'integer' },
  },
  RateLimit: {
    description:
      'What is left of each limit that the request counts under, such as `"key";r=299;t=17`; also in successful responses to API keys and sign-ins.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'These limits, such as `"key";q=300;w=60`.',
    schema: { type: 'string' },
  },
};

/** Any operation may be refused, so all of them share one response. */
const problemAnswer: Answer = toProblemAnswer(
  [
    'The request was refused, or the server failed. `code` says why; docs/problems.md explains each.',
    '- 400: the request is not valid',
    '- 401, 403: its sender is not signed in, or not allowed to do this',
    '- 404: not found, or not visible to the sender',
    '- 408, 413, 414, 415: the body did not arrive completely, is too large or has the wrong content type, or the query is too long',
    '- 409: it conflicts with existing data, or a request with the same `Idempotency-Key` is still running',
    '- 422: some values are not valid; each problem has a path',
    '- 429: there were too many requests; see `Retry-After`',
    '- 500: the server failed; look for `requestId` in its log',
    '- 503: the server is not ready or took too long',
    '- 507: the server has no room for more files',
  ].join('\n'),
  Object.fromEntries(Object.keys(limitHeaders).map((name) => [name, toReference('headers', name)])),
);

/** Clients treat these unlike other refusals, so each operation says which of them it has. */
const specialAnswers: Readonly<Record<string, Answer>> = {
  412: toProblemAnswer(
    'The record was changed in the meantime; `current` is its current state. Reload it and make your change again.',
  ),
  416: toProblemAnswer('The range is outside the file.'),
  428: toProblemAnswer('The version that the change is based on is missing.'),
};

function toProblemAnswer(description: string, headers?: Answer['headers']): Answer {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The components that something refers to, directly or from another component. */
function usedComponents(paths: object, components: Components): Components {
  const used = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string') follow(member);
      else walk(member);
    }
  };
  const follow = (reference: string): void => {
    if (used.has(reference)) return;
    used.add(reference);
    const [section = '', name = ''] = reference.split('/').slice(2);
    walk(components[section]?.[name]);
  };
  walk(paths);
  const sections = Object.entries(components).map(([section, parts]) => {
    const isUsed = ([name]: [string, unknown]): boolean =>
      used.has(`#/components/${section}/${name}`);
    return [section, Object.fromEntries(Object.entries(parts).filter(isUsed))];
  });
  return Object.fromEntries(sections);
}
