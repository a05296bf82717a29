import { toVisibleSource } from '../../descriptor/permissions/visible-source.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { toDescriptor } from '../../descriptor/read/to-descriptor.ts';
import { answerJson } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import { createDocument } from '../openapi/document.ts';
import type { Route } from '../http/route.ts';
import { removeOldest } from '../../fields/require-entry.ts';

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

/** Documents that are kept. Making one takes some hundredths of a second, and it has up to a megabyte. */
const MAX_CACHED_DOCUMENTS = 20;

/** Responds with the OpenAPI document of what the caller may call, made once for each role and each API key. */
export function createOpenapi(routesOf: RoutesOf): (call: Call) => Promise<Response> {
  const documents = new Map<string, string>();
  return async (call) => {
    const { descriptor, role, services } = call;
    // That of a key has a hash of its own.
    const name = `${descriptor.hash} ${role}`;
    let text = documents.get(name);
    if (text === undefined) {
      const { version, publicUrl } = services;
      text = JSON.stringify(documentFor({ descriptor, role, routesOf, version, publicUrl }));
      if (documents.size >= MAX_CACHED_DOCUMENTS) removeOldest(documents);
      documents.set(name, text);
    }
    return answerJson(call, 200, text);
  };
}
