import { faults } from './faults.ts';
import { openWorlds, type Result } from './world.ts';

/*
 * `npm run test:faults [-- WORDS]`: breaks something while people write and read, heals it, and counts
 * what was lost, hung or answered as an engineer's mistake. With words only the faults whose name has them.
 */
const words = process.argv.slice(2).join(' ');
const worlds = await openWorlds();
const bad: string[] = [];
console.log('| fault | calls | acknowledged | lost | denied | hung | 500 | refused | well after |');
console.log('|---|---|---|---|---|---|---|---|---|');
for (const fault of faults.filter(({ name }) => name.includes(words))) {
  try {
    const result = await worlds.run(fault);
    console.log(row(result));
    if (result.lost.length + result.denied.length + result.hung + result.errors > 0)
      bad.push(fault.name);
  } catch (error) {
    console.log(`| ${fault.name} | ${String(error).replaceAll('\n', ' ')} |`);
    bad.push(fault.name);
  }
}
await worlds.close();
for (const name of bad) console.error(`Not survived: ${name}`);
process.exitCode = bad.length > 0 ? 1 : 0;

function row({
  name,
  calls,
  acknowledged,
  lost,
  denied,
  hung,
  errors,
  refused,
  recovered,
}: Result): string {
  const well = recovered >= 90_000 ? 'never' : `${Math.round(recovered)} ms`;
  const cells = [
    name,
    calls,
    acknowledged,
    lost.length,
    denied.length,
    hung,
    errors,
    refused,
    well,
  ];
  return `| ${cells.join(' | ')} |`;
}
