import { Config, type FileProblem } from '../../contract/meta.ts';
import { mayDo, maySeeStructure } from '../../descriptor/access.ts';
import { toVisibleSource } from '../../descriptor/permissions/visible-source.ts';
import { operations, type Descriptor } from '../../descriptor/descriptor.ts';
import { answer } from './answer/answer.ts';
import type { UserCall } from './call.ts';
import type { DescriptorSource } from '../../descriptor/settings/descriptor-settings.ts';
import { declaredIcons } from '../../descriptor/icons.ts';
import { ownIcons } from '../../fields/text/icons.ts';
import { findIcons } from './answer/icon-set.ts';
import { requireEntry } from '../../fields/require-entry.ts';

/**
 * The configuration of the screens for a signed-in user. The browser makes the descriptor from the same
 * source with the same code, so the two cannot differ.
 */
export async function answerConfig(call: UserCall): Promise<Response> {
  const { descriptor, role, services } = call;
  const visible = toVisibleSource(descriptor, role);
  const config = {
    descriptor: visible,
    icons: iconPaths(visible),
    permissions: permissionsOf(descriptor, role),
    role,
    version: services.version,
    languages: descriptor.app.languages,
    links: descriptor.app.links,
    hash: descriptor.hash,
    problems: descriptorProblemsFor(call),
  };
  return answer(call, 200, Config, config);
}

/** The problems of the descriptor as last saved, for its developers and for admins, who can inform them. */
export function descriptorProblemsFor({
  descriptor,
  role,
  services,
}: Pick<UserCall, 'descriptor' | 'role' | 'services'>): readonly FileProblem[] {
  return maySeeStructure(descriptor, role) ? (services.news?.troubles() ?? []) : [];
}

/** The operations a role may use, for each resource where it may use any. */
function permissionsOf(descriptor: Descriptor, role: string): Record<string, readonly string[]> {
  const permissions = [...descriptor.resources.values()].map((resource) => {
    const may = operations.filter((operation) => mayDo(descriptor, role, resource, operation));
    return [resource.name, may] as const;
  });
  return Object.fromEntries(permissions.filter(([, may]) => may.length > 0));
}

/** The paths of the icons that screens with these declarations show, by name; no other icon reaches a browser. */
function iconPaths(source: DescriptorSource): Record<string, string> {
  const names = [...ownIcons, ...declaredIcons(source).map(({ name }) => name)];
  const paths = findIcons([...names, 'list']);
  // A descriptor of a later version may name icons that this one does not have; the screens show a list instead.
  return Object.fromEntries(
    names.map((name) => [name, paths.get(name) ?? requireEntry(paths, 'list')]),
  );
}
