import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createSealer } from '../../../src/store/backup/seal.ts';
import { shipWal } from '../../../src/store/backup/ship-wal.ts';
import { openFolderBlobs } from '../../../src/store/blobs/folder-blobs.ts';
import { databaseUrl } from '../../../src/store/embedded/postmaster.ts';
import { create, pdf, uploadImport, uploadPaper } from '../../support/archived-office.ts';
import { serverPid } from '../../support/embedded-process.ts';
import { nextMoment, openMomentOffice, type MomentOffice } from '../../support/moment-office.ts';
import type { SignedIn } from '../../support/sign-in.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
let office: MomentOffice;

/** Ships what there is, as the server does once a minute, and returns until when. */
async function ship(): Promise<Date> {
  const shipped = await shipWal({
    url: databaseUrl(join(office.data, 'postgres')),
    data: join(office.data, 'postgres'),
    openStore: () => openFolderBlobs(office.place),
    sealer: createSealer([office.key.recipient]),
  });
  if (shipped === 'busy') throw new Error('the server ships now');
  return shipped.until;
}

/** Creates notes until it is stopped, and returns their names with the times of the answers. */
function keepWriting({ call }: SignedIn) {
  const written: { name: string; asked: number; answered: number }[] = [];
  let isStopping = false;
  const writing = (async () => {
    for (let number = 1; !isStopping; number += 1) {
      const name = `writer ${String(number).padStart(4, '0')}`;
      const asked = Date.now();
      await create(call, 'notes', { name });
      written.push({ name, asked, answered: Date.now() });
    }
  })();
  return {
    written,
    async stop() {
      isStopping = true;
      await writing;
    },
  };
}

beforeAll(async () => {
  office = await openMomentOffice(join(folder, 'office'));
});

describe('a moment', () => {
  const moments: Record<'during' | 'first' | 'second', Date> = {} as never;
  let written: { name: string; asked: number; answered: number }[];
  beforeAll(async () => {
    const { server, signedIn } = await office.serve();
    const { call, token } = signedIn;
    const writer = keepWriting(signedIn);
    await office.backUp();
    await vi.waitUntil(() => writer.written.length > 40, { timeout: 30_000 });
    moments.during = new Date();
    const before = writer.written.length;
    await vi.waitUntil(() => writer.written.length > before + 10, { timeout: 30_000 });
    await writer.stop();
    written = writer.written;
    await create(call, 'notes', { name: 'a first' });
    moments.first = await nextMoment();
    const paper = await uploadPaper({ url: server.url, token }, pdf, 'notes.paper');
    await create(call, 'notes', { name: 'a second', paper });
    await uploadImport({ url: server.url, token }, 'notes');
    moments.second = await nextMoment();
    // The end of the server ships the rest.
    await server.end();
  }, 120_000);

  test('between two changes has the first and not the second, and the secret', async () => {
    const restored = await office.restore('first', moments.first);

    expect([restored.code, restored.err]).toEqual([0, '']);
    const notes = await office.readNotes('first');
    expect(notes.filter((name) => name.startsWith('a '))).toEqual(['a first']);
    expect(await readFile(join(folder, 'office/first/secret'))).toEqual(
      await readFile(join(office.data, 'secret')),
    );
  });

  test('after a change has it with its file, which no daily backup has', async () => {
    const restored = await office.restore('second', moments.second);

    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('with 2 files')]);
    const notes = await office.readNotes('second');
    const papers = await office.readPapers('second');
    const columns = await office.readImport('second');
    expect(notes.filter((name) => name.startsWith('a '))).toEqual(['a first', 'a second']);
    expect(papers).toEqual([Buffer.from(pdf).toString()]);
    expect(columns).toEqual(['name']);
  });

  test('while others write has all acknowledged writes, and no later ones', async () => {
    const at = moments.during.getTime();
    const restored = await office.restore('during', moments.during);

    expect(restored.code).toBe(0);
    const notes = await office.readNotes('during');
    const answered = written.filter((each) => each.answered < at).map(({ name }) => name);
    const later = written.filter((each) => each.asked > at).map(({ name }) => name);
    expect(answered.filter((name) => !notes.includes(name))).toEqual([]);
    expect(later.filter((name) => notes.includes(name))).toEqual([]);
    expect(answered.length).toBeGreaterThan(40);
    expect(later.length).toBeGreaterThan(5);
  });

  test('is refused with a reason before the first, after the last and in the future', async () => {
    const listed = await office.run('backup', '--list', '--json');
    const [{ from, to }] = JSON.parse(listed.out).moments;
    const tell = async (at: Date) => await office.restore('refused', at);

    const early = await tell(new Date(Date.parse(from) - 1));
    const late = await tell(new Date(to));
    const future = await tell(new Date(Date.now() + 3_600_000));

    expect(early.err).toContain('is before the first moment that can be restored');
    expect(late.err).toContain('is after the last moment that can be restored');
    expect(late.err).toContain(`from ${from} to before ${to}`);
    expect(future.err).toContain('is in the future');
    expect([early.code, late.code, future.code]).toEqual([1, 1, 1]);
  });

  test('is refused with a wrong key, with DATABASE_URL, and over a database', async () => {
    const other = await openMomentOffice(join(folder, 'other'));

    const wrong = await office.restore('wrong', moments.first, {
      BACKUP_IDENTITY: other.key.identity,
    });
    const foreign = await office.restore('wrong', moments.first, {
      DATABASE_URL: 'postgres://somebody@127.0.0.1:1/nothing',
    });
    const full = await office.restore('first', moments.first);

    expect(wrong.err).toContain('BACKUP_IDENTITY does not open it');
    expect(foreign.err).toContain('into the embedded database only');
    expect(full.err).toContain('There is a database in');
    expect([wrong.code, foreign.code, full.code]).toEqual([1, 1, 1]);
    expect(await readdir(join(folder, 'office'))).not.toContain('wrong');
  });

  test('is refused if the log has a gap, which the problem names', async () => {
    const chain = (await readdir(join(office.place, 'wal')))[0]!;
    const pieces = (await readdir(join(office.place, 'wal', chain))).sort();
    const last = pieces.findLastIndex((name) => name.split('-').length === 3) - 1;
    const path = join(office.place, 'wal', chain, pieces[last]!);
    const bytes = await readFile(path);
    await rm(path);

    const refused = await office.restore('gap', moments.second);
    await writeFile(path, bytes);

    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/cannot be restored: the log from \S+Z to \S+Z is missing in/);
  });

  test('survives a server that is killed, as far as the log was stored', async () => {
    const { server, signedIn } = await office.serve();
    await create(signedIn.call, 'notes', { name: 'b stored' });
    const until = await ship();
    await create(signedIn.call, 'notes', { name: 'b lost with the machine' });
    const pid = serverPid(office.data)!;
    server.child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');

    const restored = await office.restore('killed', new Date(until.getTime() - 1));

    expect([restored.code, restored.err]).toEqual([0, '']);
    const notes = await office.readNotes('killed');
    expect(notes.filter((name) => name.startsWith('b '))).toEqual(['b stored']);
  });

  test('after the kill continues the same log', async () => {
    const { server, signedIn } = await office.serve();
    await create(signedIn.call, 'notes', { name: 'c later' });
    const at = await nextMoment();
    await server.end();

    const restored = await office.restore('later', at);

    expect([restored.code, restored.err]).toEqual([0, '']);
    const notes = await office.readNotes('later');
    expect(notes).toEqual(expect.arrayContaining(['b lost with the machine', 'c later']));
    expect(await readdir(join(office.place, 'wal'))).toHaveLength(1);
  });
});

test('a server without the variable keeps no log', async () => {
  await mkdir(join(folder, 'plain'));
  const plain = await openMomentOffice(join(folder, 'plain'));
  const { server } = await plain.serve();
  await server.end();
  plain.env['BACKUP_POINT_IN_TIME'] = '0';

  const again = await plain.serve();
  const { lines } = again.server;
  await again.server.end();
  const third = await plain.serve();
  await third.server.end();

  expect(lines.join('\n')).toContain('moments are no longer restorable');
  expect(third.server.lines.join('\n')).not.toContain('moments are no longer restorable');
});
