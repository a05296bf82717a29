import type { Descriptor } from '../descriptor.ts';
import { checkActions } from './checks/action-checks.ts';
import { checkAddresses } from './checks/address-checks.ts';
import { checkComputed } from './checks/computed-checks.ts';
import { checkDashboard } from './checks/dashboard-checks.ts';
import { toDraft, type Draft, type DraftResource } from './draft.ts';
import { checkFields } from './checks/field-checks.ts';
import type { Flaw } from './grammar-problems.ts';
import type { DescriptorProblem } from './source-text.ts';
import { checkDerivedDefaults } from './checks/default-checks.ts';
import { checkImportKey } from './checks/key-checks.ts';
import { checkNamedFields } from './checks/named-field-checks.ts';
import { checkNames, checkFormerNames } from './checks/name-checks.ts';
import { checkNumbering } from './checks/numbering-checks.ts';
import { checkPages } from './checks/page-checks.ts';
import { checkScreens } from './checks/screen-checks.ts';
import { checkOpened, checkPublicForm, checkPublicRows } from './checks/public-checks.ts';
import { checkRoles, checkPermissions, checkUsers } from './checks/role-checks.ts';
import { checkReferences } from './checks/reference-checks.ts';
import { checkRules } from './checks/rule-checks.ts';
import { readSources, type IncludedFiles } from './sources.ts';
import { checkStates, warnOfStates } from './checks/state-checks.ts';
import { checkTexts } from './checks/text-checks.ts';
import { checkViews, checkDuplicates } from './checks/view-checks.ts';
import { checkPageOf } from './checks/page-of-checks.ts';
import { checkQualifiers } from './checks/qualifier-checks.ts';
import { checkUnits } from './checks/unit-checks.ts';
import { toDescriptor } from './to-descriptor.ts';
import { warnOfRights } from './warn-rights.ts';
import { readConditions } from './read-conditions.ts';

export type { DescriptorProblem };

/**
 * Reads `resources.json`: JSON with comments and trailing commas. Returns the descriptor, or all problems
 * at once in file order, each with its line, column, path, code and what would be right. `files` are the
 * included files, which the caller has already read (see `includedBy`). `checkMore` checks things outside
 * the file, such as the code that actions need. Warnings are about valid declarations that may surprise.
 */
export function parseDescriptor(
  text: string,
  files: IncludedFiles = new Map(),
  checkMore: (descriptor: Descriptor) => Flaw[] = () => [],
): { descriptor: Descriptor; warnings: DescriptorProblem[] } | { problems: DescriptorProblem[] } {
  const source = readSources(text, files);
  if (!source.isWhole) return { problems: source.inOrder(source.problems) };
  const conditions = readConditions(source.value);
  const inPlace = (all: readonly Flaw[]): DescriptorProblem[] =>
    source.inOrder(
      all
        .map(conditions.asWritten)
        .map((one) => source.locate(one.problem, one.path, one.at, one.inside)),
    );
  const { draft, problems } = toDraft(conditions.value);
  const flaws = [...conditions.flaws, ...problems, ...checks.flatMap((check) => check(draft))];
  const all = source.inOrder(onceEach([...source.problems, ...inPlace(flaws)]));
  if (all.length > 0) return { problems: all };
  const descriptor = toDescriptor(draft.source);
  const more = checkMore(descriptor);
  if (more.length > 0) return { problems: inPlace(more) };
  return {
    descriptor,
    warnings: inPlace([...warnOfRights(descriptor), ...warnOfStates(descriptor)]),
  };
}

/** Each resource that uses a set repeats the mistakes of the set. The reader gets each of them once. */
function onceEach(problems: readonly DescriptorProblem[]): DescriptorProblem[] {
  const kept = new Map<string, DescriptorProblem>();
  for (const one of problems) {
    const key = JSON.stringify([one.file, one.line, one.column, one.code, one.message]);
    if (!kept.has(key)) kept.set(key, one);
  }
  return [...kept.values()];
}

/** The checks that go beyond the grammar of a single declaration. */
const checks: readonly Check[] = [
  checkNames,
  checkAddresses,
  ofEach(checkFields),
  ofEach(checkDerivedDefaults),
  ofEach(checkUnits),
  ofEach(checkQualifiers),
  ofEach(checkPageOf),
  ofEach(checkComputed),
  ofEach(checkNumbering),
  ofEach(checkNamedFields),
  ofEach(checkImportKey),
  ofEach(checkRules),
  ofEach(checkReferences),
  checkRoles,
  ofEach(checkPermissions),
  ofEach(checkPublicRows),
  ofEach(checkOpened),
  ofEach(checkPublicForm),
  checkScreens,
  ofEach(checkViews),
  ofEach(checkDuplicates),
  ofEach(checkActions),
  ofEach(checkStates),
  checkPages,
  checkDashboard,
  checkTexts,
  checkUsers,
  checkFormerNames,
];

type Check = (draft: Draft) => Flaw[];

/** Applies a check to each resource. */
function ofEach(check: (resource: DraftResource, draft: Draft) => Flaw[]): Check {
  return (draft) => [...draft.resources.values()].flatMap((resource) => check(resource, draft));
}
