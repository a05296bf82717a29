import { inputsIn, isCombobox, isMenu } from './editor-inputs.ts';

/**
 * Puts the cursor into the first input of an editor. What was typed stands in place of what is
 * there, and is told as if it had been typed into it; without it the cursor is at the end. A menu
 * is opened, and what was typed leads to the entry that begins so. True where it was a menu.
 */
export function startTyping(frame: HTMLElement, typed: string | undefined): boolean {
  const [input] = inputsIn(frame);
  if (input === undefined) return false;
  if (isMenu(input)) {
    input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
    if (typed !== undefined) requestAnimationFrame(() => pressInMenu(typed));
    return true;
  }
  input.focus();
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return false;
  if (!isTyped(input)) return false;
  if (typed !== undefined) write(input, typed);
  // Of a number the browser does not say where the cursor is; of suggestions one wants others.
  else if (input.type === 'number' || isCombobox(input)) input.select();
  else input.setSelectionRange(input.value.length, input.value.length);
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

/** As if it had been typed: React listens to the browser's setter, and takes what comes past it for its own. */
export function write(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const proto = input instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function pressInMenu(typed: string): void {
  for (const key of typed)
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
}

function isTyped({ type }: HTMLInputElement | HTMLTextAreaElement): boolean {
  return type !== 'checkbox' && type !== 'radio';
}
