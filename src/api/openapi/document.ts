import { mayAdminister, maySeeStructure } from '../../descriptor/access.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { isAllowed } from '../http/admit.ts';
import { takesKeys } from '../http/admit-key.ts';
import type { Route } from '../http/route.ts';
import type { Answer, Operation, Schema } from '../http/operation/operation.ts';
import { once } from '../http/operation/parameters.ts';
import { recordSchemas } from '../records/record-schemas.ts';
import { Profile, Session, User } from '../../contract/accounts.ts';
import { Check } from '../../contract/checks.ts';
import { Problem } from '../../contract/problem.ts';
import { BulkSummary } from '../../contract/summary.ts';
import { ApiKey, NewApiKey, ServiceAccount } from '../../contract/keys.ts';
import { ConfirmedFactor, Factor, NewFactor } from '../../contract/factors.ts';
import { MailText } from '../../contract/mail-texts.ts';
import { PersonData } from '../../contract/person.ts';
import { Identity } from '../../contract/identities.ts';
import { FileLinks, FilePages, StoredFile, Upload } from '../../contract/files.ts';
import { NewWebhook, Webhook, WebhookAttempt, WebhookDelivery } from '../../contract/webhooks.ts';
import { toComponents } from '../http/operation/schemas.ts';
import { View } from '../../contract/preferences.ts';
import { problemTexts, type ProblemCode } from '../../fields/problem-codes.ts';
import { problemStatus } from '../http/problem-response.ts';

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
  return {
    openapi: '3.1.0',
    info: {
      title: descriptor.app.title,
      version,
      description:
        'Lists, records and sessions. Every error is a problem document (RFC 9457) with a stable `code`.',
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
      { name: 'preferences', description: 'Saved views and preferences of the signed-in user' },
      { name: 'public', description: 'Published records, readable without signing in' },
      ...resources.map(({ name, label }) => ({ name, description: textIn(label, 'en') })),
    ],
    paths: toPaths(routes),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        ...fixedSchemas,
        ...Object.assign({}, ...resources.map((each) => recordSchemas(descriptor, each))),
      },
      responses: problemAnswers,
    },
  };
}

function toPaths(routes: readonly Route[]): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = (paths[route.path.replace(/:(\w+)/g, '{$1}')] ??= {});
    path[route.method.toLowerCase()] = toOperation(route);
  }
  return paths;
}

function toOperation(route: Route): Record<string, unknown> {
  const { needs } = route;
  const { problems = [], responses, ...rest }: Operation = route.operation();
  const refusals = refusalsOf(needs, route.once ? [409, 422, ...problems] : problems).map(
    (status) => [String(status), { $ref: `#/components/responses/Problem${status}` }],
  );
  return {
    ...rest,
    ...(route.once && { parameters: [...(rest.parameters ?? []), once] }),
    security: securityOf(needs),
    responses: { ...responses, ...Object.fromEntries(refusals) },
  };
}

function securityOf(needs: Route['needs']): readonly object[] {
  if (needs === 'nobody') return [];
  return needs === 'anyone' ? [{}, { token: [] }] : [{ token: [] }];
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

const names: Record<number, string> = {
  400: 'The request is not valid',
  401: 'Not signed in, or the session has ended',
  403: 'Not allowed',
  404: 'Not found',
  408: 'The server did not receive the complete body',
  409: 'Conflicts with existing data',
  412: 'The record was changed in the meantime; `current` is its current state. Reload it and make your change again',
  413: 'The body is too large',
  414: 'The query is too long',
  415: 'The body has the wrong content type',
  416: 'The range is outside the file',
  422: 'Some values are not valid; each problem has a path',
  428: 'The version that the change is based on is missing',
  429: 'Too many requests; see `Retry-After`',
  500: 'The server failed; look for `requestId` in its log',
  503: 'The server is not ready, or the request took too long',
  507: 'There is no room for more files',
};

/** Describes one response for each status a request can be refused with, with its possible codes. */
const problemAnswers: Readonly<Record<string, Answer>> = Object.fromEntries(
  Object.entries(names).map(([status, name]) => [
    `Problem${status}`,
    {
      description: [`${name}.`, ...codesOf(Number(status))].join('\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

/** The statuses a route can refuse with: those it declares and those that follow from its requirements. */
function refusalsOf(needs: Route['needs'], own: readonly number[]): readonly number[] {
  const fromNeeds = needs === 'nobody' ? [] : [401, 403];
  return [...new Set([400, ...own, ...fromNeeds, 500, 503])].sort((left, right) => left - right);
}

/** The codes of the descriptor never leave the server. */
function codesOf(status: number): string[] {
  return (Object.keys(problemTexts) as unknown as ProblemCode[])
    .filter((code) => problemStatus(code) === status)
    .map((code) => `- ${code}: ${problemTexts[code].split(' |||| ').at(-1)}`);
}
