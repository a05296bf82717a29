import type { Press } from '../grid-store.ts';
import { inputsIn, isCombobox, isMenu, isText, write } from './editor-inputs.ts';
import { playKeys } from './play-keys.ts';

/**
 * Puts the cursor into the first input of an editor. What was typed stands in place of what is
 * there, and is told as if it had been typed into it; without it the cursor is at the end. A menu
 * is opened, and what was typed leads to the entry that begins so. What was pressed while the
 * input was on its way follows in order. True where it was a menu.
 */
export function startTyping(
  frame: HTMLElement,
  typed: string | undefined,
  waiting: readonly Press[],
): boolean {
  const [input] = inputsIn(frame);
  if (input === undefined) return false;
  if (isMenu(input)) {
    input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
    const letter = typed === undefined ? [] : [{ key: typed, shiftKey: false, altKey: false }];
    requestAnimationFrame(() => void playKeys(frame, [...letter, ...waiting]));
    return true;
  }
  input.focus();
  if (isText(input) && isTyped(input)) {
    if (typed !== undefined) write(input, typed);
    // Of a number the browser does not say where the cursor is; of suggestions one wants others.
    else if (input.type === 'number' || isCombobox(input)) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }
  void playKeys(frame, waiting);
  return false;
}

/** More drawings than it takes; without its record a reference is written all the same. */
const MOST = 30;

/**
 * A menu can be opened once it is drawn, and suggestions show what the cell has (`isFilled`) some
 * drawings later, in place of what would be typed before.
 */
export function whenShown(frame: HTMLElement, isFilled: boolean, then: () => void): void {
  const [input] = inputsIn(frame);
  const look = (drawings: number): void => {
    const isEmpty = input instanceof HTMLInputElement && input.value === '';
    if (drawings > 0 && !(isFilled && isEmpty && drawings < MOST)) then();
    else requestAnimationFrame(() => look(drawings + 1));
  };
  if (isCombobox(input)) look(0);
  else then();
}

function isTyped({ type }: HTMLInputElement | HTMLTextAreaElement): boolean {
  return type !== 'checkbox' && type !== 'radio';
}
