import { mayAdminister, maySeeStructure } from '../../descriptor/access.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { isAllowed } from '../http/admit.ts';
import { takesKeys } from '../http/admit-key.ts';
import type { Route } from '../http/route.ts';
import type { Answer, Operation, Schema } from '../http/operation/operation.ts';
import { describeOperators, once } from '../http/operation/parameters.ts';
import { recordSchemas } from '../records/record-schemas.ts';
import { Profile, Session, User } from '../../contract/people/accounts.ts';
import { Check } from '../../contract/checks.ts';
import { Problem } from '../../contract/problem.ts';
import { BulkSummary } from '../../contract/summary.ts';
import { ApiKey, NewApiKey, ServiceAccount } from '../../contract/people/keys.ts';
import { ConfirmedFactor, Factor, NewFactor } from '../../contract/people/factors.ts';
import { MailText } from '../../contract/mail-texts.ts';
import { PersonData } from '../../contract/people/person.ts';
import { Identity } from '../../contract/people/identities.ts';
import { FileLinks, FilePages, StoredFile, Upload } from '../../contract/files.ts';
import { NewWebhook, Webhook, WebhookAttempt, WebhookDelivery } from '../../contract/webhooks.ts';
import { compactSchema } from './compact-schema.ts';
import { shareRecords } from './share-records.ts';
import { shareParts } from './share-parts.ts';
import { toComponents } from '../http/operation/schemas.ts';
import { View } from '../../contract/preferences.ts';
import { problemTexts, type ProblemCode } from '../../fields/problems/problem-codes.ts';
import { problemStatus } from '../http/answer/problem-response.ts';

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
export function createDocument(parts: DocumentParts): Record<string, unknown> {
  const { descriptor, role, isKey, version, publicUrl } = parts;
  const resources = [...descriptor.resources.values()];
  const routes = parts.routes.filter((route) => {
    const { alias, needs } = route;
    if (alias || (isKey && needs !== 'nobody' && !takesKeys(route))) return false;
    if (needs === 'developer') return maySeeStructure(descriptor, role);
    if (needs === 'admin') return mayAdminister(descriptor, role);
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
        `Lists filter by parameters that consist of a field and an operator:\n\n${describeOperators()}`,
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
        responses: { ...responses, ...problemAnswers },
      }),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function recordComponents(descriptor: Descriptor): Record<string, Schema> {
  const all = [...descriptor.resources.values()].flatMap((resource) =>
    Object.entries(shareRecords(resource.name, recordSchemas(descriptor, resource))),
  );
  return Object.fromEntries(all.map(([name, schema]) => [name, compactSchema(schema)]));
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
  const { problems = [], responses, parameters = [], ...rest }: Operation = route.operation();
  const headers = route.once ? [once] : [];
  const all = [...new Set([...headers, ...parameters])];
  const refusable = refusalsOf(route, problems).map((status) => [
    status,
    { $ref: `#/components/responses/${status}` },
  ]);
  return {
    ...rest,
    ...(all.length > 0 && { parameters: all }),
    ...securityOf(route.needs),
    responses: { ...responses, ...Object.fromEntries(refusable) },
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
  ]),
};

/** Any operation may answer with these, so all of them share one range. */
const general: ReadonlySet<number> = new Set([400, 401, 403, 408, 413, 414, 415, 429]);

const refusals =
  'The request is not valid (400), its sender is not signed in (401) or not allowed (403), the query (414) or the body (413) is too large, the body did not arrive completely (408) or has the wrong content type (415), or there were too many requests (429; see `Retry-After`).';

const names: Record<number, string> = {
  404: 'Not found',
  409: 'Conflicts with existing data',
  412: 'The record was changed in the meantime; `current` is its current state. Reload it and make your change again',
  416: 'The range is outside the file',
  422: 'Some values are not valid; each problem has a path',
  428: 'The version that the change is based on is missing',
};

const failures =
  'The server failed (500; look for `requestId` in its log), is not ready or took too long (503), or has no room for more files (507).';

/** Describes one response for each status a request can be refused with, with its possible codes. */
const problemAnswers: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(
    Object.entries(names).map(([status, name]) => [
      status,
      toProblemAnswer(`${name}.`, (of) => of === Number(status)),
    ]),
  ),
  '4XX': toProblemAnswer(refusals, (of) => general.has(of)),
  '5XX': toProblemAnswer(failures, (of) => of >= 500),
};

function toProblemAnswer(about: string, isMeant: (status: number) => boolean): Answer {
  return {
    description: [about, ...codesOf(isMeant)].join('\n'),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

/** The statuses a route can refuse with: those it declares, those that follow from its path, and the general ones. */
function refusalsOf(route: Route, own: readonly number[]): readonly string[] {
  const { once: isOnce, path } = route;
  const all = [
    // A path with a character that no name has.
    ...(path.includes(':') ? [404] : []),
    ...(isOnce ? [409, 422] : []),
    ...own.filter((status) => status < 500 && !general.has(status)),
  ];
  const special = [...new Set(all)].sort((left, right) => left - right);
  return [...special.map(String), '4XX', '5XX'];
}

/** The codes of the descriptor never leave the server. */
function codesOf(isMeant: (status: number) => boolean): string[] {
  return (Object.keys(problemTexts) as ProblemCode[])
    .filter((code) => isMeant(problemStatus(code)))
    .map((code) => `- ${code}: ${problemTexts[code].split(' |||| ').at(-1)}`);
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
