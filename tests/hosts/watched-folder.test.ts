import { access, mkdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailSink, type MailSink } from '../support/mail-sink.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { openLaboratory, sampleFile, type Laboratory } from '../support/sample-laboratory.ts';
import { signIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

let lab: Laboratory;
let sink: MailSink;
let folder: string;
const others: ServerProcess[] = [];

beforeAll(async () => {
  sink = await openMailSink();
  const root = await openTemporaryFolder();
  lab = await openLaboratory({
    IMPORT_FOLDER: root,
    SMTP_URL: `smtp://${sink.address}`,
    PUBLIC_URL: 'http://office.example.org',
  });
  const id = await lab.addRecipe('Monday');
  await lab.admin.call('PUT', `/api/recipes/${id}`, { body: { watched: true } });
  folder = join(root, 'samples', 'Monday');
  await mkdir(folder, { recursive: true });
}, 60_000);
afterAll(async () => {
  for (const server of others) await server.end();
  await lab.close();
  await sink.shut();
});

const exists = (...path: string[]) =>
  access(join(folder, ...path)).then(
    () => true,
    () => false,
  );

async function until(find: () => Promise<boolean>): Promise<void> {
  while (!(await find())) await wait(100);
}

/** Writes it as a program should: complete in one moment. */
async function put(name: string, text: string): Promise<void> {
  await writeFile(join(folder, `${name}.part`), text);
  await rename(join(folder, `${name}.part`), join(folder, name));
}

test(
  'two servers import the files of a folder once, and mail about set aside files by SMTP',
  { timeout: 120_000 },
  async () => {
    others.push(await runServer(lab.env));
    await put('clean.csv', sampleFile);
    await put('odd.csv', sampleFile.replace('1,5', 'a lot'));

    await until(() => exists('done', 'clean.csv'));
    await until(() => exists('waiting', 'odd.csv'));
    const [mail] = await sink.receive(1);

    expect(await lab.records()).toContain('A-1,clear,1.500,"Laboratory 7, row 1"');
    expect(mail).toMatchObject({ recipient: 'admin@example.org' });
    expect(mail!.subject).toMatch(/ – not imported yet$/);
    const { body } = await lab.admin.call('GET', '/api/jobs?kind=import');
    expect(body.data).toHaveLength(2);
    const waiting = body.data.find(({ state }: { state: string }) => state === 'rehearsed');
    expect(mail!.links).toContain(`http://office.example.org/tools/jobs/${waiting.id}`);
    expect(await readFile(join(folder, 'waiting', 'odd.csv.txt'), 'utf8')).toMatch(/not clean/);
    expect(sink.copies).toHaveLength(1);
    await others.pop()!.end();
  },
);

test(
  'a server that is killed after an import and before the move does not import again',
  { timeout: 120_000 },
  async () => {
    const killed = await runServer(lab.env);
    await lab.server.end();
    // The file cannot be moved, so the server dies between the two.
    await rename(join(folder, 'done'), join(folder, '.done'));
    await symlink(lab.folder, join(folder, 'done'));
    await put('again.csv', sampleFile.replaceAll('a-', 'b-'));
    await until(async () => killed.lines.some((line) => line.includes('could not be read')));
    await killed.end('SIGKILL');
    await unlink(join(folder, 'done'));
    expect(await exists('again.csv')).toBe(true);

    const next = await runServer(lab.env);
    others.push(next);
    await until(() => exists('done', 'again.csv'));

    const admin = await signIn(next.url, 'admin@example.org', lab.env.ADMIN_PASSWORD);
    const { body } = await admin.call('GET', '/api/jobs?kind=import');
    const imports = body.data.filter(({ file }: { file: { name: string } }) =>
      file.name.startsWith('again'),
    );
    expect(imports).toMatchObject([{ state: 'done', summary: { created: 2 } }]);
  },
);
