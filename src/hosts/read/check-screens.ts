import { screenParts, type ScreenPart } from '../../admin/kit/screens/define-screen.ts';
import { toSectionKeys } from '../../admin/record/record-layout.ts';
import type { InstallationCode } from '../../api/extending/define-installation.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { keyFlaw, type Flaw } from '../../descriptor/read/grammar-problems.ts';
import { suggestHint } from '../../descriptor/suggest.ts';

type Replacements = NonNullable<InstallationCode['screens']['replace']>;

/** Checks that the screens have every part that the installation replaces. */
export function checkScreens(descriptor: Descriptor, replace: Replacements = []): Flaw[] {
  return replace.flatMap((code) => checkScreen(descriptor, code));
}

function checkScreen({ resources }: Descriptor, code: Replacements[number]): Flaw[] {
  if (!isPart(code.part)) return [unknown([], code.part, Object.keys(screenParts))];
  const names: readonly string[] = screenParts[code.part];
  if (!names.includes('resource')) return [];
  const resource = resources.get(code.resource ?? '');
  if (!resource) return [unknown([], code.resource, resources.keys())];
  const { name, fields } = resource;
  if (names.includes('field') && !fields.has(code.field ?? ''))
    return [unknown([name, 'fields'], code.field, fields.keys())];
  const sections = toSectionKeys(resource);
  if (names.includes('section') && !sections.includes(code.section ?? ''))
    return [unknown([name], code.section, sections)];
  return [];
}

function isPart(part: string): part is ScreenPart {
  return Object.hasOwn(screenParts, part);
}

function unknown(path: string[], value = '', names: Iterable<string> = []): Flaw {
  const known = [...names];
  const hint = suggestHint(value, known) ?? `there are ${known.join(', ')}`;
  return keyFlaw('D096', ['resources', ...path], { value }, hint);
}
