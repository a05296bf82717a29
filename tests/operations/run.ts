import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPrograms } from './install-programs.ts';
import { Skip, type Check, type Part } from './part.ts';

/*
 * `npm run test:operations [-- --only PART]`: runs the checks of each part on real engines and prints what passed. Not
 * in CI, because it installs programs and takes minutes.
 */
const folder = join(import.meta.dirname, 'parts');
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const names = (await readdir(folder)).map((file) => file.replace(/\.ts$/, '')).toSorted();
const unknown = values.only?.filter((name) => !names.includes(name)) ?? [];
const counts = { passed: 0, failed: 0, skipped: 0 };

if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${names.join(', ')}`);
  process.exit(2);
}
for (const name of values.only ?? names) {
  const { part } = (await import(join(folder, `${name}.ts`))) as { part: Part };
  console.log(`\n=== ${name}: ${part.title}`);
  for (const check of part.checks) await runCheck(check);
  await part.close?.();
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 ? 1 : 0);

async function runCheck({ name, needs = {}, run }: Check): Promise<void> {
  const started = performance.now();
  const print = (outcome: keyof typeof counts, detail: string): void => {
    counts[outcome] += 1;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${outcome.padEnd(7)} ${name} (${seconds} s)${detail && `\n        ${detail}`}`);
  };
  try {
    await installPrograms(needs);
    print('passed', (await run()) ?? '');
  } catch (error) {
    const { message } = error as Error;
    print(error instanceof Skip ? 'skipped' : 'failed', message.replaceAll('\n', '\n        '));
  }
}
