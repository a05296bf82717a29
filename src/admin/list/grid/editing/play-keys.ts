import type { Press } from '../grid-store.ts';
import { inputsIn, isText, write } from './editor-inputs.ts';

/**
 * Presses keys that came before the input of a cell was open, one after another, each where the
 * focus is by then: in the input, and after Enter in the cell below. The browser does nothing
 * for keys of a script, so the little it does for real ones in an input is done here.
 */
export async function playKeys(frame: HTMLElement, presses: readonly Press[]): Promise<void> {
  const grid = frame.closest<HTMLElement>('[role="grid"]');
  for (const press of presses) {
    // The screen follows what came before; no real key can come between.
    await Promise.resolve();
    await Promise.resolve();
    const target = focused(grid);
    const event = new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true });
    const isOurs = target?.dispatchEvent(event) ?? false;
    if (isOurs && isText(target)) act(frame, target, press);
  }
}

/** An input that is left is gone before the cell below has the focus. */
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
  if (written !== undefined) insert(input, written);
  else if (key === 'SelectAll') input.select();
  else if (key === 'Enter' && input instanceof HTMLTextAreaElement) insert(input, '\n');
  else if (key === 'Tab') tab(frame, input, shiftKey ? -1 : 1);
  else if (Object.hasOwn(commands, key)) document.execCommand(commands[key]!);
  else if (Object.hasOwn(moves, key) && input.selectionStart !== null) {
    const at = moves[key]!(input.value, input.selectionEnd ?? 0);
    input.setSelectionRange(at, at);
  }
}

/**
 * The only way to write at the cursor of a number, too, and to have it undone by Ctrl+Z. A document
 * without it has no cursor to write at either.
 */
function insert(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (document.execCommand?.('insertText', false, text)) return;
  write(input, `${input.value}${text}`);
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
