import type { Descriptor } from '../../descriptor/descriptor.ts';
import { countNoun } from '../../fields/problems/count-noun.ts';
import { withEmbedded } from '../backup/scratch-database.ts';
import { UsageError, type Call, type ExitCode } from '../commands/verb.ts';
import { codeFor } from '../read/installation-code.ts';
import { Refusal } from '../refusal.ts';
import { findLeaks, type Found } from './find-leaks.ts';

/** `check --leaks`: on a database of its own, so that it needs and touches no data. */
export async function checkLeaks(call: Call, descriptor: Descriptor): Promise<ExitCode> {
  const { role, seed = '1' } = call.options;
  const known = [...descriptor.roles.values()].filter(({ all }) => !all).map(({ name }) => name);
  if (typeof role === 'string' && !known.includes(role))
    throw new Refusal([`--role takes a role that may not see everything: ${known.join(', ')}`]);
  if (typeof seed !== 'string' || !/^\d{1,9}$/.test(seed))
    throw new UsageError('--seed takes a whole number');
  const search = { descriptor, code: codeFor(descriptor), seed: Number(seed) };
  const roles = typeof role === 'string' ? [role] : known;
  return reportLeaks(call, await withEmbedded((url) => findLeaks({ ...search, url, roles })));
}

export function reportLeaks({ print, answer }: Pick<Call, 'print' | 'answer'>, found: Found) {
  const { missing, results } = found;
  for (const one of missing) print(`No records of ${one}`);
  for (const { role, questions, routes, answered, seen, records, ...rest } of results) {
    print(
      `${role} sees ${seen} of ${records} records: ${questions} requests to ${routes} routes, ${answered} answered`,
    );
    for (const one of rest.missing) print(`  Not counted, because no more could be made: ${one}`);
    if (rest.kept.length > 0)
      print(`  Not compared, because it decides what ${role} sees: ${rest.kept.join(', ')}`);
    for (const { route, asked, answers } of rest.leaks) {
      print(`  ${route} tells ${role} what it may not see [leak]`);
      for (const line of [asked, ...answers]) print(`    ${line}`);
    }
  }
  const count = results.flatMap(({ leaks }) => leaks).length;
  print(count > 0 ? countNoun(count, 'leak') : 'no leaks');
  answer(found);
  return count > 0 ? 1 : 0;
}
