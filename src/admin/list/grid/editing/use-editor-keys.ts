import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { hasFurther, isCombobox, optionAt } from './start-typing.ts';

type EditorKeys = {
  frame: RefObject<HTMLElement | null>;
  /** Opened by typing: as long as one only types, the arrows lead on to other cells. */
  isQuick: boolean;
  take(direction: Direction): void;
  cancel(): void;
};

/** The keys of a cell that is being written. What its input has a use for, such as an open list for the arrows, is the input's. */
export function useEditorKeys({ frame, isQuick, take, cancel }: EditorKeys) {
  const quick = useRef(isQuick);
  /** Something was typed, and nothing chosen for it yet. */
  const isAsked = useRef(false);

  /** Before the input: Escape leaves the cell at once, and Tab takes what the keys have come to. */
  const first = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const target = event.target as HTMLElement;
    if (event.key === 'F2') quick.current = false;
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Tab' && optionAt(target)) {
      optionAt(target)!.click();
      take(event.shiftKey ? 'previous' : 'next');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** After the input, and for what it left. */
  const then = (event: KeyboardEvent): void => {
    // A menu of the input is drawn elsewhere on the page; its keys are none of the grid's either.
    event.stopPropagation();
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!frame.current?.contains(target)) return;
    const direction = directionOf(event, quick.current && !isCombobox(target));
    if (direction === undefined) return;
    if (event.key === 'Enter' && target.closest('button')) return;
    if (event.key === 'Tab' && hasFurther(frame.current, target, event.shiftKey)) return;
    const isText = target instanceof HTMLTextAreaElement;
    const isSuggesting =
      isCombobox(target) && target instanceof HTMLInputElement && target.value !== '';
    if (event.key === 'Enter' && isText && event.shiftKey) return;
    event.preventDefault();
    if (event.key === 'Enter' && isText && event.altKey) breakLine(target);
    else if (event.key === 'Enter' && isAsked.current && isSuggesting) goToFirst(target);
    else take(direction);
  };

  return {
    events: {
      onKeyDownCapture: first,
      onKeyDown: then,
      onInput: () => void (isAsked.current = true),
      onPointerDown: () => void (quick.current = false),
    },
    /** What was typed has led to a choice. */
    settle: () => void (isAsked.current = false),
  };
}

/** Who types a part of a name and presses Enter means one of those that are offered, and sees first which. */
function goToFirst(target: HTMLElement): void {
  const down = { key: 'ArrowDown', bubbles: true, cancelable: true };
  target.dispatchEvent(new KeyboardEvent('keydown', down));
  // From an entry that is no more there the first step leads to none.
  if (!optionAt(target)) target.dispatchEvent(new KeyboardEvent('keydown', down));
}

/** The browser does so for Shift and Enter alone; spreadsheets have taught Alt. */
function breakLine(target: HTMLTextAreaElement): void {
  target.setRangeText('\n', target.selectionStart, target.selectionEnd, 'end');
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Where the active cell moves after a commit. `here`: nowhere; `away`: the user has clicked elsewhere already. */
export type Direction = 'here' | 'away' | 'down' | 'up' | 'left' | 'right' | 'next' | 'previous';

/** The direction in which a key leaves the input. Arrows leave it only while the user just types (`isQuick`); else they move the cursor. */
function directionOf(event: KeyboardEvent, isQuick: boolean): Direction | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  if (!isQuick || shiftKey || ctrlKey || metaKey || altKey) return undefined;
  return Object.hasOwn(arrows, key) ? arrows[key] : undefined;
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
