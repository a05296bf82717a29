import { resolve } from 'node:path';
import type { BenchServers } from './bench-servers.ts';
import { compare, type Sides } from './compare.ts';
import { createTransfers } from './file-transfers.ts';
import { createDatabase, recordIds } from './past-history.ts';
import type { Line } from './report.ts';
import { createScenarios, type Scenario } from './scenarios.ts';

type Against = {
  /** The directory of another checkout. */
  against: string;
  /** A CSV file of chems. */
  path: string;
  turns: Pick<Sides, 'connections' | 'rounds' | 'seconds'>;
  /** Scenarios besides those that write. */
  further?: (token: string) => Scenario[];
  say(text: string): void;
};

/** Compares the writes of this checkout with those of another one, on databases of the same PostgreSQL. */
export async function compareWrites(
  { url, postmaster, withServer }: BenchServers,
  { against, path, turns, further = () => [], say }: Against,
): Promise<Line[]> {
  const urls = {
    ours: await createDatabase(url, 'ours'),
    other: await createDatabase(url, 'other'),
  };
  const of = (DATABASE_URL: string) => ({ DATABASE_URL });
  return await withServer(
    (ours, oursToken) =>
      withServer(
        async (other, otherToken) => {
          say('writes: import …');
          await createTransfers(ours.port, oursToken).import(path, {});
          await createTransfers(other.port, otherToken).import(path, {});
          const toScenarios = async (token: string, of: string) => {
            const { connections } = turns;
            const scenarios = createScenarios({ token, ids: await recordIds(of), connections });
            const writes = scenarios.filter(({ name }) => /^(update|create)/.test(name));
            return [...writes, ...further(token)];
          };
          const mine = await toScenarios(await oursToken(), urls.ours);
          const theirs = await toScenarios(await otherToken(), urls.other);
          const lines: Line[] = [];
          for (const [at, { name, ours: asking }] of mine.entries()) {
            const scenario = {
              name: `${name} (floor: the other checkout)`,
              goal: 0.95,
              ours: asking,
              floor: theirs[at]!.ours,
            };
            say(`${scenario.name} …`);
            lines.push(await compare(scenario, { ours, floor: other, postmaster, ...turns }));
          }
          return lines;
        },
        of(urls.other),
        resolve(against),
      ),
    of(urls.ours),
  );
}
