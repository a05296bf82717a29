/** What of an editor is typed into or chosen from, in reading order; its buttons are not. */
export function inputsIn(frame: HTMLElement): HTMLElement[] {
  const inputs = 'input:not([type="hidden"]), textarea, [role="combobox"]';
  return [...frame.querySelectorAll<HTMLElement>(inputs)].filter(
    (input) => input.getAttribute('aria-hidden') !== 'true',
  );
}

export function isText(
  element: Element | null | undefined,
): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** A button that opens a menu, as opposed to an input with suggestions. */
export function isMenu(element: Element | undefined): boolean {
  return isCombobox(element) && !(element instanceof HTMLInputElement);
}

/** A menu, or an input with suggestions. */
export function isCombobox(element: Element | undefined): boolean {
  return element?.getAttribute('role') === 'combobox';
}

/** Has the editor a further input in the way that Tab goes? */
export function hasFurther(frame: HTMLElement, from: HTMLElement, isBack: boolean): boolean {
  const { DOCUMENT_POSITION_FOLLOWING, DOCUMENT_POSITION_PRECEDING } = Node;
  const way = isBack ? DOCUMENT_POSITION_PRECEDING : DOCUMENT_POSITION_FOLLOWING;
  const inputs = inputsIn(frame);
  return inputs.length > 1 && inputs.some((input) => from.compareDocumentPosition(input) & way);
}

/** The suggestion or the entry of a menu that the keys have come to. */
export function optionAt(target: HTMLElement): HTMLElement | null {
  const named = target.getAttribute('aria-activedescendant');
  return named === null ? target.closest('[role="option"]') : document.getElementById(named);
}

/** As if it had been typed: React listens to the browser's setter, and takes what comes past it for its own. */
export function write(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const proto = input instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
