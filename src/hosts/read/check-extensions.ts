import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenParts, type ScreenPart } from '../../admin/kit/screens/define-screen.ts';
import { toSectionKeys } from '../../admin/record/record-layout.ts';
import type { InstallationCode } from '../../api/extending/define-installation.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { keyFlaw, type Flaw } from '../../descriptor/read/grammar-problems.ts';
import { suggestHint } from '../../descriptor/suggest.ts';
import { projectFolder } from '../project.ts';

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

/** A version of what an installation may import, and what is different from the one before. */
export type ExtensionVersion = { version: number; changes: string };

const file = 'docs/CHANGELOG.md';

/** All versions of what an installation may import, the latest first. */
export function readExtensionVersions(): readonly ExtensionVersion[] {
  const text = readFileSync(join(projectFolder, file), 'utf8');
  return [...text.matchAll(/^## (\d+)\n(.*?)(?=^## |$(?![^]))/gms)].map(
    ([, version, changes = '']) => ({ version: Number(version), changes: changes.trim() }),
  );
}

/** What the author of an installation's code has to know of this version of the product, line by line. */
export function compareVersions(
  { writtenFor = 1, ...code }: InstallationCode,
  read: () => readonly ExtensionVersion[] = readExtensionVersions,
): string[] {
  if (!hasCode(code)) return [];
  const versions = read();
  const current = versions[0]?.version ?? 1;
  if (writtenFor === current) return [];
  const manifest = `src/installation/manifest.ts: is written for version ${writtenFor} of what extensions import (writtenFor)`;
  if (writtenFor > current) return [`${manifest}; this product has version ${current}`];
  const since = versions.filter(({ version }) => version > writtenFor);
  return [
    `${manifest}; this product has version ${current}. Changes since then, from ${file}:`,
    ...since.flatMap(({ changes }) => changes.split('\n')),
  ];
}

function hasCode({ screens, actions, routes, ...code }: Omit<InstallationCode, 'writtenFor'>) {
  const more = [screens.replace, screens.tabs, code.hooks, code.fields];
  return [Object.keys(screens.pages), actions, routes, ...more].some(
    (parts) => parts !== undefined && parts.length > 0,
  );
}
