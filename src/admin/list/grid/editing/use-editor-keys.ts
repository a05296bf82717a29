import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { isCommand } from '../../../kit/keys/key-press.ts';
import { hasNextInput, isCombobox, activeOption } from './start-typing.ts';

type EditorKeys = {
  frame: RefObject<HTMLElement | null>;
  /** Opened by typing: while the user only types, the arrows move to other cells. */
  isQuick: boolean;
  take(direction: AfterCommit): void;
  cancel(): void;
};

/** The keys of the cell being edited. Keys that its input uses, such as arrows in an open list, go to the input. */
export function useEditorKeys({ frame, isQuick, take, cancel }: EditorKeys) {
  const quick = useRef(isQuick);
  /** The user has typed something and not chosen anything for it yet. */
  const isAsked = useRef(false);

  /** Before the input gets the key: Escape leaves the cell at once, and Tab takes the current suggestion. */
  const first = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const option = activeOption(event.target as HTMLElement);
    if (event.key === 'F2') quick.current = false;
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Tab' && option) {
      option.click();
      take(event.shiftKey ? 'previous' : 'next');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** After the input, for the keys it left. */
  const then = (event: KeyboardEvent): void => {
    // A menu of the input is elsewhere in the page's DOM; the grid must not get its keys either.
    event.stopPropagation();
    const target = event.target as HTMLElement;
    if (!frame.current || isUsedByInput(event, target, frame.current)) return;
    const direction = directionOf(event, quick.current && !isCombobox(target));
    if (direction === undefined) return;
    event.preventDefault();
    if (event.key !== 'Enter') take(direction);
    else if (event.altKey && target instanceof HTMLTextAreaElement) breakLine(target);
    else if (isAsked.current && isSuggesting(target)) goToFirst(target);
    else take(direction);
  };

  return {
    events: {
      onKeyDownCapture: first,
      onKeyDown: then,
      onInput: () => void (isAsked.current = true),
      onPointerDown: () => void (quick.current = false),
    },
    /** Called when the typed text has led to a choice. */
    settle: () => void (isAsked.current = false),
  };
}

/** Whether the input, or what it has opened elsewhere, has a use of its own for the key. */
function isUsedByInput(event: KeyboardEvent, target: HTMLElement, frame: HTMLElement): boolean {
  const { key, shiftKey, defaultPrevented, nativeEvent } = event;
  if (defaultPrevented || nativeEvent.isComposing || !frame.contains(target)) return true;
  if (key === 'Tab') return hasNextInput(frame, target, shiftKey);
  const isButton = target.closest('button') !== null;
  return key === 'Enter' && (isButton || (shiftKey && target instanceof HTMLTextAreaElement));
}

function isSuggesting(target: HTMLElement): boolean {
  return isCombobox(target) && target instanceof HTMLInputElement && target.value !== '';
}

/** Enter after a part of a name means one of the suggestions, so it first shows which one. */
function goToFirst(target: HTMLElement): void {
  const down = { key: 'ArrowDown', bubbles: true, cancelable: true };
  target.dispatchEvent(new KeyboardEvent('keydown', down));
  // If the current entry is gone, the first step reaches none.
  if (!activeOption(target)) target.dispatchEvent(new KeyboardEvent('keydown', down));
}

/** Browsers break a line only by Shift+Enter; users know Alt+Enter from spreadsheets. */
function breakLine(target: HTMLTextAreaElement): void {
  target.setRangeText('\n', target.selectionStart, target.selectionEnd, 'end');
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Where the active cell moves after a commit. `here`: nowhere; `away`: the user has clicked elsewhere already. */
export type AfterCommit = 'here' | 'away' | 'down' | 'up' | 'left' | 'right' | 'next' | 'previous';

/** The direction in which a key leaves the input. Arrows leave it only in quick editing; else they move the cursor. */
function directionOf(event: KeyboardEvent, isQuick: boolean): AfterCommit | undefined {
  const { key, shiftKey } = event;
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  return isQuick && !shiftKey && !isCommand(event) ? arrows[key] : undefined;
}

const arrows: Readonly<Record<string, AfterCommit>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
