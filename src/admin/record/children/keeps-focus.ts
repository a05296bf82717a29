import type { MouseEvent } from 'react';

/**
 * For buttons near inputs: the focus moves with the click and not before. The message of an input that loses the focus
 * would move the button away from under the mouse.
 */
export const keepsFocus = { onMouseDown: (event: MouseEvent): void => event.preventDefault() };
