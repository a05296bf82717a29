import { createContext, use } from 'react';
import type { StructureChange, DescriptorTexts } from '../../../../contract/structure/texts.ts';
import type { DescribedChange } from '../../../../descriptor/edits/describe-change.ts';
import type { Merged, Side } from '../../../../descriptor/edits/merge.ts';
import type { Edited } from '../../../../descriptor/edits/open-files.ts';
import type { Outcome } from './last-change.tsx';
import type { SavedDraft } from './use-saved-draft.ts';
import type { Files, useTextCheck } from './use-descriptor-texts.ts';

/** The descriptor with the changes of a person that are not applied, on all pages of the structure. */
export type StructureDraft = {
  /** The texts with the person's changes. */
  files: Files;
  /** The texts on the server, and their hash. */
  theirs: DescriptorTexts;
  /** The hash of the texts that the person began from, or has merged with. */
  base: string;
  /** What the texts declare now, as one object in which sets stay sets; undefined if a text has a syntax error. */
  declared: Record<string, unknown> | undefined;
  /** The same of the texts that the person began from. */
  declaredBefore: Record<string, unknown> | undefined;
  /** What differs from the texts that the person began from; empty while a text has a syntax error. */
  changes: readonly DescribedChange[];
  /** Whether any text differs, also if only in a comment. */
  isChanged: boolean;
  /** Whether there is something to review: a change, or a file that is not applied. */
  canReview: boolean;
  /** Somebody else was faster: nothing can be applied until the person has chosen. */
  isMoved: boolean;
  /** Makes an edit. A refusal is shown to the person in words and changes nothing; true if it was done. */
  edit: (make: (files: Files) => Edited) => boolean;
  /** Replaces the texts, as somebody who types does. */
  write: (files: Files) => void;
  /** What the draft and the texts of somebody who was faster are together, with the sides of the conflicts. */
  mergeWith: (sides: readonly (Side | undefined)[]) => Merged;
  /** Goes on with merged files over the texts on the server. */
  adopt: (merged: Files) => void;
  /** Ends the draft. */
  discard: () => void;
  /** Undo or redo one step of this draft; undefined without such a step. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** The problems and warnings of the changed texts as the server judges them. Without changes nothing is asked. */
  check: ReturnType<typeof useTextCheck>;
  /** Whether the server has the draft, and the drafts of others. */
  saved: SavedDraft;
  /** What was applied or taken back just now. */
  outcome: Outcome | undefined;
  closeOutcome: () => void;
  /** Ends the draft after it was applied, or after an earlier change was taken back. */
  finish: (what: Outcome['what'], change: StructureChange) => void;
  /** Reads the texts of the server again. */
  reload: () => void;
  /** The review is in place of the page. */
  isReview: boolean;
  /** Somebody has just come back from the review. */
  isBack: boolean;
  openReview: () => void;
  closeReview: () => void;
};

/** The draft once it is read, or why it was not. */
export const StructureDraftContext = createContext<{ draft?: StructureDraft; error: Error | null }>(
  {
    error: null,
  },
);

/** The draft, on a page inside of `WithDraft`. */
export function useStructureDraft(): StructureDraft {
  const { draft } = use(StructureDraftContext);
  if (!draft) throw new Error('useStructureDraft needs a page inside of WithDraft');
  return draft;
}
