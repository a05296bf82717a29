import { createHash } from 'node:crypto';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { DESCRIPTOR_CHANNEL } from '../../connection/changes.ts';
import { applicationVersion } from '../../application-version.ts';
import type { QueryRunner } from '../../store.ts';
import type { DescriptorText } from '../../../contract/structure/texts.ts';
import type { AuditEntry } from '../../system/audit/write-audit.ts';
import type { Step } from './table.ts';
import { layout } from '../system-tables/layout.ts';
import { systemTables } from '../system-tables/system-tables.ts';
import { toTables } from './to-tables.ts';
import { statement } from '../../connection/statement.ts';
import { toDescriptor } from '../../../descriptor/read/to-descriptor.ts';

type AppliedDescriptor = {
  hash: string;
  fingerprint: string;
  /**
   * The declarations as JSON text: jsonb would lose the order of the keys, which is the order of
   * menus, forms and files. Null in rows of older versions.
   */
  declaration: string | null;
};

type Application = {
  descriptor: Descriptor;
  /** Of the descriptor, if the caller knows it. */
  fingerprint?: string;
  steps: readonly Step[];
  /** Some indexes are not built yet, so the next start checks again. */
  isUnfinished?: boolean;
  /** Of a change in the browser: its texts, and who made it. */
  origin?: Origin | undefined;
};

/** Where a change that is not from a file comes from. */
export type Origin = {
  files: readonly DescriptorText[];
  by?: Pick<AuditEntry, 'actor' | 'session' | 'address' | 'requestId'>;
};

/** What a server or a command applied last. */
export async function readApplied(sql: QueryRunner): Promise<AppliedDescriptor | undefined> {
  if (!(await hasDeclarations(sql))) return undefined;
  return await sql.first<AppliedDescriptor>(
    'select hash, fingerprint, declaration from backoffice.descriptor order by seq desc limit 1',
  );
}

/** Whether a descriptor has been applied, and no newer program has changed the database too much for this one since. */
export const canServe = statement.some(
  `select from backoffice.descriptor
   having count(*) > 0 and coalesce(max(works_since), 0) <= ${layout.version}`,
);

/** Whether this descriptor was applied once and another one has replaced it since. */
export const wasReplaced = statement.value<boolean, [hash: string]>(
  `select exists (select from backoffice.descriptor where hash = $1)
   and (select hash from backoffice.descriptor order by seq desc limit 1) <> $1 as replaced`,
);

/**
 * Records what is applied now, and tells every server on this database, which then serves it too. Call it even when no
 * table changed: labels and lists must be the same everywhere.
 */
export async function saveApplied(sql: QueryRunner, application: Application): Promise<void> {
  const { descriptor, steps, isUnfinished, origin } = application;
  const { fingerprint = toFingerprint(descriptor) } = application;
  const { hash, source } = descriptor;
  const summaries = steps.map(({ summary }) => summary.sentence);
  await sql.query(
    `with last as (select * from backoffice.descriptor order by seq desc limit 1),
     noted as (
       insert into backoffice.descriptor
         (fingerprint, hash, source, declaration, steps, application, layout, works_since, files, written)
       select $1, $2, $3::text::jsonb, $3::text, $4, $5::text, $6::int, $7::int,
         -- What a start or a newer program applies again is still the change of the browser.
         coalesce($8::jsonb, (select files from last where last.hash = $2)),
         $8::jsonb is null and coalesce((select written from last where last.hash = $2), false)
       where not exists (
         select from last
         where last.fingerprint = $1 and last.hash = $2 and last.declaration is not null
           and last.application = $5 and last.layout = $6
           and ($8::jsonb is null or last.files is not distinct from $8::jsonb))
       returning hash, steps, application),
     audited as (
       insert into backoffice.audit (action, detail, actor, session, address, request)
       select 'configurationApplied', jsonb_build_object('hash', hash, 'steps', steps, 'application', application),
         $9, $10, $11, $12
       from noted)
     select pg_notify('${DESCRIPTOR_CHANNEL}', hash) from noted`,
    [
      isUnfinished ? `unfinished:${fingerprint}` : fingerprint,
      hash,
      JSON.stringify(source),
      JSON.stringify(summaries),
      applicationVersion,
      layout.version,
      layout.worksSince,
      ...toValues(origin),
    ],
  );
}

/** The texts, and who made them for the audit. */
function toValues(origin: Origin | undefined): unknown[] {
  const { actor, session, address, requestId } = origin?.by ?? {};
  return [origin ? JSON.stringify(origin.files) : null, actor, session, address, requestId];
}

const hasDeclarations = statement.some(
  `select from pg_attribute where attrelid = to_regclass('backoffice.descriptor')
   and attname = 'declaration'`,
);

/** Covers everything created here, so that a newer version of this program checks the tables again. */
export function toFingerprint(descriptor: Descriptor): string {
  return createHash('sha256')
    .update(JSON.stringify([systemTables, toTables(descriptor), formerNames(descriptor)]))
    .digest('hex');
}

/** Former names and renamed choices do not change the tables, but what is in them. */
function formerNames({ roles, resources, source }: Descriptor): unknown[] {
  return [
    ...[...roles.values()].flatMap(({ name, was }) => (was === undefined ? [] : [{ name, was }])),
    ...[...resources.values()].map(({ name, fields }) => [
      source['resources']?.[name]?.was,
      ...[...fields.values()].map(({ was, kind, settings }) => [was, kind.renamed?.(settings)]),
    ]),
  ];
}

/** The descriptor that was applied last. */
export async function descriptorBefore(sql: QueryRunner): Promise<Descriptor | undefined> {
  const declaration = (await readApplied(sql))?.declaration;
  return declaration ? toDescriptor(JSON.parse(declaration)) : undefined;
}
