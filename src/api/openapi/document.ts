import { mayAdminister, maySeeStructure } from '../../descriptor/access.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { isAllowed } from '../http/admit.ts';
import type { Route } from '../http/route.ts';
import type { Operation } from '../http/operation/operation.ts';
import { problemAnswers, refusalsOf } from './problem-answers.ts';
import { fixedSchemas } from './fixed-schemas.ts';
import { recordSchemas } from '../records/record-schemas.ts';

type DocumentParts = {
  /** As the caller sees it. */
  descriptor: Descriptor;
  role: string;
  routes: readonly Route[];
  version: string;
  publicUrl: string | undefined;
};

/** Builds the OpenAPI 3.1 document for a role from the same table of routes that serves the requests. */
export function createDocument(parts: DocumentParts): Record<string, unknown> {
  const { descriptor, role, version, publicUrl } = parts;
  const resources = [...descriptor.resources.values()];
  const routes = parts.routes.filter(({ alias, needs }) => {
    if (alias) return false;
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
      { name: 'oversight', description: 'For admins: the mail outbox and the audit log' },
      {
        name: 'system',
        description: 'Configuration, health and documentation of the installation',
      },
      { name: 'desk', description: 'Saved views and preferences of the signed-in user' },
      { name: 'public', description: 'Published records, readable without signing in' },
      ...resources.map(({ name, label }) => ({ name, description: textIn(label, 'en') })),
    ],
    paths: toPaths(routes),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...fixedSchemas, ...Object.assign({}, ...resources.map(recordSchemas)) },
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

function toOperation({ operation, needs }: Route): Record<string, unknown> {
  const { problems = [], responses, ...rest }: Operation = operation();
  const refusals = refusalsOf(needs, problems).map((status) => [
    String(status),
    { $ref: `#/components/responses/Problem${status}` },
  ]);
  return {
    ...rest,
    security: securityOf(needs),
    responses: { ...responses, ...Object.fromEntries(refusals) },
  };
}

function securityOf(needs: Route['needs']): readonly object[] {
  if (needs === 'nobody') return [];
  return needs === 'anyone' ? [{}, { token: [] }] : [{ token: [] }];
}
