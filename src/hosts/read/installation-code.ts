import type { InstallationCode } from '../../api/extending/define-installation.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { installation } from '../../installation/manifest.ts';

/**
 * The code of this installation, if the descriptor declares one of its pages, actions or computed fields, or if it
 * has no pages or actions. Any other descriptor gets no code, whatever the names of its resources are.
 */
export function codeFor(descriptor: Descriptor, code: InstallationCode = installation) {
  const { screens, actions, fields = [] } = code;
  const isDeclared =
    descriptor.app.pages.some(({ name }) => Object.hasOwn(screens.pages, name)) ||
    actions.some(({ resource, name }) =>
      descriptor.resources.get(resource)?.actions.some((action) => action.name === name),
    ) ||
    fields.some(
      ({ resource, field }) =>
        descriptor.resources.get(resource)?.fields.get(field)?.computedInCode,
    );
  const mayBeDeclared = actions.length > 0 || Object.keys(screens.pages).length > 0;
  return isDeclared || !mayBeDeclared ? code : nothing;
}

const nothing: InstallationCode = { screens: { pages: {} }, actions: [], routes: [] };
