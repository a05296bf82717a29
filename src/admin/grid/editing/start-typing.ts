/**
 * Puts the cursor into the first input of an editor. What was typed stands in place of what is
 * there, and is told as if it had been typed into it; without it what is there is marked.
 */
export function startTyping(frame: HTMLElement, typed: string | undefined): void {
  const input = frame.querySelector<HTMLElement>(
    'input:not([type="hidden"]):not([aria-hidden="true"]), textarea:not([aria-hidden="true"]), [role="combobox"]',
  );
  if (input === null) return;
  input.focus();
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
  if (typed === undefined || !isTyped(input)) {
    if (isTyped(input)) input.select();
    return;
  }
  const proto = input instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  // React listens to the browser's setter, and takes what comes past it for its own.
  Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(input, typed);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function isTyped(input: HTMLInputElement | HTMLTextAreaElement): boolean {
  return input.type !== 'checkbox' && input.type !== 'radio';
}
