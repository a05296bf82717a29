import { afterAll, describe, expect, it } from 'vitest';
import { readCsvLines } from '../../src/files/formats/csv-lines.ts';
import { plainLayout } from '../../src/files/formats/file-layout.ts';
import { importRecords } from '../../src/files/import/import-files.ts';
import { onBehalfOf, ownerNow } from '../../src/store/connection/shares.ts';
import { shareSlicesBy, yieldToEventLoop } from '../../src/files/yield-to-event-loop.ts';
import { newId } from '../../src/store/records/sql/new-id.ts';
import { openTestInstallation } from '../support/installation.ts';

const installation = await openTestInstallation();
afterAll(() => installation.close());

describe('other work runs', () => {
  it('while a large piece of a CSV is read', async () => {
    const piece = Buffer.from('one,two,"three, four"\n'.repeat(100_000));
    const turns = countTurns();
    let rows = 0;

    for await (const lines of readCsvLines(inPieces(piece), { ...plainLayout, format: 'csv' }))
      rows += lines.length;

    expect(rows).toBe(100_000);
    expect(turns.end()).toBeGreaterThan(3);
  });

  it('between the slices of ten computations, which take one slice together', async () => {
    // Those that begin within a slice that is not over need not wait.
    workFor(5);
    const turns = countTurns();
    const steps: number[] = [];

    await Promise.all(
      Array.from({ length: 10 }, () =>
        compute(3, () => {
          steps.push(turns.soFar());
        }),
      ),
    );
    turns.end();

    expect(new Set(steps).size).toBe(30);
  });

  it('user by user, however many computations one of them has', async () => {
    const order: string[] = [];
    shareSlicesBy(() => ownerNow()?.name ?? '');
    const by = (name: string, many: number) =>
      onBehalfOf({ name, isVisitor: false }, () =>
        Array.from({ length: many }, () => compute(4, () => void order.push(name))),
      );

    await Promise.all([...by('busy', 6), ...by('other', 1)]);

    expect(order.slice(0, order.lastIndexOf('other') + 1)).toHaveLength(8);
  });

  it('while the results of a batch are reported', async () => {
    const { store, descriptor } = installation;
    const parts = { target: store, descriptor, role: 'admin', by: { userId: null }, newId };
    const resource = descriptor.resources.get('chemFamilies')!;
    const rows = Array.from({ length: 300 }, (_, at) => ({
      key: `family-${at}`,
      name: `Family ${at}`,
    }));
    const file = Buffer.from(JSON.stringify(rows));
    const turns = countTurns();
    const seenAt: number[] = [];

    const { created } = await importRecords(
      parts,
      {
        resource,
        open: () => inPieces(file),
        options: { mode: 'create', key: ['key'], mapping: new Map() },
      },
      {
        observe: () => {
          seenAt.push(turns.soFar());
          workFor(1);
        },
      },
    );
    turns.end();

    expect(created).toBe(300);
    // They are one batch, and without a pause one turn.
    expect(seenAt.at(-1)! - seenAt[0]!).toBeGreaterThan(3);
  });
});

async function* inPieces(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

function countTurns() {
  let turns = 0;
  let isOver = false;
  const next = (): void => {
    turns++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return {
    soFar: () => turns,
    end: () => {
      isOver = true;
      return turns;
    },
  };
}

/** Does a step after each turn; each takes longer than a slice. */
async function compute(steps: number, step: () => void): Promise<void> {
  for (let at = 0; at < steps; at += 1) {
    await yieldToEventLoop();
    step();
    workFor(5);
  }
}

function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
