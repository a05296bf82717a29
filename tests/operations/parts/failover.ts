import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Check, Part } from '../part.ts';

export const part: Part = {
  title: 'the failure of a primary, a pooler, and a second server',
  checks: [
    runsWell('failover', 'loses no confirmed change when a leader fails, and soon writes again', {
      patroni: 'patroni',
      etcd: 'etcd-server',
      iptables: 'iptables',
    }),
    runsWell('pgbouncer', 'passes the tests of the API through PgBouncer', {
      '/usr/sbin/pgbouncer': 'pgbouncer',
    }),
    runsWell('two-servers', 'answers nearly twice the lists with two servers', {
      cpulimit: 'cpulimit',
    }),
  ],
};

/** A script that prints its figures, and ends with another code than 0 when they are not good enough. */
function runsWell(script: string, name: string, needs: Check['needs'] & {}): Check {
  return {
    name,
    needs,
    run: async () => {
      const file = join(import.meta.dirname, '..', `${script}.ts`);
      const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
      if (status !== 0) throw new Error(stdout + stderr);
      return stdout;
    },
  };
}
