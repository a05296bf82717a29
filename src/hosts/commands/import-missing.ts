import { checkMissing, parseMissing } from '../../api/files/parse-missing.ts';
import { momentOf } from '../../api/http/call.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import type { Problem } from '../../fields/problem.ts';
import type { ImportFile } from '../../files/import/import-files.ts';
import { Refusal, toLine } from '../refusal.ts';
import { type Call, UsageError } from './verb.ts';

/** Who runs a command sees what an administrator sees. */
export function adminOf(descriptor: Descriptor) {
  return {
    descriptor,
    role: adminRoles(descriptor)[0],
    moment: momentOf({ user: undefined, descriptor }),
  };
}

/** Adds what becomes of the records that the file lacks; a recipe may say it too. */
export function setMissing(
  { options }: Call,
  files: readonly ImportFile[],
  descriptor: Descriptor,
): void {
  const text = options['missing'];
  for (const file of files) {
    const problems: Problem[] = [];
    const fields = new Map([
      ['missing', typeof text === 'string' ? text : ''],
      ['mode', file.options.mode],
    ]);
    const missing = parseMissing(file.resource, fields, problems) ?? file.options.missing;
    if (!missing) continue;
    if (files.length > 1) throw new UsageError('--missing is for one file');
    problems.push(...checkMissing(adminOf(descriptor), file.resource, missing));
    if (problems.length > 0) throw new Refusal(problems.map(toLine), { problems });
    file.options = { ...file.options, missing };
  }
}
