import { writeInput } from '../../../../fields/text/write-input.ts';
import type { Press } from '../grid-store.ts';

/**
 * Puts the cursor into the first input of an editor. A typed letter replaces the value as if typed into the
 * input; without one the cursor goes to the end. A menu opens, and the letter goes to the first entry that
 * starts with it. Keys pressed while the input was loading follow in order. True if it was a menu.
 */
export function startTyping(
  frame: HTMLElement,
  typed: string | undefined,
  waiting: readonly Press[],
): boolean {
  const [input] = inputsIn(frame);
  if (input === undefined) {
    // An input of files has only buttons.
    frame.querySelector('button')?.focus();
    return false;
  }
  if (isMenu(input)) {
    input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
    const letter = typed === undefined ? [] : [{ key: typed, shiftKey: false, altKey: false }];
    requestAnimationFrame(() => void playKeys(frame, [...letter, ...waiting]));
    return true;
  }
  input.focus();
  if (isText(input) && input.type !== 'checkbox' && input.type !== 'radio') {
    if (input.type === 'number') typeNumber(input, typed);
    else if (typed !== undefined) writeInput(input, typed);
    // With suggestions the user wants others.
    else if (isCombobox(input)) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }
  void playKeys(frame, waiting);
  return false;
}

/**
 * Types into a number. The browser does not say where the cursor is, so everything is selected. It ignores letters, which
 * must not delete the selected value. Only the browser can insert a sign alone, and only after React has drawn the input.
 */
function typeNumber(
  input: HTMLInputElement | HTMLTextAreaElement,
  typed: string | undefined,
): void {
  input.select();
  if (typed === undefined || !mayInsert(input, typed)) return;
  if (document.execCommand)
    queueMicrotask(() => void document.execCommand('insertText', false, typed));
  else writeInput(input, typed);
}

/** More frames than it takes; a reference whose record does not load can be edited all the same. */
const MAX_FRAMES = 30;

/**
 * Calls `then` once the input can take keys. A menu opens only when it is drawn, and suggestions show the
 * value of the cell (`isFilled`) some frames later, which would replace what was typed before.
 */
export function whenInputReady(frame: HTMLElement, isFilled: boolean, then: () => void): void {
  const [input] = inputsIn(frame);
  const waitForInput = (drawings: number): void => {
    const isEmpty = input instanceof HTMLInputElement && input.value === '';
    if (drawings > 0 && !(isFilled && isEmpty && drawings < MAX_FRAMES)) then();
    else requestAnimationFrame(() => waitForInput(drawings + 1));
  };
  const waitForAny = (): void => {
    if (frame.querySelector('input, textarea, [role="combobox"], button')) then();
    else if (frame.isConnected) requestAnimationFrame(waitForAny);
  };
  if (isCombobox(input)) waitForInput(0);
  else waitForAny();
}

/**
 * Plays keys that were pressed before the input of a cell was open, one after another, each where the
 * focus is by then: in the input, and after Enter in the cell below. Browsers do nothing for keys of a
 * script, so the little they do for real keys in an input is done here.
 */
async function playKeys(frame: HTMLElement, presses: readonly Press[]): Promise<void> {
  const grid = frame.closest<HTMLElement>('.g-grid');
  for (const press of presses) {
    // Lets the screen follow the last key; no real key can come between.
    await Promise.resolve();
    await Promise.resolve();
    const target = focused(grid);
    const event = new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true });
    const isOurs = target?.dispatchEvent(event) ?? false;
    if (isOurs && isText(target)) act(frame, target, press);
  }
}

/** A closed input is gone before the cell below has the focus. */
function focused(grid: HTMLElement | null): Element | null {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return activeElement;
  return grid?.querySelector('[data-column][tabindex="0"]') ?? null;
}

function act(
  frame: HTMLElement,
  input: HTMLInputElement | HTMLTextAreaElement,
  { key, shiftKey, altKey, text }: Press,
): void {
  const written = text ?? (key.length === 1 && !altKey ? key : undefined);
  const command = commands[key];
  if (written !== undefined) insert(input, written);
  else if (key === 'SelectAll') input.select();
  else if (key === 'Enter' && input instanceof HTMLTextAreaElement) insert(input, '\n');
  else if (key === 'Tab') tab(frame, input, shiftKey ? -1 : 1);
  else if (command !== undefined) document.execCommand(command);
  else moveCursor(input, key);
}

function moveCursor(input: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  // An input of numbers does not say where its cursor is.
  if (input.selectionStart === null) return;
  const at = moves[key]?.(input.value, input.selectionEnd ?? 0);
  if (at !== undefined) input.setSelectionRange(at, at);
}

/**
 * The only way to write at the cursor of a number input, too, and to let Ctrl+Z undo it. A document
 * without the command has no cursor to write at either.
 */
function insert(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (!mayInsert(input, text)) return;
  if (document.execCommand?.('insertText', false, text)) return;
  const written = `${input.value}${text}`;
  writeInput(input, written);
  // The cursor moves behind it.
  input.value = written;
}

/** A letter would only delete what is selected in a number. */
function mayInsert({ type }: HTMLInputElement | HTMLTextAreaElement, text: string): boolean {
  return type !== 'number' || /[\d.,+-]/.test(text);
}

function tab(frame: HTMLElement, from: HTMLElement, by: 1 | -1): void {
  const inputs = inputsIn(frame);
  inputs[inputs.indexOf(from) + by]?.focus();
}

const commands: Readonly<Record<string, string>> = { Backspace: 'delete', Delete: 'forwardDelete' };

const moves: Readonly<Record<string, (text: string, at: number) => number>> = {
  Home: (text, at) => text.lastIndexOf('\n', at - 1) + 1,
  End: (text, at) => (text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at)),
  ArrowLeft: (_, at) => Math.max(0, at - 1),
  ArrowRight: (_, at) => at + 1,
};

/** The inputs and menus of an editor in reading order, without its buttons. */
export function inputsIn(frame: HTMLElement): HTMLElement[] {
  const inputs = 'input:not([type="hidden"]), textarea, [role="combobox"]';
  return [...frame.querySelectorAll<HTMLElement>(inputs)].filter(
    (input) => input.getAttribute('aria-hidden') !== 'true',
  );
}

function isText(
  element: Element | null | undefined,
): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Whether it is a button that opens a menu, not an input with suggestions. */
export function isMenu(element: Element | undefined): boolean {
  return isCombobox(element) && !(element instanceof HTMLInputElement);
}

/** Whether it is a menu, or an input with suggestions. */
export function isCombobox(element: Element | undefined): boolean {
  return element?.getAttribute('role') === 'combobox';
}

/** Whether the editor has another input in the direction of Tab. */
export function hasNextInput(frame: HTMLElement, from: HTMLElement, isBack: boolean): boolean {
  const { DOCUMENT_POSITION_FOLLOWING, DOCUMENT_POSITION_PRECEDING } = Node;
  const way = isBack ? DOCUMENT_POSITION_PRECEDING : DOCUMENT_POSITION_FOLLOWING;
  const inputs = inputsIn(frame);
  return inputs.length > 1 && inputs.some((input) => from.compareDocumentPosition(input) & way);
}

/** The suggestion or menu entry that the keys have reached. */
export function activeOption(target: HTMLElement): HTMLElement | null {
  const named = target.getAttribute('aria-activedescendant');
  return named === null ? target.closest('[role="option"]') : document.getElementById(named);
}
