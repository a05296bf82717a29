import { Info } from '../../contract/meta.ts';
import { mayDo } from '../../descriptor/access.ts';
import { readBackupState } from '../../store/system/backups/backup-runs.ts';
import { answer } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';

const startedAt = new Date(Date.now() - process.uptime() * 1000);

/** What runs here, for the info page, which is open to all signed-in users. */
export async function answerInfo(call: UserCall): Promise<Response> {
  const { services, descriptor } = call;
  const { rss, heapUsed } = process.memoryUsage();
  const backups = await readBackupState(services.database, services.backupPlan);
  const isMissing = backups.by === 'nobody' && services.isForOthers === true;
  const info = {
    title: descriptor.app.title,
    version: services.version,
    build: services.build ?? null,
    runtime: {
      name: 'Node.js',
      version: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
      memory: { rss, heapUsed },
    },
    database: await databaseInfo(call),
    records: await countRecords(call),
    startedAt: startedAt.toISOString(),
    uptime: Math.round(process.uptime()),
    migrations: services.migrations?.() ?? null,
    backups: { ...backups, isMissing },
    descriptor: { hash: descriptor.hash },
  };
  return answer(call, 200, Info, info);
}

async function databaseInfo({ services }: UserCall): Promise<Info['database']> {
  const { rows } = await services.database.query<{ version: string; size: string }>(
    `select current_setting('server_version') as version,
       pg_database_size(current_database())::text as size`,
  );
  const [{ version, size } = { version: '', size: '0' }] = rows;
  const replica = services.database.replica();
  return { engine: 'PostgreSQL', version, size: Number(size), ...(replica && { replica }) };
}

/** Counts the records of the resources that the caller may list. */
async function countRecords(call: UserCall): Promise<Record<string, number>> {
  const { descriptor, role, services } = call;
  const listed = [...descriptor.resources.values()].filter((resource) =>
    mayDo(descriptor, role, resource, 'list'),
  );
  const counts = await Promise.all(
    listed.map(async (resource) => [resource.name, await services.store.count(resource)] as const),
  );
  return Object.fromEntries(counts);
}
