import { z } from 'zod';
import type { FileProblem } from '../../contract/meta.ts';
import {
  type DescriptorText,
  DescriptorTexts,
  StructureCheck,
  StructurePlan,
} from '../../contract/structure/texts.ts';
import { mayAdminister } from '../../descriptor/access.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { type ValueMistake, valueCheck } from '../../fields/problems/value-check.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';
import { seenNames } from '../../services/seen-names.ts';
import { findUndoable, type UndoableChange } from '../../store/schema/plan/browser-changes.ts';
import type { DescriptorFiles } from '../api-services.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import { limitRead } from '../http/answer/file-streams.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { withoutRecords } from '../meta/structure.ts';
import { hashTexts, type LeadingTexts, readLeadingTexts } from './leading-texts.ts';

const MOST_FILES = 100;

/** All texts of a descriptor. The limit of a body limits their size. */
export const texts = z
  .array(z.strictObject({ path: z.string().min(1).max(200), text: z.string() }))
  .min(1)
  .max(MOST_FILES)
  // Otherwise one text could be planned, and the other one written.
  .check(valueCheck(findRepeated))
  .describe('All files of the descriptor: each that it includes, or includes from now on.');

function findRepeated(files: readonly DescriptorText[]): ValueMistake | undefined {
  const paths = files.map(({ path }) => path);
  const repeated = paths.find((path, index) => paths.indexOf(path) < index);
  return repeated === undefined ? undefined : { code: 'V015', params: { value: repeated } };
}

export const textsBody = z.strictObject({ files: texts });

/** Responds with the texts of the descriptor and what would be undone. */
export async function answerTexts(call: UserCall): Promise<Reply> {
  const { descriptorFiles, database } = call.services;
  if (!descriptorFiles) return refuseAs('S001');
  const leading = await readLeadingTexts(descriptorFiles, database);
  const { files, hash, source, found } = leading;
  const undoable = await findUndoable(database);
  return answer(call, 200, DescriptorTexts, {
    files: [...files],
    hash,
    applied: 'descriptor' in found && found.descriptor.hash === call.descriptor.hash,
    source,
    writable: await descriptorFiles.isWritable(),
    problems: 'problems' in found ? found.problems.map(toStructureProblem) : [],
    undo: undoable && canUndo(undoable, leading) ? await toUndo(call, undoable) : null,
  });
}

/** Whether the texts are still those that the change led to. */
export function canUndo({ files }: UndoableChange, { hash }: LeadingTexts): boolean {
  return hashTexts(files) === hash;
}

async function toUndo(call: UserCall, undoable: UndoableChange) {
  const { at, by, name, steps, texts: own, until } = undoable;
  const isNamed = by !== null && (await seenNames(call, [by])).has(by);
  return {
    at: new Date(at).toISOString(),
    by,
    name: isNamed ? name : null,
    steps,
    texts: own ?? [],
    until: new Date(until).toISOString(),
  };
}

/** Responds with the problems of texts. */
export function answerCheck(call: UserCall): Promise<Reply> {
  return limitRead(call, async () => {
    const { descriptorFiles } = call.services;
    if (!descriptorFiles) return refuseAs('S001');
    const read = await parseBody(call, textsBody);
    if (isRefusal(read)) return read;
    const found = await descriptorFiles.inspect(read.value.files);
    return answer(call, 200, StructureCheck, {
      problems: 'problems' in found ? found.problems.map(toStructureProblem) : [],
      warnings: 'warnings' in found ? found.warnings.map(toStructureProblem) : [],
    });
  });
}

/** Responds with the plan of texts. */
export function answerPlan(call: UserCall): Promise<Reply> {
  return limitRead(call, async () => {
    const { descriptorFiles, database } = call.services;
    if (!descriptorFiles) return refuseAs('S001');
    const read = await parseBody(call, textsBody);
    if (isRefusal(read)) return read;
    const found = await inspectOrRefuse(descriptorFiles, read.value.files);
    if (isRefusal(found)) return found;
    const { previewPlan } = await import('../../store/schema/plan/make-plan.ts');
    const plan = await previewPlan(database, found.descriptor);
    const shown = mayAdminister(call.descriptor, call.role) ? plan : withoutRecords(plan);
    return answer(call, 200, StructurePlan, shown);
  });
}

/** The descriptor of texts, or a refusal with all their problems. */
export async function inspectOrRefuse(
  descriptorFiles: DescriptorFiles,
  files: z.output<typeof texts>,
): Promise<{ descriptor: Descriptor } | Refusal> {
  const found = await descriptorFiles.inspect(files);
  return 'problems' in found
    ? refuse(found.problems.map(toStructureProblem), { status: 422 })
    : found;
}

function toStructureProblem({ hint, line = 1, column = 1, ...problem }: FileProblem) {
  return { ...problem, line, column, ...(hint !== undefined && { suggestion: hint }) };
}
