import type { Resource } from '../../descriptor/descriptor.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { importKeys, parseKey } from '../../files/import/import-keys.ts';
import { importModes, warningsModes, type ImportOptions } from '../../files/import/import-parts.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { layoutParts, parseLayout } from './parse-layout.ts';
import { parseConstants, parseMapping } from './parse-mapping.ts';
import { parseRows } from './parse-rows.ts';

export type ImportRequest = ImportOptions & {
  dryRun: boolean;
  atomic: boolean;
  layout: FileLayout;
};

/** Reads the plain parts of an import request; a part that is not known is a problem, not ignored. */
export function parseImportRequest(
  resource: Resource,
  fields: ReadonlyMap<string, string>,
  found: FileLayout,
): { request: ImportRequest } | { problems: Problem[] } {
  const problems: Problem[] = [];
  for (const name of fields.keys()) {
    if (!parts.includes(name)) problems.push(problem('Q001', name, {}));
  }
  const oneOf = <Value extends string>(
    name: string,
    values: readonly Value[],
    otherwise: Value,
  ): Value => {
    const given = fields.get(name);
    if (given === undefined || given === '') return otherwise;
    const value = values.find((each) => each === given);
    if (value === undefined) problems.push(problem('I005', name, { expected: values.join(', ') }));
    return value ?? otherwise;
  };
  const request = {
    mode: oneOf('mode', importModes, 'create'),
    key: readKey(resource, fields.get('key'), problems),
    dryRun: oneOf('dryRun', booleans, 'false') === 'true',
    atomic: oneOf('atomic', booleans, 'false') === 'true',
    mapping: parseMapping(resource, fields.get('mapping'), problems),
    constants: parseConstants(resource, fields.get('constants'), problems),
    warnings: oneOf('warnings', warningsModes, 'import'),
    leaveOut: parseRows('leaveOut', fields.get('leaveOut'), problems),
    take:
      fields.get('take') === 'all'
        ? ('all' as const)
        : parseRows('take', fields.get('take'), problems, 'all, '),
  };
  const read = parseLayout(fields, found);
  if ('problems' in read) return { problems: [...problems, ...read.problems] };
  return problems.length > 0 ? { problems } : { request: { ...request, layout: read.layout } };
}

function readKey(resource: Resource, said: string | undefined, problems: Problem[]): string[] {
  if (!said && resource.importKey === '_id') return [];
  const key = parseKey(resource, said || resource.importKey);
  const expected = importKeys(resource).join(', ');
  if (!key) problems.push(problem('I005', 'key', { expected }, 'or several fields: a,b'));
  return key ?? [resource.importKey];
}

const parts = [
  'mode',
  'key',
  'dryRun',
  'atomic',
  'mapping',
  'constants',
  'warnings',
  'leaveOut',
  'take',
  ...layoutParts,
];
const booleans = ['true', 'false'] as const;
