import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallationCode } from '../../api/extending/define-installation.ts';
import { projectFolder } from '../project.ts';

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
  versions: readonly ExtensionVersion[] = readExtensionVersions(),
): string[] {
  const current = versions[0]?.version ?? 1;
  if (writtenFor === current || !hasCode(code)) return [];
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
