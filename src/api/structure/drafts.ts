import { z } from 'zod';
import {
  OwnStructureDraft,
  SavedStructureDraft,
  StructureDrafts,
} from '../../contract/structure/drafts.ts';
import { toEtag } from '../../contract/to-etag.ts';
import { mayConfigure } from '../../descriptor/access.ts';
import { describeChange } from '../../descriptor/edits/describe-change.ts';
import { problem } from '../../fields/problems/problem.ts';
import { auditActorOf } from '../../services/acting.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';
import { seenNames } from '../../services/seen-names.ts';
import type { QueryRunner, Version } from '../../store/store.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import {
  findDraft,
  leaveNote,
  listDrafts,
  removeDraft,
  type StoredDraft,
  takeDraft,
  writeDraft,
} from '../../store/system/preferences/structure-drafts.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import { parseIfMatch } from '../http/answer/etag.ts';
import { limitRead } from '../http/answer/file-streams.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { readLeadingTexts } from './leading-texts.ts';
import { texts } from './texts.ts';

export const draftBody = z.strictObject({
  files: texts,
  // The hash of the texts that the changes began from.
  base: z.string(),
});

/** Responds with whose drafts there are, also of people who may no longer change the descriptor. */
export async function answerDrafts(call: UserCall): Promise<Reply> {
  const drafts = await listDrafts(call.services.database);
  const named = await seenNames(
    call,
    drafts.map(({ person }) => person),
  );
  const data = drafts.map(({ person, name, role, isConfirmed, ...draft }) => ({
    person,
    name: named.has(person) ? name : null,
    active: isConfirmed && mayConfigure(call.descriptor, role),
    changes: draft.changes,
    since: draft.createdAt,
    updatedAt: draft.updatedAt,
    _version: draft.version,
  }));
  return answer(call, 200, StructureDrafts, { data });
}

/** Responds with the caller's draft. */
export async function answerOwnDraft(call: UserCall): Promise<Reply> {
  const stored = await findDraft(call.services.database, call.user._id);
  const { version = 0, takenBy = null } = stored ?? {};
  const named = await seenNames(call, [takenBy]);
  const own: OwnStructureDraft = {
    draft: stored && takenBy === null ? toDraft(stored) : null,
    takenBy:
      stored && takenBy !== null
        ? {
            person: takenBy,
            name: named.has(takenBy) ? stored.takenByName : null,
            at: stored.updatedAt,
          }
        : null,
    _version: version,
  };
  return answer(call, 200, OwnStructureDraft, own, { ETag: toEtag(version) });
}

function toDraft({ files, base, baseHash, changes, createdAt, updatedAt }: StoredDraft) {
  return {
    files: [...files],
    base: { files: [...base], hash: baseHash },
    changes,
    since: createdAt,
    updatedAt,
  };
}

/** Stores the caller's draft. A second window of the same person does not overwrite it unseen. */
export function saveDraft(call: UserCall): Promise<Reply> {
  return limitRead(call, () => storeDraft(call), 'draft');
}

async function storeDraft(call: UserCall): Promise<Reply> {
  const isFirst = !call.request.headers.has('If-Match');
  const match = isFirst ? { expected: undefined } : parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const body = await parseBody(call, draftBody);
  if (isRefusal(body)) return body;
  const { files } = body.value;
  const base = await findBase(call, body.value.base);
  if (isRefusal(base)) return base;
  const described = describeChange(base.files, files);
  const changes = 'changes' in described ? described.changes.length : null;
  const { database } = call.services;
  const saved = await writeDraft(database, call.user._id, match.expected, {
    files,
    base: base.files,
    baseHash: body.value.base,
    changes,
  });
  if (!saved) return await refuseStale(call);
  return answer(
    call,
    200,
    SavedStructureDraft,
    { changes, _version: saved.version },
    { ETag: toEtag(saved.version) },
  );
}

/** The texts of a hash: those of the stored draft, or the present ones. Clients send only the hash, and cannot make one up. */
async function findBase(
  call: UserCall,
  hash: string,
): Promise<Pick<StoredDraft, 'files'> | Refusal> {
  const { descriptorFiles, database } = call.services;
  const stored = await findDraft(database, call.user._id);
  if (stored?.takenBy === null && stored.baseHash === hash) return { files: stored.base };
  if (!descriptorFiles) return refuseAs('S001');
  const leading = await readLeadingTexts(descriptorFiles, database);
  if (leading.hash === hash) return { files: leading.files };
  const current = leading.hash;
  return refuse(problem('S051', '', { base: hash, current }), {
    extra: { base: hash, currentHash: current },
  });
}

/** Ends the caller's draft, or the note that somebody has taken it over. */
export async function endDraft(call: UserCall): Promise<Reply> {
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const { database } = call.services;
  const isGone = await removeDraft(database, call.user._id, match.expected);
  if (isGone || !(await findDraft(database, call.user._id))) return answerEmpty(call, 204);
  return await refuseStale(call);
}

async function refuseStale(call: UserCall, person = call.user._id): Promise<Refusal> {
  const stored = await findDraft(call.services.database, person);
  const _version: Version = stored?.version ?? 0;
  return refuse(problem('S003', ''), {
    extra: { current: { _version } },
    headers: { ETag: toEtag(_version) },
  });
}

/** Moves the draft of another person to the caller, who has none. */
export async function takeOverDraft(call: UserCall): Promise<Reply> {
  const of = await findOther(call);
  if (isRefusal(of)) return of;
  const outcome = await call.services.database.transaction(async (sql) => {
    const done = await takeDraft(sql, of);
    if (done === 'done') await auditTaken(sql, call, of.from);
    return done;
  });
  if (outcome === 'none') return refuseAs('S001');
  return outcome === 'own' ? refuse(problem('S055', '')) : await answerOwnDraft(call);
}

/** Ends the draft of another person, as one who takes it over and discards it would, beside an own draft. */
export async function discardDraft(call: UserCall): Promise<Reply> {
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const of = await findOther(call);
  if (isRefusal(of)) return of;
  const { expected } = match;
  const isEnded = await call.services.database.transaction(async (sql) => {
    const done = await leaveNote(sql, { ...of, expected });
    if (done) await auditTaken(sql, call, of.from);
    return done;
  });
  return isEnded ? answerEmpty(call, 204) : await refuseStale(call, of.from);
}

/** The other person whose draft a path names, and the caller. */
async function findOther({ params, user, services }: UserCall) {
  const from = params['person'] ?? '';
  const drafts = await listDrafts(services.database);
  const isThere = from !== user._id && drafts.some(({ person }) => person === from);
  return isThere ? { from, to: user._id } : refuseAs('S001');
}

async function auditTaken(sql: QueryRunner, call: UserCall, record: string): Promise<void> {
  const about = { resource: 'users', record };
  await writeAudit(sql, { action: 'structureDraftTaken', ...auditActorOf(call), ...about });
}
