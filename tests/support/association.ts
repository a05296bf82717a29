import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { librarySource } from './library.ts';
import { top } from './source-files.ts';

/** The descriptor of docs/public-forms.md, an association that takes sign-ups for events, with users. */
export function associationSource(): Record<string, any> {
  const page = readFileSync(join(top, 'docs/public-forms.md'), 'utf8');
  const [, text = ''] = /```jsonc\n(.*?)```/s.exec(page) ?? [];
  const source = parse(text);
  const { users } = librarySource.resources;
  source.resources.users = structuredClone({ ...users, permissions: {} });
  return source;
}

export function parseAssociation(change: (resources: Record<string, any>) => void = () => {}) {
  const source = associationSource();
  change(source['resources']);
  const parsed = parseDescriptor(JSON.stringify(source));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.descriptor;
}

/** The problems of the association after a change of its resources. */
export function associationProblems(change: (resources: Record<string, any>) => void): string[] {
  const source = associationSource();
  change(source['resources']);
  const parsed = parseDescriptor(JSON.stringify(source));
  if (!('problems' in parsed)) return [];
  return parsed.problems.map(
    ({ code, path, hint }) =>
      `${code} ${path.replace(/^resources\./, '')}${hint ? ` (${hint})` : ''}`,
  );
}
