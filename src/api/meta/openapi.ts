import { toVisibleSource } from '../../descriptor/permissions/visible-source.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { toDescriptor } from '../../descriptor/read/to-descriptor.ts';
import { answerJson } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { createDocument } from '../openapi/document.ts';
import type { Route } from '../http/route.ts';

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
  return createDocument({ descriptor: seen, role, routes: routesOf(seen), version, publicUrl });
}

/** Responds with the OpenAPI document of what the caller may call, made once for each role. */
export function createOpenapi(routesOf: RoutesOf): (call: Call) => Promise<Response> {
  const made = new Map<string, string>();
  return async (call) => {
    const { descriptor, role, parts } = call;
    let text = made.get(role);
    if (text === undefined) {
      const { version, publicUrl } = parts;
      text = JSON.stringify(documentFor({ descriptor, role, routesOf, version, publicUrl }));
      made.set(role, text);
    }
    return answerJson(call, 200, text);
  };
}
