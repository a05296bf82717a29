import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useMemoryFolder } from '../support/memory-folder.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { admin, admins, viewer } from './test.ts';

/** The built product on a fresh installation with its sample data, for all tests of a run. */
export default async function startServer(): Promise<() => Promise<void>> {
  const leaveMemory = await useMemoryFolder();
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
  const env = {
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
    // A target of a test is on this machine.
    WEBHOOK_PRIVATE: '127.0.0.1',
  };
  const server = await runServer(env, { screens: true });
  const people = [
    { ...viewer, name: 'Vera Viewer', role: 'viewer' },
    ...admins.slice(1).map((each) => ({ ...each, name: 'Admin Admin', role: 'admin' })),
  ];
  for (const { email, password, name, role } of people) {
    const args = ['user', 'add', email, '--name', name, '--role', role, '--password-stdin'];
    const added = await runCommand(args, { env, input: password });
    if (added.code !== 0) throw new Error(added.err);
  }
  process.env['E2E_URL'] = server.url;
  process.env['E2E_DATA'] = folder;
  return async () => {
    await server.end();
    // What failed on the server explains what failed in a page.
    const failed = server.lines.filter((line) => line.includes('"level":50'));
    if (failed.length > 0) console.error(failed.join('\n'));
    await rm(folder, { recursive: true, force: true });
    await leaveMemory();
  };
}
