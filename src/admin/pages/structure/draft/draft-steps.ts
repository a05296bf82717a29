import { useRef, useState } from 'react';
import type { DescriptorTexts } from '../../../../contract/structure/texts.ts';
import type { Files } from './use-descriptor-texts.ts';

/** What a person has changed and not applied. */
export type Draft = {
  files: Files;
  /** The texts that the person began from, or has merged with. */
  base: Pick<DescriptorTexts, 'files' | 'hash'>;
};

/** A draft, and the states to go back and forward to; undefined is the state without changes. */
type Steps = {
  draft: Draft | undefined;
  past: readonly (Draft | undefined)[];
  future: readonly (Draft | undefined)[];
  /** When somebody typed last: what is typed at a stretch is one step. */
  typed: number;
};

const none: Steps = { draft: undefined, past: [], future: [], typed: 0 };

/** More steps are forgotten, because each keeps all texts. */
const MOST_STEPS = 200;

/** Milliseconds between two keys of one step. */
const STRETCH = 2000;

/** The draft of this page with its undo and redo. */
export function useDraftSteps() {
  const [shown, setShown] = useState(none);
  // Two edits in one event follow each other; rendering comes later.
  const latest = useRef(none);
  const show = (steps: Steps): void => {
    latest.current = steps;
    setShown(steps);
  };

  return {
    draft: shown.draft,
    /** Whether the last change was typed as a text. */
    isTyped: shown.typed > 0,
    canUndo: shown.past.length > 0,
    canRedo: shown.future.length > 0,
    latest: () => latest.current.draft,
    change(draft: Draft | undefined, { isTyped = false } = {}): void {
      const { draft: before, past, typed } = latest.current;
      const now = Date.now();
      const continues = isTyped && now - typed < STRETCH;
      show({
        draft,
        past: continues ? past : [...past, before].slice(-MOST_STEPS),
        future: [],
        typed: isTyped ? now : 0,
      });
    },
    undo(): void {
      const { draft, past, future } = latest.current;
      if (past.length === 0) return;
      show({ draft: past.at(-1), past: past.slice(0, -1), future: [draft, ...future], typed: 0 });
    },
    redo(): void {
      const { draft, past, future } = latest.current;
      if (future.length === 0) return;
      show({ draft: future[0], past: [...past, draft], future: future.slice(1), typed: 0 });
    },
    /** Begins with another draft, or none, and without steps. */
    begin: (draft?: Draft) => show({ ...none, draft }),
  };
}
