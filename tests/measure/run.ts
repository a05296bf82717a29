import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from './measure.ts';

/*
 * `npm run measure` prints what the code weighs beside the ceilings, and fails above one of them.
 * With `--lower` it lowers the ceilings to what there is; they never rise by a program. Lines and files have none.
 */
const path = join(import.meta.dirname, 'ceilings.json');
const ceilings = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>;
const figures = Object.entries(measure());
const above = figures.filter(([name, figure]) => figure > (ceilings[name] ?? Infinity));
if (process.argv.includes('--lower')) {
  const all = Object.fromEntries(figures);
  const lowered = Object.entries(ceilings).map(([name, ceiling]) => [
    name,
    Math.min(ceiling, all[name] ?? ceiling),
  ]);
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
} else if (!process.argv.includes('--quiet')) {
  for (const [name, figure] of figures)
    console.log(
      `${String(figure).padStart(8)} ${String(ceilings[name] ?? '').padStart(8)}  ${name}`,
    );
}
for (const [name, figure] of above)
  console.error(`${name}: ${figure}, and the ceiling is ${ceilings[name]}. Say it with less.`);
process.exitCode = above.length > 0 ? 1 : 0;
