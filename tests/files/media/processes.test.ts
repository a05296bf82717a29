import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mediaLimits } from '../../../src/files/media/open-media.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { openTestMedia } from '../../support/open-test-media.ts';
import { top } from '../../support/source-files.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
let files = 0;

const PDF = 'application/pdf';

async function save(content: Uint8Array): Promise<string> {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return path;
}

/** A page of a megabyte that unpacks to 1 GB. */
const bomb = await save(makePdf(['x'], { content: () => Buffer.alloc(2 ** 30, ' ') }));
const plain = await save(makePdf(['words']));
/** Takes some seconds: a million words. */
const long = await save(
  makePdf(['x'], { content: () => Buffer.from(`BT /F 9 Tf ${'(x) Tj '.repeat(1e6)}ET`) }),
);

describe.runIf(process.platform === 'linux')('a file that needs too much', () => {
  test('of memory ends its process, and nothing else', async () => {
    const { media, warnings } = await openReaders();

    expect(await media.text(bomb, PDF)).toEqual({ failed: 'memory' });
    expect(await media.picture(bomb, PDF, `${bomb}.webp`, 'small')).toEqual({ failed: 'memory' });

    expect(warnings).toMatchObject([
      { job: 'text', type: PDF, failed: 'memory' },
      { job: 'picture', type: PDF, failed: 'memory' },
    ]);
    expect(await media.text(plain, PDF)).toEqual({ pages: ['words'] });
  });

  test('of time ends its process, and nothing else', async () => {
    const { media } = await openReaders({ seconds: { ...mediaLimits.seconds, text: 0.5 } });

    expect(await media.text(long, PDF)).toEqual({ failed: 'time' });

    expect(await media.type(plain, 'a.pdf')).toEqual({ type: PDF });
  });

  test('does not use memory or time of the server', async () => {
    const { media } = await openReaders();
    let ticks = 0;
    let most = 0;
    const before = process.memoryUsage.rss();
    const timer = setInterval(() => {
      ticks++;
      most = Math.max(most, process.memoryUsage.rss());
    }, 1);

    const found = await media.text(bomb, PDF);

    clearInterval(timer);
    expect(found).toEqual({ failed: 'memory' });
    // Reading it here would let the timer run once, and take a gigabyte.
    expect(ticks).toBeGreaterThan(20);
    expect(most - before).toBeLessThan(250_000_000);
  });
});

describe.runIf(process.platform === 'linux')('the processes', () => {
  test('start with the first job, and are two at most', async () => {
    const { media } = await openReaders();
    await Promise.all([plain, plain, plain].map((path) => media.type(path, 'a.pdf')));
    expect(processes()).toHaveLength(1);
    await Promise.all([plain, plain].map((path) => media.text(path, PDF)));
    expect(processes()).toHaveLength(2);
  });

  test('end when idle, and start again', async () => {
    const { media } = await openReaders({ idleSeconds: 0.2 });

    expect(await media.type(plain, 'a.pdf')).toEqual({ type: PDF });
    await expect.poll(() => processes()).toEqual([]);

    expect(await media.type(plain, 'a.pdf')).toEqual({ type: PDF });
  });

  test('end after a job that left them large, as the next file may need the memory', async () => {
    const { media } = await openReaders({ megabytes: 220 });

    expect(await media.text(plain, PDF)).toEqual({ pages: ['words'] });

    await expect.poll(() => processes()).toEqual([]);
  });

  test('serve an upload while a long document is read', async () => {
    const { media } = await openReaders();
    const order: string[] = [];

    await Promise.all([
      media.text(long, PDF).then(() => order.push('text')),
      media.type(plain, 'a.pdf').then(() => order.push('upload')),
    ]);

    expect(order).toEqual(['upload', 'text']);
  });

  test('have no environment and start no program', async () => {
    const { media } = await openReaders();

    await media.type(plain, 'a.pdf');

    const [pid] = processes();
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe(
      'NODE_CHANNEL_FD=3\0NODE_CHANNEL_SERIALIZATION_MODE=advanced\0',
    );
    expect(commandOf(pid!)).toContain('--permission\0');
    expect(commandOf(pid!)).not.toContain('--allow-child-process');
  });

  test('serve a page before background work, but not before an upload', async () => {
    const { media } = await openReaders();

    await media.type(plain, 'a.pdf');
    const [upload] = processes();
    await media.text(plain, PDF);
    const background = processes().find((pid) => pid !== upload);

    expect(getPriority(Number(upload))).toBe(getPriority());
    expect(getPriority(Number(background))).toBe(getPriority() + 5);
    expect(readFileSync(`/proc/${background}/oom_score_adj`, 'latin1')).toBe('1000\n');
  });

  test('end when the readers are closed, also in the middle of a job', async () => {
    const { media } = await openReaders();
    const reading = media.text(long, PDF);
    await expect.poll(() => processes()).toHaveLength(1);

    media.close();

    expect(await reading).toMatchObject({ failed: expect.any(String) });
    expect(await media.text(plain, PDF)).toEqual({ failed: 'broken' });
    await expect.poll(() => processes()).toEqual([]);
  });

  test('end with a server that is killed, and do not keep one that has finished', async () => {
    const code = `
      const { openMedia, mediaLimits } = await import('./src/files/media/open-media.ts');
      const media = openMedia({ info() {}, warn() {} }, { ...mediaLimits, idleSeconds: 3_600 });
      console.log(await media.type(${JSON.stringify(plain)}, 'a.pdf'));
      if (process.argv[1] === 'wait') setInterval(() => {}, 1000);`;
    const run = (how: string) => {
      const args = ['--input-type=module', '--eval', code, how];
      const started = spawn(process.execPath, args, {
        cwd: top,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void started.kill('SIGKILL'));
      return started;
    };

    const finished = run('end');
    expect(await once(finished, 'exit')).toEqual([0, null]);

    const server = run('wait');
    await once(server.stdout, 'data');
    const [child] = processes(server.pid);
    expect(child).toBeDefined();
    server.kill('SIGKILL');
    await expect.poll(() => commandOf(child!)).not.toContain('media-worker');
  });
});

/** Readers of their own, when the processes of the test before have ended. */
async function openReaders(limits: Parameters<typeof openTestMedia>[0] = {}) {
  await expect.poll(() => processes()).toEqual([]);
  return openTestMedia(limits, onTestFinished);
}

/** The processes of the readers that this one has started. */
function processes(parent = process.pid): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes('media-worker'))
    .filter((name) => read(`/proc/${name}/status`).includes(`\nPPid:\t${parent}\n`));
}

function commandOf(pid: string): string {
  return read(`/proc/${pid}/cmdline`);
}

/** Empty if the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
