import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from '../../support/sign-in.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { top } from '../../support/source-files.ts';
import type { Check } from '../part.ts';
import { runCommand } from '../run-command.ts';
import { makeDebian } from './base-image.ts';
import { containerFolder, runContainers } from './run-containers.ts';

const needs = { podman: 'podman', runc: 'runc', mmdebstrap: 'mmdebstrap' };
const PASSWORD = 'nine quiet lakes behind';
const PORT = '48992';
const url = `http://127.0.0.1:${PORT}`;
const name = 'backoffice-systemd';
const root = join(containerFolder, 'systemd');
const inside = (...command: string[]) => runContainers('podman', ['exec', name, ...command]);

export const runningServiceChecks: readonly Check[] = [
  {
    name: 'a systemd of its own runs the unit in its sandbox, with the embedded database',
    needs,
    run: async () => {
      await makeDebian(root, ['systemd', 'systemd-sysv', 'dbus', 'libnss-systemd']);
      await install();
      const limits = ['--ulimit=nofile=20000:20000', '--ulimit=nproc=4096:4096'];
      const options = ['--detach', `--name=${name}`, '--privileged', '--systemd=always', ...limits];
      const place = ['--network=host', '--rootfs', root, '/sbin/init'];
      await runContainers('podman', ['run', ...options, ...place]);
      await waitUntilReady();
      const { token } = await signIn(url, 'admin@example.org', PASSWORD);
      const uploaded = await fetch(`${url}/api/files?field=sources.document`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Disposition': 'attachment; filename=study.pdf',
        },
        body: new Uint8Array(makePdf(['words'])),
      });
      if (uploaded.status !== 201) throw new Error(`An upload got ${uploaded.status}`);
      await inside('systemctl', 'restart', 'backoffice');
      await waitUntilReady();
      return (await inside('systemd-analyze', 'security', 'backoffice', '--no-pager'))
        .split('\n')
        .find((line) => line.includes('Overall'))
        ?.trim();
    },
  },
  {
    name: 'a command runs with the settings of the service, as the docs say',
    needs,
    run: async () => {
      const text = await readFile(join(top, 'docs/operations.md'), 'utf8');
      const line = /^systemd-run .*$/m.exec(text)![0];
      const said = (await inside('sh', '-c', line)).trim().split('\n');
      return said.at(-1);
    },
  },
];

/** As docs/operations.md says, but with the package as `npm ci` installs it. */
async function install(): Promise<void> {
  const product = join(root, 'opt/backoffice/node_modules/backoffice');
  await cp(join(top, 'dist-package'), product, { recursive: true });
  await runCommand('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: product });
  const programs = join(root, 'opt/backoffice/node_modules/.bin');
  await mkdir(programs);
  await symlink('../backoffice/src/hosts/command.mjs', join(programs, 'backoffice'));
  const settings = join(root, 'etc/backoffice');
  await mkdir(settings);
  await cp(join(product, 'resources.json'), join(settings, 'resources.json'));
  await writeFile(join(settings, 'environment'), `PORT=${PORT}\nADMIN_PASSWORD=${PASSWORD}\n`);
  const units = join(root, 'etc/systemd/system');
  await cp(join(product, 'operations/backoffice.service'), join(units, 'backoffice.service'));
  const wanted = join(units, 'multi-user.target.wants/backoffice.service');
  await symlink('../backoffice.service', wanted);
}

async function waitUntilReady(): Promise<void> {
  for (let attempts = 120; attempts > 0; attempts -= 1) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(500);
  }
  throw new Error(await inside('journalctl', '--unit', 'backoffice', '--no-pager'));
}
