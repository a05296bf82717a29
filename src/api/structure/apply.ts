import { z } from 'zod';
import { StructureChange } from '../../contract/structure/texts.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { toDescriptor } from '../../descriptor/read/to-descriptor.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { createSemaphore } from '../../files/create-semaphore.ts';
import { auditActorOf } from '../../services/acting.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';
import { TablesInUse } from '../../store/schema/plan/change-tables.ts';
import type { QueryRunner } from '../../store/store.ts';
import {
  findUndoable,
  markWritten,
  readAppliedTexts,
} from '../../store/schema/plan/browser-changes.ts';
import { checkConfigurers } from '../../store/system/accounts/check-configurers.ts';
import type { DescriptorText } from '../../contract/structure/texts.ts';
import type { DescriptorFiles } from '../api-services.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import { limitRead } from '../http/answer/file-streams.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { hashTexts, readLeadingTexts } from './leading-texts.ts';
import { canUndo, inspectOrRefuse, texts } from './texts.ts';

/** Milliseconds for which a change waits for people who use the tables; clients wait no longer. */
const LONGEST_WAIT = 20_000;

export const applyBody = z.strictObject({
  files: texts,
  plan: z.string().describe('The hash of the plan that the person has seen.'),
  base: z.string().describe('The hash of the texts that the change began from.'),
  allowRewrite: z.boolean().default(false).describe('Also does renames and conversions.'),
  allowDestructive: z
    .array(z.string())
    .max(1_000)
    .default([])
    .describe('The steps to do although they drop something or lose values.'),
});

/** Applies texts, with the consent of a person to each step that loses something. */
export function answerApply(call: UserCall): Promise<Reply> {
  return limitRead(
    call,
    async () => {
      const { descriptorFiles } = call.services;
      if (!descriptorFiles) return refuseAs('S001');
      const read = await parseBody(call, applyBody);
      if (isRefusal(read)) return read;
      const found = await inspectOrRefuse(descriptorFiles, read.value.files);
      if (isRefusal(found)) return found;
      const outcome = await applyTexts(call, descriptorFiles, { ...read.value, ...found });
      if ('why' in outcome) return refuseChange(outcome);
      return finish(call, descriptorFiles, {
        ...outcome,
        files: read.value.files,
        descriptorHash: found.descriptor.hash,
        summary: 'Change the descriptor in the browser',
      });
    },
    'apply',
  );
}

type Wanted = z.output<typeof applyBody> & { descriptor: Descriptor };

/** Why nothing was changed: a problem, or the reasons of the plan. */
type Unchanged = { why: readonly [Problem, ...Problem[]] };

type Done = Pick<StructureChange, 'steps' | 'left' | 'rules' | 'texts'>;

async function applyTexts(
  call: UserCall,
  descriptorFiles: DescriptorFiles,
  { files, descriptor, plan, base, allowRewrite, allowDestructive }: Wanted,
): Promise<Done | Unchanged> {
  const { database } = call.services;
  const before = await readLeadingTexts(descriptorFiles, database);
  const consent = {
    plan,
    rewrite: allowRewrite,
    destructive: allowDestructive.length > 0,
    named: new Set(allowDestructive),
    inBrowser: true,
  };
  const change = {
    files,
    before: before.files,
    by: auditActorOf(call),
    longest: LONGEST_WAIT,
    guard: async (sql: QueryRunner) =>
      (await checkBase(descriptorFiles, sql, base)) ??
      (await checkConfigurers(sql, call.descriptor, descriptor)),
  };
  const { applyPlan } = await import('../../store/schema/plan/apply-plan.ts');
  const outcome = await unlessInUse(applyPlan(database, descriptor, consent, change));
  if ('why' in outcome) return outcome;
  if ('refused' in outcome) return toUnchanged(outcome, 'S053');
  const { done, ...others } = outcome;
  return { steps: done, ...others };
}

/** Whether nobody has changed the texts since. The hash of a plan has no comments, and not what the file says now. */
async function checkBase(
  descriptorFiles: DescriptorFiles,
  sql: QueryRunner,
  base: string,
): Promise<Problem | undefined> {
  const { hash } = await readLeadingTexts(descriptorFiles, sql);
  return hash === base ? undefined : problem('S051', '', { base, current: hash });
}

/** Takes back the last change made in the browser. */
export function answerUndo(call: UserCall): Promise<Reply> {
  return limitRead(
    call,
    async () => {
      const { descriptorFiles, database } = call.services;
      if (!descriptorFiles) return refuseAs('S001');
      const guard = (sql: QueryRunner) => checkUndo(call, descriptorFiles, sql);
      const { undoPlan } = await import('../../store/schema/plan/undo-plan.ts');
      const change = { by: auditActorOf(call), longest: LONGEST_WAIT, guard };
      const outcome = await unlessInUse(undoPlan(database, change));
      if ('why' in outcome) return refuseChange(outcome);
      if ('refused' in outcome) return refuseChange(toUnchanged(outcome, 'S054'));
      return finish(call, descriptorFiles, {
        steps: outcome.undone,
        left: [],
        rules: [],
        texts: { steps: outcome.texts ?? [], left: [], rules: [] },
        files: outcome.files ?? [],
        descriptorHash: outcome.hash,
        summary: 'Take back a change of the descriptor',
      });
    },
    'apply',
  );
}

/** Only what the browser did can be undone there, and only while nobody has gone on from it. */
async function checkUndo(
  call: UserCall,
  descriptorFiles: DescriptorFiles,
  sql: QueryRunner,
): Promise<Problem | undefined> {
  const undoable = await findUndoable(sql);
  if (!undoable) return problem('S054', '', { reason: 'something else was applied since' });
  const leading = await readLeadingTexts(descriptorFiles, sql);
  if (!canUndo(undoable, leading))
    return problem('S051', '', { base: hashTexts(undoable.files), current: leading.hash });
  return await checkConfigurers(sql, call.descriptor, toDescriptor(JSON.parse(undoable.before)));
}

async function unlessInUse<Outcome extends object>(
  work: Promise<Outcome>,
): Promise<Outcome | Unchanged> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TablesInUse) return { why: [problem('S052', '')] };
    throw error;
  }
}

function toUnchanged(
  { refused, problem: found }: { refused: readonly string[]; problem?: Problem },
  code: 'S053' | 'S054',
): Unchanged {
  const [first, ...rest] = refused.map((reason) => problem(code, '', { reason }));
  return { why: [found ?? first ?? problem(code, '', { reason: '' }), ...rest] };
}

/** A client that was based on older texts gets both hashes. */
function refuseChange({ why }: Unchanged): Refusal {
  const [{ code, params }] = why;
  const { base, current } = params ?? {};
  return refuse(why, {
    ...(code === 'S051' && { extra: { base, currentHash: current } }),
    ...(code === 'S052' && { headers: { 'Retry-After': '5' } }),
  });
}

type Change = Done & {
  files: readonly DescriptorText[];
  descriptorHash: string;
  /** For the history of the files. */
  summary: string;
};

/** One change at a time writes its files. */
const enter = createSemaphore(1);

/**
 * Writes the texts of a change that is in the database, and uses it here. Nothing of this takes the change back. If
 * another change followed meanwhile, its texts have this one too, so this one writes nothing.
 */
async function finish(
  call: UserCall,
  descriptorFiles: DescriptorFiles,
  { files, descriptorHash, summary, ...done }: Change,
): Promise<Reply> {
  const { database, log } = call.services;
  const author = { name: call.user.name ?? '', email: call.user.email };
  let written = false;
  const leave = await enter();
  try {
    const message = [summary, '', ...done.steps].join('\n').trim();
    const last = await readAppliedTexts(database);
    const isLast = last !== undefined && hashTexts(last.files) === hashTexts(files);
    written = isLast
      ? await descriptorFiles.write(files, { author, summary: message })
      : last?.written === true;
    if (written) await markWritten(database, descriptorHash);
    await descriptorFiles.follow();
  } catch (err) {
    log.error({ err }, 'A change of the descriptor was applied, but its file was not written');
  } finally {
    leave();
  }
  return answer(call, 200, StructureChange, {
    hash: hashTexts(files),
    ...done,
    written,
  });
}
