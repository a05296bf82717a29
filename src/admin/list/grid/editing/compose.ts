/** The part of the EditContext API (W3C working draft) that the grid uses; TypeScript has no types for it yet. */
type EditContext = EventTarget & {
  updateText(start: number, end: number, text: string): void;
  updateControlBounds(bounds: DOMRect): void;
  updateSelectionBounds(bounds: DOMRect): void;
};
type Composable = HTMLElement & { editContext?: EditContext | null };

export type Composer = {
  /** The cell that has the focus; it must be writable. */
  attach(cell: HTMLElement): void;
  detach(): void;
};

/**
 * Lets an input method compose in a selected cell, as for Japanese or Chinese. A browser starts input methods
 * only where text can be edited, and a cell that was an input would be read aloud as one. Once composed, the
 * text goes to `onText`. Browsers without EditContext compose from the open cell on, as before.
 */
export function createComposer(onText: (text: string) => void): Composer {
  const { EditContext } = window as { EditContext?: new () => EditContext };
  // On a touch screen, each selected cell would open the keyboard.
  if (EditContext === undefined || window.matchMedia('(pointer: coarse)').matches)
    return { attach: doNothing, detach: doNothing };
  const context = new EditContext();
  let host: Composable | undefined;
  let composed = '';
  const show = (text: string): void => {
    composed = text;
    if (text === '') host?.removeAttribute('data-composing');
    else host?.setAttribute('data-composing', text);
  };
  let isComposing = false;
  context.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  context.addEventListener('textupdate', (event) => {
    if (isComposing) show((event as Event & { text: string }).text);
  });
  context.addEventListener('compositionend', () => {
    const text = composed;
    isComposing = false;
    show('');
    context.updateText(0, Number.MAX_SAFE_INTEGER, '');
    if (text !== '') onText(text);
  });
  const detach = (): void => {
    show('');
    if (host) host.editContext = null;
    host = undefined;
  };
  return {
    attach(cell): void {
      if (host === cell) return;
      detach();
      host = cell;
      host.editContext = context;
      // The input method shows its suggestions there.
      const bounds = cell.getBoundingClientRect();
      context.updateControlBounds(bounds);
      context.updateSelectionBounds(bounds);
    },
    detach,
  };
}

function doNothing(): void {}
