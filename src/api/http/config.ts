import { Config } from '../../contract/meta.ts';
import type { FileProblem } from '../../contract/meta.ts';
import { mayDo, maySeeStructure } from '../../descriptor/access.ts';
import { toSourceAsSeen } from '../../descriptor/permissions/as-seen.ts';
import { operations, type Descriptor } from '../../descriptor/descriptor.ts';
import { answer } from './answer.ts';
import type { UserCall } from './call.ts';

/**
 * What the screens are made of, once somebody is signed in. The browser makes the
 * descriptor from the same source with the same code, so the two cannot differ.
 */
export async function answerConfig(call: UserCall): Promise<Response> {
  const { descriptor, role, parts } = call;
  const config = {
    descriptor: toSourceAsSeen(descriptor, role),
    permissions: permissionsOf(descriptor, role),
    role,
    version: parts.version,
    languages: descriptor.app.languages,
    links: descriptor.app.links,
    hash: descriptor.hash,
    problems: troublesFor(call),
  };
  return answer(call, 200, Config, config);
}

/** What is wrong with the descriptor as it was last saved is for those who write it, and for admins, who can tell them. */
export function troublesFor({
  descriptor,
  role,
  parts,
}: Pick<UserCall, 'descriptor' | 'role' | 'parts'>): readonly FileProblem[] {
  return maySeeStructure(descriptor, role) ? (parts.news?.troubles() ?? []) : [];
}

/** What the role may do with each resource it may do anything with. */
function permissionsOf(descriptor: Descriptor, role: string): Record<string, readonly string[]> {
  const permissions = [...descriptor.resources.values()].map((resource) => {
    const may = operations.filter((operation) => mayDo(descriptor, role, resource, operation));
    return [resource.name, may] as const;
  });
  return Object.fromEntries(permissions.filter(([, may]) => may.length > 0));
}
