import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { DescriptorTexts, StructureChange } from '../../../../contract/structure/texts.ts';
import { describeChange } from '../../../../descriptor/edits/describe-change.ts';
import { merge } from '../../../../descriptor/edits/merge.ts';
import { openFiles, wholeOf } from '../../../../descriptor/edits/open-files.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { useTexts } from '../../../messages/texts.ts';
import { forgetFiles } from './created.ts';
import { refusalText } from './change-words.ts';
import { type Draft, useDraftSteps } from './draft-steps.ts';
import type { Outcome } from './last-change.tsx';
import { type Files, useTextCheck } from './use-descriptor-texts.ts';
import { useSavedDraft } from './use-saved-draft.ts';
import type { StructureDraft } from './use-structure-draft.ts';

const nothing: Draft['base'] = { files: [], hash: '' };

/** The draft over the texts of the server; undefined until both are there. `error`: the draft was not read. */
export function useDraft(
  theirs: DescriptorTexts | undefined,
  isOld: boolean,
): { draft?: StructureDraft; error: Error | null } {
  const words = useTexts('structure-draft');
  const notify = useNotify();
  const steps = useDraftSteps();
  const { outcome, setOutcome, reload, finish } = useOutcome(steps);
  const review = useReviewAddress();
  const content = useContent(steps, theirs);
  const begin = (draft?: Draft): void => {
    setOutcome(undefined);
    steps.begin(draft);
  };
  const saved = useSavedDraft({ ...steps, begin }, theirs !== undefined);
  const isDone = !isOld && steps.draft !== undefined && isSameJson(content.files, theirs?.files);
  useEffect(() => {
    // Applied in another window, or the answer was lost.
    if (isDone) steps.begin();
  });
  if (!theirs || !saved.isLoaded) return { error: saved.error };

  function put(texts: DescriptorTexts, files: Files, options?: { isTyped: boolean }): void {
    setOutcome(undefined);
    steps.change(toDraft(files, steps.latest()?.base ?? texts, texts), options);
  }

  const { draft } = steps;
  const shown: StructureDraft = {
    ...content,
    ...review,
    theirs,
    isMoved: !isOld && content.base !== theirs.hash,
    edit(make) {
      const edited = make(steps.latest()?.files ?? theirs.files);
      if ('refused' in edited) notify(refusalText(edited.refused, words), { type: 'warning' });
      else put(theirs, edited.files);
      return 'files' in edited;
    },
    write: (files) => put(theirs, files, { isTyped: true }),
    mergeWith: (sides) =>
      merge(
        { base: (draft?.base ?? theirs).files, theirs: theirs.files, mine: content.files },
        (_, index) => sides[index] ?? 'theirs',
      ),
    adopt: (merged) => steps.change(toDraft(merged, theirs, theirs)),
    discard() {
      forgetFiles();
      steps.begin();
    },
    undo: steps.canUndo ? steps.undo : undefined,
    redo: steps.canRedo ? steps.redo : undefined,
    saved,
    outcome,
    closeOutcome: () => setOutcome(undefined),
    finish: (what, change) => finish(what, change, content.files),
    reload,
  };
  return { draft: shown, error: null };
}

/** Texts as a draft; undefined if nothing differs. */
function toDraft(files: Files, base: Draft['base'], theirs: DescriptorTexts): Draft | undefined {
  const isBack = base.hash === theirs.hash && isSameJson(files, base.files);
  return isBack ? undefined : { files, base };
}

/** What the draft says, and how it differs from what it began from. */
function useContent(
  { draft, isTyped }: ReturnType<typeof useDraftSteps>,
  theirs: DescriptorTexts | undefined,
) {
  const { files: before, hash } = draft?.base ?? theirs ?? nothing;
  const { files } = draft ?? theirs ?? nothing;
  const isChanged = draft !== undefined;
  return {
    files,
    base: hash,
    declared: useMemo(() => declaredIn(files), [files]),
    declaredBefore: useMemo(() => declaredIn(before), [before]),
    changes: useMemo(() => changesOf(before, files), [before, files]),
    isChanged,
    canReview: isChanged || theirs?.applied === false,
    check: useTextCheck(files, { enabled: isChanged, isTyped }),
  };
}

function declaredIn(files: Files): Record<string, unknown> | undefined {
  const opened = openFiles(files);
  return 'refused' in opened ? undefined : wholeOf(opened);
}

function changesOf(before: Files, after: Files) {
  if (before === after) return [];
  const described = describeChange(before, after);
  return 'changes' in described ? described.changes : [];
}

/** What was applied or taken back just now; the texts are read again then. */
function useOutcome(steps: ReturnType<typeof useDraftSteps>) {
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const reload = () => void queries.invalidateQueries({ queryKey: ['structure'] });

  function finish(what: Outcome['what'], change: StructureChange, files: Files): void {
    setOutcome({ ...change, what });
    // So that the editor does not show the former text until the answer is there.
    const done = what === 'applied' ? { files: [...files], hash: change.hash } : undefined;
    if (done) forgetFiles(Object.keys(asObject(declaredIn(files)?.['resources'])));
    queries.setQueriesData<DescriptorTexts>(
      { queryKey: ['structure', 'texts'] },
      (before) => before && { ...before, ...(done && { ...done, applied: true }), undo: null },
    );
    const later = steps.latest();
    if (!later || (done && later.files === files)) steps.begin();
    // Changed while the server applied the texts before it.
    else if (done) steps.begin({ files: later.files, base: done });
    reload();
  }
  return { outcome, setOutcome, reload, finish };
}

/** The review has an address of its own on each page, so that the browser's back button leaves it. */
function useReviewAddress() {
  const [search, setSearch] = useSearchParams();
  const [isBack, setBack] = useState(false);
  const set = (view: string | undefined, replace: boolean): void =>
    setSearch(
      (before) => {
        before.delete('view');
        if (view !== undefined) before.set('view', view);
        return before;
      },
      { replace },
    );
  return {
    isReview: search.get('view') === 'review',
    isBack,
    openReview: () => set('review', false),
    closeReview: () => {
      setBack(true);
      set(undefined, true);
    },
  };
}
