import { createRandom, toChemRow } from './chem-rows.ts';
import { askOnce, toRequest } from './client.ts';
import { compare, type Sides } from './compare.ts';
import { momentBefore } from './past-history.ts';
import { median, type Line } from './report.ts';

export type PastGround = {
  url: string;
  ids: readonly string[];
  token: string;
  say(text: string): void;
};

/** Compares pages of the past with their floor, and times those of moments far back. */
export async function measurePages(sides: Sides, ground: PastGround): Promise<Line[]> {
  const { url, ids, token, say } = ground;
  const signedIn = { Authorization: `Bearer ${token}` };
  const random = createRandom(3);
  const anyId = () => ids[Math.floor(random() * ids.length)]!;
  const ours = (path: string) => toRequest('GET', `/api/chems${path}`, signedIn);
  const page = `?_sort=commonName&_perPage=50&_fields=${Object.keys(toChemRow(0)).join(',')}`;
  const recent = encodeURIComponent(await momentBefore(url, 1_000));
  const far = encodeURIComponent(await momentBefore(url, ids.length * 8.5));
  const lines: Line[] = [];
  const comparing = async (...[scenario, between]: Parameters<typeof compare>) => {
    say(`${scenario.name} …`);
    lines.push(await compare(scenario, between));
  };

  await comparing(
    {
      name: 'history of a record, newest 20 (floor: its plain SQL)',
      goal: 0.5,
      ours: { next: () => ours(`/${anyId()}/history`) },
      floor: { next: () => toRequest('GET', `/history?id=${anyId()}`) },
    },
    sides,
  );
  for (const total of ['estimate', 'exact'])
    await comparing(
      {
        name: `1,000 changed since: first page of 50, total ${total} (floor: the live page)`,
        goal: 0.33,
        ours: { next: () => ours(`${page}&_total=${total}&_asOf=${recent}`) },
        floor: { next: () => ours(`${page}&_total=${total}`) },
      },
      { ...sides, floor: sides.ours },
    );

  const questions = {
    'first page of 50': page,
    'in the default order': '?_perPage=50',
    'exact total': `${page}&_total=exact`,
    'sorted by weight, descending': '?_sort=-molecularWeight&_perPage=50',
    'sorted by a changed number': '?_sort=fccPrioTier&_perPage=50',
    'filtered by a changed number': `${page}&fccPrioTier=2`,
    'filtered by a part of a changed name': `${page}&commonName_contains=phthal`,
    'filtered, time of the last change': `${page}&updatedAt_gt=2020-01-01T00:00:00Z`,
    'page 500': `${page}&_page=500`,
  };
  for (const [name, query] of Object.entries(questions)) {
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const started = performance.now();
      const { status, body } = await askOnce(sides.ours.port, ours(`${query}&_asOf=${far}`));
      if (status !== 200) throw new Error(body.toString());
      times.push((performance.now() - started) / 1_000);
    }
    say(`${name}: ${times.map((time) => time.toFixed(2)).join(', ')} s`);
    lines.push({ name: `all changed since: ${name}`, unit: 's', ours: median(times), goal: 2 });
  }
  return lines;
}
