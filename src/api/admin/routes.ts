import {
  Audit,
  auditActions,
  AuditLine,
  mailStates,
  Outbox,
  OutboxMail,
} from '../../contract/admin.ts';
import type { Operation, Parameter, Schema } from '../http/operation/operation.ts';
import { queryRoute, type Route, route, provenAdmin } from '../http/route.ts';
import { exportAudit, readAuditFilter } from './audit.ts';
import { mailTextRoutes } from './mail-text-routes.ts';
import { USERS } from '../../store/system/account.ts';
import { listAudit } from '../../store/system/audit/list-audit.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { refuse, refuseAs } from '../../services/refusal.ts';
import { createQueryReader } from '../http/query-reader.ts';
import {
  countOutbox,
  listOutbox,
  findMail,
  retryMail,
} from '../../store/system/outbox/list-outbox.ts';
import { z } from 'zod';
import { json, toAnswerSchema } from '../http/operation/schemas.ts';
import { query, cursorPaging } from '../http/operation/parameters.ts';
import { problem } from '../../fields/problems/problem.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { auditActorOf } from '../../services/acting.ts';
import { requireValue } from '../../fields/require-entry.ts';
import { FilesCleaned, FilesOverview } from '../../contract/files.ts';
import { readFilesOverview } from '../../store/system/files/file-usage.ts';
import { removeUnused } from '../../store/system/files/remove-unused.ts';

const text: Schema = { type: 'string' };

const auditFilter: readonly Parameter[] = [
  query('action', text, `One or more actions, separated by commas: ${auditActions.join(', ')}.`),
  query('actor', text, 'The `_id` of the users who acted, separated by commas.'),
  query('about', text, 'The `_id` of the affected users, separated by commas.'),
  query('resource', text),
  query('record', text, 'The `_id` of a record.'),
  query('from', text, 'A date, or a date and time (RFC 3339).', '2026-11-01'),
  query('to', text, 'A date (inclusive), or a date and time (RFC 3339).', '2026-11-21T09:30:00Z'),
  query('q', text, 'Search words; an entry must contain all of them.'),
];

/** The routes of files, the outbox and the audit log, for admins. */
export function adminRoutes(): Route[] {
  return [
    ...adminFileRoutes(),
    ...mailTextRoutes(),
    queryRoute('GET /api/admin/outbox', readOutbox, 'admin', () => ({
      operationId: 'outbox',
      summary: 'List emails',
      description:
        'Newest first. The text of an email is not included because its links can grant access to accounts.',
      parameters: [
        query('state', text, `One or more states, separated by commas: ${mailStates.join(', ')}.`),
        query('kind', text, 'One or more kinds, separated by commas.'),
        query('q', text, 'Part of the address or the name.'),
        ...cursorPaging,
      ],
      responses: { 200: json('Mails', Outbox) },
    })),
    route('POST /api/admin/outbox/:id/retry', answerRetry, 'admin', () => ({
      operationId: 'retryMail',
      summary: 'Send an email again',
      description:
        'Sends a parked or waiting email now, and retries for another two days if that fails.',
      responses: { 200: json('The updated email', OutboxMail) },
      problems: [409],
    })),
    queryRoute('GET /api/admin/audit', readAudit, 'admin', () => ({
      operationId: 'audit',
      summary: 'List audit entries',
      description:
        'Who did what, when and from where; newest first. Entries are never changed or deleted.',
      parameters: [...auditFilter, ...cursorPaging],
      responses: { 200: json('Audit entries', Audit) },
    })),
    queryRoute('GET /api/admin/audit/export', exportAudit, provenAdmin, exportOperation),
  ];
}

function exportOperation(): Operation {
  return {
    operationId: 'exportAudit',
    summary: 'Export audit entries',
    description: 'Streams all entries that match the filter. The export itself is recorded too.',
    parameters: [query('format', { enum: ['json', 'csv'], default: 'json' }), ...auditFilter],
    responses: {
      200: {
        description:
          "The entries. In CSV, text that a spreadsheet would run as a formula starts with a `'`.",
        content: {
          'application/json': { schema: toAnswerSchema(z.array(AuditLine)) },
          'text/csv': { schema: text },
        },
      },
    },
  };
}

/** Lists the audit log, newest first. */
async function readAudit(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const listQuery = {
    ...readAuditFilter(reader, call.descriptor.app.timeZone),
    after: reader.cursor(/^\d{1,18}$/),
    perPage: reader.perPage(),
  };
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const users = call.descriptor.resources.get(USERS);
  const { data, next } = await listAudit(call.services.database.primaryOrReplica, users, listQuery);
  return answer(call, 200, Audit, { data, next, actions: auditActions });
}

/** Lists the mails in the outbox and their states. */
async function readOutbox(call: UserCall): Promise<Reply> {
  const { database, delivery } = call.services;
  const reader = createQueryReader(call.query);
  const listQuery = {
    states: reader.list('state', mailStates),
    kinds: reader.list('kind'),
    q: reader.text('q')?.trim() ?? '',
    after: reader.cursor(/^[\w-]{1,64}$/),
    perPage: reader.perPage(),
  };
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const { data, next } = await listOutbox(database, listQuery);
  const counts = await countOutbox(database);
  return answer(call, 200, Outbox, { data, next, counts, delivery: delivery ?? null });
}

/** Sends a parked or waiting mail now. */
async function answerRetry(call: UserCall): Promise<Reply> {
  const mail = call.params['id'] ?? '';
  return await call.services.database.transaction(async (sql) => {
    const before = await findMail(sql, mail);
    if (!before) return refuseAs('S001');
    if (!(await retryMail(sql, mail))) {
      const isOver = before.state === 'sent' || before.state === 'sending';
      return refuse(problem(isOver ? 'A016' : 'S009', isOver ? 'state' : ''));
    }
    const detail = { kind: before.kind, to: before.to };
    await writeAudit(sql, { action: 'mailRetried', ...auditActorOf(call), record: mail, detail });
    return answer(call, 200, OutboxMail, requireValue(await findMail(sql, mail), mail));
  });
}

/** The routes about all files of the installation, for admins. */
function adminFileRoutes(): Route[] {
  return [
    route('GET /api/admin/files', getOverview, 'admin', () => ({
      operationId: 'filesOverview',
      summary: 'Get how many files there are, where and of whom',
      responses: { 200: json('The figures', FilesOverview) },
    })),
    route('POST /api/admin/files/clean', cleanUp, 'admin', () => ({
      operationId: 'cleanFiles',
      summary: 'Remove files that nobody needs now',
      description:
        'What the server does every hour: it removes files that no record has or had for a day, and stopped uploads.',
      responses: { 200: json('What was removed', FilesCleaned) },
    })),
  ];
}

async function getOverview(call: UserCall): Promise<Response> {
  const { database, blobs, scan, fileLimits } = call.services;
  const overview = await database.transaction(readFilesOverview, {
    readOnly: true,
    timeout: 20_000,
  });
  const { unscanned, ...figures } = overview;
  return answer(call, 200, FilesOverview, {
    ...figures,
    limit: fileLimits?.all ?? null,
    perUser: fileLimits?.perUser ?? null,
    unscanned: scan ? unscanned : null,
    store: blobs.place,
  });
}

async function cleanUp(call: UserCall): Promise<Response> {
  const { database, blobs } = call.services;
  const removed = await removeUnused(database, blobs, call.descriptor);
  return answer(call, 200, FilesCleaned, { removed });
}
